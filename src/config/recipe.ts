import { readFile } from 'node:fs/promises';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { RunRequest } from '../schema/run-request.ts';
import { withoutCredentials } from '../util/hide-credentials.ts';
import { type ConfigFile, readValues } from './config-file.ts';
import type { OptionOrigin } from './resolve-options.ts';

/** Options about where, how fast or how verbosely to run, but not what to measure: not part of a recipe. */
const circumstances = [
  ...(['out', 'resume', 'retry', 'retryMaxNewTokens', 'execution', 'parallel', 'env', 'cache'] as const),
  ...(['concurrency', 'rpm', 'tpm', 'requestTimeoutS', 'maxCost', 'reporter', 'failBelow'] as const),
] satisfies readonly (keyof RunRequest)[];

/** What a run measures: enough to measure the same again. */
export type Recipe = Omit<RunRequest, (typeof circumstances)[number]>;

/** A request's recipe, including defaults, because those may change between versions. */
export function buildRecipe(request: RunRequest): Recipe {
  const kept = Object.entries(request).filter(
    ([key, value]) => value !== undefined && !(circumstances as readonly string[]).includes(key),
  );
  return withoutCredentials(Object.fromEntries(kept)) as Recipe;
}

/** A recipe as a source of options. */
export interface LoadedRecipe extends ConfigFile {
  /** What was requested overrides a model's own settings, as it did then. */
  readonly origins: Readonly<Record<string, OptionOrigin>>;
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
  const { identity } = manifest as { identity?: { request?: Partial<Recipe> } };
  if (typeof identity?.request !== 'object' || identity.request === null) {
    const hint = 'use the manifest.json of a run whose id starts with r-, created by this version';
    throw new BigCodeBenchError('CONFIG', `${path} is not a recipe: ${hint}.`, { data: { file: path } });
  }
  const { defaults = {}, split, passK, ...others } = identity.request;
  const asked = { ...others, ...(split && { splits: split }), ...(passK && { passK: passK.map(String) }) };
  const values = readValues(path, { ...defaults, ...asked });
  return { ...values, origins: Object.fromEntries(Object.keys(asked).map((key) => [key, 'flag'])) };
}
