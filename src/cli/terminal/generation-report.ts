import { estimateCost } from '../../generate/cost-guard.ts';
import type { Generation, GenerationSummary } from '../../generate/generation-run.ts';
import { describeUnknownPrice } from '../../model/prices.ts';
import { buildPrompt } from '../../prompt/build-prompt.ts';
import type { RunPlan } from '../../run/plan-runs.ts';
import { toKebabCase } from '../../util/letter-case.ts';

/** Identity fields that the command line calls something else. */
const words: Readonly<Record<string, string>> = {
  profile: 'the request profile',
  takes: 'what the model supports',
  prefill: 'prefilling the answer',
};

/** Why this is a new run, if the user may have expected to resume an earlier one. */
export function describeDifferences({ earlier }: Pick<Generation, 'earlier'>): string[] {
  if (!earlier) return [];
  const changes = earlier.differences.map(({ field, earlier: before, now }) => {
    const name = words[field] ?? `--${toKebabCase(field)}`;
    const isPlain = [before, now].every((value) => typeof value !== 'object' || value === null);
    return isPlain ? `${name} is ${format(now)}, was ${format(before)}` : `${name} differs`;
  });
  return [`This is a new run, because ${changes.join(' and ')}; the answers of ${earlier.id} are not reused.`];
}

export interface Estimate {
  readonly sentence: string;
  /** Whether we know that it costs money. */
  readonly isPaid: boolean;
}

/** What a run will cost; undefined if it is free or there is nothing to request. */
export function estimateRun(
  generation: Generation,
  { model, prompt, parameters, nSamples, tasks }: RunPlan,
): Estimate | undefined {
  const { price } = model;
  const missing = generation.countMissing();
  if (missing === 0) return undefined;
  if (price === undefined) {
    return { sentence: describeUnknownPrice(model.name), isPaid: false };
  }
  if (price.input === 0 && price.output === 0) return undefined;
  const estimates = tasks.map((task) =>
    estimateCost(
      { prompt: buildPrompt(task, prompt), parameters, samples: nSamples, isBounded: model.capabilities.maxTokens },
      price,
    ),
  );
  const share = missing / (tasks.length * nSamples);
  const sum = (key: 'most' | 'usual') => share * estimates.reduce((total, estimate) => total + estimate[key], 0);
  const limit = model.capabilities.maxTokens ? `, at most ${dollars(sum('most'))}` : '';
  const asOf = price.asOf === undefined ? '' : ` (prices of ${price.asOf})`;
  const sentence = `${missing} samples of ${model.name} will cost about ${dollars(sum('usual'))}${limit}${asOf}.`;
  return { sentence, isPaid: true };
}

/** The last lines of a generation. */
export function describeSummary(
  generation: Pick<Generation, 'samplesPath' | 'path'>,
  summary: GenerationSummary,
  { parameters }: Pick<RunPlan, 'parameters'>,
): string {
  const { total, answered, kinds, usage, costUsd, worthRetrying } = summary;
  const odd = Object.entries(kinds).filter(([, count]) => count > 0);
  const tokens = [
    usage.inputTokens === undefined ? '' : `${count(usage.inputTokens)} in`,
    usage.cachedTokens ? `(${count(usage.cachedTokens)} cached)` : '',
    usage.outputTokens === undefined ? '' : `${count(usage.outputTokens)} out`,
    usage.reasoningTokens ? `(${count(usage.reasoningTokens)} reasoning)` : '',
  ].filter((text) => text !== '');
  return [
    `samples  ${generation.samplesPath}`,
    `run      ${generation.path}`,
    `answers  ${answered} of ${total}${odd.map(([kind, number]) => `, ${number} ${kind}`).join('')}`,
    ...(tokens.length > 0 ? [`tokens   ${tokens.join(' ')}`] : []),
    ...(costUsd === undefined || costUsd === 0 ? [] : [`cost     ${dollars(costUsd)}`]),
    ...(worthRetrying.length > 0 ? [`again    ${adviseRetry(worthRetrying, parameters)}`] : []),
    ...(answered < total ? ['missing  run the same command to request what is missing'] : []),
    '',
  ].join('\n');
}

/** With the same budget, a truncated answer would be truncated again. */
function adviseRetry(kinds: readonly string[], { maxNewTokens }: RunPlan['parameters']): string {
  const budget = kinds.includes('truncated') ? ` --retry-max-new-tokens ${2 * maxNewTokens}` : '';
  return `add --retry ${kinds.join(',')}${budget} to request those again`;
}

export function toDocument(
  generation: Generation,
  { model, prompt, parameters, nSamples }: RunPlan,
  summary: GenerationSummary,
): Record<string, unknown> {
  const { total, answered, missing, kinds, usage, costUsd } = summary;
  return {
    run_id: generation.id,
    run: generation.path,
    samples: generation.samplesPath,
    model: model.name,
    split: prompt.split,
    temperature: parameters.temperature,
    n_samples: nSamples,
    total,
    answered,
    missing,
    ...kinds,
    warnings: summary.signs,
    usage: {
      input_tokens: usage.inputTokens,
      cached_tokens: usage.cachedTokens,
      output_tokens: usage.outputTokens,
      reasoning_tokens: usage.reasoningTokens,
    },
    cost_usd: costUsd,
  };
}

function format(value: unknown): string {
  if (value === undefined || value === null) return 'not set';
  const text = String(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

function dollars(amount: number): string {
  return `$${amount.toFixed(amount < 0.1 ? 4 : 2)}`;
}

function count(number: number): string {
  return number.toLocaleString('en-US');
}
