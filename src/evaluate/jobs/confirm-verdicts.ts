import type { Executor } from '../../executor/executor.ts';
import type { EvaluationRules } from '../../schema/evaluation-rules.ts';
import type { Confirmation } from '../../schema/log-event.ts';
import type { VerdictNote } from '../../schema/verdict-note.ts';
import type { JudgedSample } from '../../store/conversations.ts';
import { groupBy } from '../../util/group-by.ts';
import { executeAlone, sandboxFailed } from './execute-alone.ts';
import { createJobBuilder, type JobBuilderOptions } from './rebuild-job.ts';
import { projectStatus } from './verdict-rules.ts';

export interface ConfirmVerdictsOptions extends JobBuilderOptions {
  readonly samples: readonly JudgedSample[];
  /** Whether this re-run was done before. */
  readonly isDone: (sample: JudgedSample, seed: number) => boolean;
  readonly executor: Executor;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Re-runs samples with other seeds, one at a time with nothing else running; identical programs once. Seed by seed,
 * because a seed needs warm processes of its own.
 */
export async function* confirmVerdicts(options: ConfirmVerdictsOptions): AsyncGenerator<Confirmation> {
  const { samples, isDone, executor, rules, signal } = options;
  const build = createJobBuilder(options);
  const seeds = Math.max(rules.confirmFailures, rules.confirmPasses);
  for (let seed = 1; seed <= seeds; seed++) {
    const due = samples.filter((sample) => seed <= confirmationsOf(sample.verdict, rules) && !isDone(sample, seed));
    for (const [, [first, ...others]] of groupBy(due, ({ taskId, programHash }) => `${taskId} ${programHash}`)) {
      const job = first && (await build(first, seed));
      if (!job) continue;
      const execution = await executeAlone({ executor, job, signal });
      const { outcome, reason = 'no reason given' } = execution;
      // Without the re-run nobody can say whether the verdict is chance.
      if (outcome === 'engine-error') {
        const { taskId } = first;
        throw sandboxFailed('INCOMPLETE', `while ${taskId} was re-run (${reason})`, { taskId });
      }
      const status = projectStatus(execution, rules.verdicts);
      for (const { taskId, index, programHash = '' } of [first, ...others]) {
        yield { taskId, index, programHash, seed, outcome, status };
      }
    }
  }
}

/** How often to re-run a sample. A program that cheats or must not run gets no second chance. */
export function confirmationsOf(
  { status, outcome }: Pick<VerdictNote, 'status' | 'outcome'>,
  rules: EvaluationRules,
): number {
  if (outcome === 'tampered' || outcome === 'blocked') return 0;
  return status === 'pass' ? rules.confirmPasses : rules.confirmFailures;
}
