import {
  type JudgingRequest,
  judgingRequestSchema,
  parameterKeys,
  type RunRequest,
  runRequestSchema,
} from '../schema/run-request.ts';
import { type Split, splitSchema } from '../schema/task.ts';
import { withoutCredentials } from '../util/hide-credentials.ts';
import { toKebabCase } from '../util/letter-case.ts';
import { parseOptions } from '../util/parse-options.ts';
import { isOptionKey, type OptionKey } from './option-table.ts';
import type { ResolvedOptions } from './resolve-options.ts';

/** Included only if given: what a task pack or a provider says is better than our default. */
const onlyIfGiven: readonly string[] = ['memoryMb', 'maxOutputMb', 'requestTimeoutS'];

const spellFlag = (key: string) => `--${toKebabCase(key)}`;

type Resolved = Pick<ResolvedOptions, 'options' | 'origins' | 'sections'>;

/** What flags, variables and config file ask for, as one request. */
export function toRunRequest(resolved: Resolved): RunRequest {
  return parseOptions(runRequestSchema, { ...gather(resolved), model: resolved.options.model ?? [] }, spellFlag);
}

/** The same for commands that judge existing answers. */
export function toJudgingRequest(resolved: Resolved): JudgingRequest {
  return parseOptions(judgingRequestSchema, gather(resolved), spellFlag);
}

export function toSplits({ splits }: Resolved['options']): readonly Split[] {
  const { split } = parseOptions(runRequestSchema.pick({ split: true }), { split: spellOutSplits(splits) }, spellFlag);
  return [...new Set(split)];
}

const spellOutSplits = (words: readonly string[]) =>
  words.flatMap((word) => (word === 'both' ? splitSchema.options : [word]));

function gather({ options, origins, sections }: Resolved): Record<string, unknown> {
  const isTyped = (key: OptionKey) => ['flag', 'environment'].includes(origins.get(key) ?? '');
  const parameters: readonly string[] = parameterKeys;
  const given: Record<string, unknown> = {};
  const defaults: Record<string, unknown> = {};
  // Only the keys of a request are considered.
  for (const key of Object.keys(judgingRequestSchema.shape).filter(isOptionKey)) {
    const value = options[key];
    if (value === undefined) continue;
    if (parameters.includes(key)) (isTyped(key) ? given : defaults)[key] = value;
    else if (!onlyIfGiven.includes(key) || origins.get(key) !== 'default') given[key] = value;
  }
  return {
    ...given,
    defaults,
    split: options.splits ? spellOutSplits(options.splits) : given.split && [given.split],
    passK: given.passK && options.passK.map(Number),
    models: sections.models,
    prices: sections.prices,
    safetyRules: sections.safetyRules,
  };
}

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
