import { readFile } from 'node:fs/promises';
import type { RunRequest } from '../schema/run-request.ts';
import { withoutCredentials } from '../util/hide-credentials.ts';
import { type ConfigFile, configError, readValues } from './config-file.ts';
import type { OptionOrigin } from './resolve-options.ts';

/** Options about where, how fast or how verbosely to run, but not what to measure: not part of a recipe. */
const circumstances = [
  ...(['out', 'resume', 'retry', 'retryMaxNewTokens', 'reporter', 'name', 'tag', 'note'] as const),
  ...(['execution', 'parallel', 'env', 'cache', 'cacheMb', 'cacheDays', 'failBelow', 'failIf'] as const),
  ...(['concurrency', 'rpm', 'tpm', 'requestTimeoutS', 'maxCost', 'maxTasks'] as const),
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

export interface LoadedRecipe extends ConfigFile {
  /** What was requested overrides a model's own settings, as it did then. */
  readonly origins: Readonly<Record<string, OptionOrigin>>;
}

/** Reads the `manifest.json` of a run as a source of options: the request that it came from. */
export async function loadRecipe(path: string): Promise<LoadedRecipe> {
  let manifest: unknown;
  try {
    manifest = JSON.parse(await readFile(path, 'utf8'));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw configError(path, `cannot be read as a recipe: ${why}`, cause);
  }
  const { provenance } = manifest as { provenance?: { request?: Partial<Recipe> } };
  if (typeof provenance?.request !== 'object' || provenance.request === null) {
    const hint = 'use the manifest.json of a run that `bcb run` made';
    throw configError(path, `is not a recipe: ${hint}.`);
  }
  const { defaults = {}, split, passK, ...others } = provenance.request;
  // What was made in a folder is made there again, where its answers are.
  const [, out] = /^(.+)[\\/]runs[\\/][0-9a-f]{12}[\\/]manifest\.json$/.exec(path) ?? [];
  const asked = { ...others, ...(split && { splits: split }), ...(passK && { passK: passK.map(String) }) };
  const values = readValues(path, { ...defaults, ...asked, ...(out !== undefined && { out }) });
  return { ...values, origins: Object.fromEntries(Object.keys(asked).map((key) => [key, 'flag'])) };
}
