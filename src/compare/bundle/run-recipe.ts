import { defaultRules, type EvaluationRules } from '../../schema/evaluation-rules.ts';
import type { SubmittedRun } from '../../schema/submission.ts';
import type { RunLog } from '../../store/run-log.ts';
import { toKebabCase } from '../../util/letter-case.ts';
import { quoteWord } from '../../util/shell-quote.ts';

/**
 * The request that a run came from, narrowed to this run, in the form that `bcb run --recipe` reads. The server's address
 * stays behind: it is a matter of whoever measures. Undefined for samples that came as a file.
 */
export function buildRunRecipe({ manifest: { run, provenance } }: Pick<RunLog, 'manifest'>): object | undefined {
  const { request } = provenance;
  if (!isRecord(request)) return undefined;
  const { baseUrl: _, select, idRange, models, ...asked } = request;
  const { name, parameters, nSamples } = run.model;
  const settings = Object.entries(isRecord(models) ? models : {}).map(([pattern, { baseUrl: __, ...own }]) => {
    return [pattern, own] as const;
  });
  const isPart = select !== undefined || idRange !== undefined || settings.some(([, own]) => 'select' in own);
  return {
    provenance: {
      request: {
        ...asked,
        ...parameters,
        nSamples,
        model: [name],
        split: [run.split],
        // By name: `failed@RUN` means something else elsewhere.
        ...(isPart && { select: run.taskIds }),
        ...(settings.length > 0 && { models: Object.fromEntries(settings) }),
      },
    },
  };
}

/** The command that measures a run again, in the folder of the bundle. */
export function describeAgain({ run, files }: SubmittedRun): string {
  if (files.recipe !== undefined) return `run --recipe ${quoteWord(files.recipe)}`;
  const { split, subset, dataset, rules, missing } = run;
  const words = ['evaluate', '--samples', files.samples, '--split', split, '--subset', subset];
  const version = ['--dataset-version', dataset.version, '--missing', missing];
  return [...words, ...version, ...listRuleFlags(rules)].map(quoteWord).join(' ');
}

const plainRules = ['calibrated', 'verdicts', 'safety', 'integrity', 'confirmFailures', 'confirmPasses'] as const;

function listRuleFlags(rules: EvaluationRules): string[] {
  const plain = plainRules.filter((key) => rules[key] !== defaultRules[key]);
  const { timeLimit, limits } = rules;
  return [
    ...plain.flatMap((key) => [`--${toKebabCase(key)}`, String(rules[key])]),
    ...(timeLimit.kind === 'fixed' ? ['--time-limit', String(timeLimit.seconds)] : []),
    ...(limits.memoryMb === defaultRules.limits.memoryMb ? [] : ['--memory-mb', String(limits.memoryMb)]),
    ...(rules.failFast ? ['--fail-fast'] : []),
  ];
}

function isRecord(value: unknown): value is Record<string, Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
