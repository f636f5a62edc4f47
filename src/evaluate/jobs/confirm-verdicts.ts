import type { EvaluationRules } from '../../schema/evaluation-rules.ts';
import type { VerdictNote } from '../../schema/verdict.ts';
import type { JudgedSample } from '../../store/conversations.ts';
import { groupBy } from '../../util/group-by.ts';
import { createJobBuilder, programOf, type RerunOptions, rerunAlone } from './rebuild-job.ts';
import { projectStatus } from './verdict-rules.ts';

/**
 * Re-runs samples with other seeds, as far as the rules ask for it: one at a time with nothing else running; identical
 * programs once. Seed by seed, because a seed needs warm processes of its own.
 */
export async function confirmVerdicts(options: RerunOptions): Promise<void> {
  const { log, rules, onEvent } = options;
  const { state } = log;
  const build = createJobBuilder(options);
  const runsOf = ({ verdict }: JudgedSample) => confirmationsOf(verdict, rules);
  const samples = state.judged.filter((sample) => runsOf(sample) > 0);
  const total = samples.reduce((sum, sample) => sum + runsOf(sample), 0);
  let done = samples.reduce((sum, { confirmations = [] }) => sum + confirmations.length, 0);
  for (let seed = 1; seed <= Math.max(rules.confirmFailures, rules.confirmPasses); seed++) {
    const isDone = ({ confirmations }: JudgedSample) => confirmations?.some((known) => known.seed === seed);
    const due = samples.filter((sample) => seed <= runsOf(sample) && !isDone(sample));
    for (const [, alike] of groupBy(due, programOf)) {
      const [first] = alike;
      const job = first && (await build(first, seed));
      if (!job) continue;
      const execution = await rerunAlone(options, { job, taskId: first.taskId, what: `${first.taskId} was re-run` });
      const { outcome } = execution;
      const status = projectStatus(execution, rules.verdicts);
      for (const { taskId, index, programHash = '' } of alike) {
        const confirmation = { type: 'confirmation', taskId, index, programHash, seed, outcome, status } as const;
        await log.append(confirmation);
        onEvent?.({ ...confirmation, done: ++done, total });
      }
    }
  }
}

/** How often to re-run a sample. A program that cheats or must not run gets no second chance. */
function confirmationsOf({ status, outcome }: Pick<VerdictNote, 'status' | 'outcome'>, rules: EvaluationRules): number {
  if (outcome === 'tampered' || outcome === 'blocked') return 0;
  return status === 'pass' ? rules.confirmPasses : rules.confirmFailures;
}
