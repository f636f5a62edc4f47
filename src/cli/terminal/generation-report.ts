import type { GenerationSummary } from '../../generate/generation.ts';
import { formatCost, formatUsage } from '../../report/format-spending.ts';
import type { OpenModelRun } from '../../run/open-model-run.ts';
import type { RunPlan } from '../../run/plan-runs.ts';
import { toKebabCase } from '../../util/letter-case.ts';
import type { CommandContext } from '../command.ts';

/** Identity fields that the command line calls something else. */
const words: Readonly<Record<string, string>> = {
  profile: 'the request profile',
  takes: 'what the model supports',
  prefill: 'prefilling the answer',
};

/** Says why a run is new where the user may have expected to resume an earlier one; of several runs, nobody expects it. */
export function tellDifferences(
  { stderr }: Pick<CommandContext, 'stderr'>,
  { earlier }: Pick<OpenModelRun, 'earlier'>,
  plans: readonly RunPlan[],
): void {
  if (!earlier || plans.length > 1) return;
  const asking = earlier.differences.filter(({ field }) => field.startsWith('asking.'));
  const changes = asking.map(({ field: path, earlier: before, now }) => {
    const field = path.slice('asking.'.length);
    const name = words[field] ?? `--${toKebabCase(field)}`;
    const isPlain = [before, now].every((value) => typeof value !== 'object' || value === null);
    return isPlain ? `${name} is ${format(now)}, was ${format(before)}` : `${name} differs`;
  });
  const why = changes.join(' and ');
  stderr.write(`This is a new run, because ${why}; the answers of ${earlier.id} are not reused.\n`);
}

/** The last lines of a generation. */
export function describeSummary(
  { samplesPath, log }: OpenModelRun,
  summary: GenerationSummary,
  { parameters }: Pick<RunPlan, 'parameters'>,
): string {
  const { total, answered, kinds, usage, costUsd, worthRetrying } = summary;
  const odd = Object.entries(kinds).filter(([, count]) => count > 0);
  const tokens = formatUsage(usage);
  return [
    `samples  ${samplesPath}`,
    `run      ${log.path}`,
    `answers  ${answered} of ${total}${odd.map(([kind, number]) => `, ${number} ${kind}`).join('')}`,
    ...(tokens === '' ? [] : [`tokens   ${tokens}`]),
    ...(costUsd === undefined || costUsd === 0 ? [] : [`cost     ${formatCost(costUsd)}`]),
    ...(worthRetrying.length > 0 ? [`retry    ${adviseRetry(worthRetrying, parameters)}`] : []),
    ...(answered < total ? ['missing  run the same command again to request the rest'] : []),
    '',
  ].join('\n');
}

/** With the same budget, a truncated answer would be truncated again. */
function adviseRetry(kinds: readonly string[], { maxNewTokens }: RunPlan['parameters']): string {
  const budget = kinds.includes('truncated') ? ` --retry-max-new-tokens ${2 * maxNewTokens}` : '';
  return `add --retry ${kinds.join(',')}${budget} to request those again`;
}

export function toDocument(
  { samplesPath, log }: OpenModelRun,
  { model, prompt, parameters, nSamples }: RunPlan,
  summary: GenerationSummary,
): Record<string, unknown> {
  const { total, answered, missing, kinds, usage, costUsd } = summary;
  return {
    run_id: log.id,
    run: log.path,
    samples: samplesPath,
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
