import { readFile } from 'node:fs/promises';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { withoutCredentials } from '../util/hide-credentials.ts';
import { type ConfigFile, readValues } from './config-file.ts';
import type { OptionValue } from './option.ts';
import type { OptionKey } from './option-table.ts';
import type { OptionOrigin, ResolvedOptions } from './resolve-options.ts';

/** Options that say where, how fast or how talkatively, but not what is measured: they are not part of a recipe. */
const circumstances: readonly OptionKey[] = [
  ...(['config', 'recipe', 'out', 'json', 'quiet', 'color', 'yes', 'resume', 'retry'] as const),
  ...(['parallel', 'concurrency', 'rpm', 'tpm', 'maxCost', 'cache', 'reporter', 'failBelow', 'env'] as const),
];

/** What a run measures, as options: enough to measure the same again. */
export interface Recipe {
  readonly options: Readonly<Record<string, OptionValue>>;
  /** Where they came from, where that is not the default: what was typed outranks a model's own settings. */
  readonly origins: Readonly<Record<string, OptionOrigin>>;
  readonly sections: ConfigFile['sections'];
}

/** The recipe of a command line, defaults included, since those may change between versions. */
export function buildRecipe(resolved: Pick<ResolvedOptions, 'options' | 'origins' | 'sections'>): Recipe {
  const isKept = (key: string) => !circumstances.includes(key as OptionKey);
  const options = Object.entries(resolved.options).filter(([key, value]) => value !== undefined && isKept(key));
  const origins = [...resolved.origins].filter(([key, origin]) => origin !== 'default' && isKept(key));
  return withoutCredentials({
    options: Object.fromEntries(options) as Recipe['options'],
    origins: Object.fromEntries(origins),
    sections: resolved.sections,
  });
}

/** A recipe as a source of options. */
export interface LoadedRecipe extends ConfigFile {
  readonly origins: Recipe['origins'];
}

/** Reads the `manifest.json` of a finished `run` as a source of options. */
export async function loadRecipe(path: string): Promise<LoadedRecipe> {
  let manifest: unknown;
  try {
    manifest = JSON.parse(await readFile(path, 'utf8'));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new BigCodeBenchError('CONFIG', `${path} cannot be read as a recipe: ${why}`, {
      cause,
      data: { file: path },
    });
  }
  const { identity } = manifest as { identity?: Partial<Recipe> };
  if (typeof identity?.options !== 'object' || identity.options === null) {
    throw new BigCodeBenchError(
      'CONFIG',
      `${path} is not a recipe: give the manifest.json of a run whose id begins with r-.`,
      {
        data: { file: path },
      },
    );
  }
  const values = readValues(path, { ...identity.options, ...identity.sections });
  return { ...values, origins: identity.origins ?? {} };
}
