import type { EvaluationRules } from '../../schema/evaluation-rules.ts';
import type { GroundTruth, Provable } from '../../schema/proof.ts';
import type { ContentCache } from '../../store/content-cache.ts';
import { Backlog } from '../../util/backlog.ts';
import { buildLimits } from '../jobs/time-limit.ts';
import { provableTaskOf, ReferenceProofs } from '../proof/reference-proofs.ts';
import type { CheckGroundTruthOptions } from './check-ground-truth.ts';

export interface CheckProvableOptions extends Pick<CheckGroundTruthOptions, 'tasks' | 'executor' | 'signal'> {
  readonly groundTruth: ReadonlyMap<string, GroundTruth>;
  readonly rules: EvaluationRules;
  readonly cache?: ContentCache<Provable> | undefined;
  readonly onFound?: ((done: number) => void) | undefined;
}

/** Runs the reference solutions under the separate judge: which of the tasks can be proven here, and how. */
export async function checkProvable(options: CheckProvableOptions): Promise<ReadonlyMap<string, Provable>> {
  const { tasks, groundTruth, executor, rules, cache, onFound, signal } = options;
  const references = new ReferenceProofs(executor, executor.info.caveat === undefined ? cache : undefined);
  const found = new Map<string, Provable>();
  const running = new Backlog(2 * executor.capacity);
  for (const task of tasks) {
    const { id, test, libs } = task;
    const limits = buildLimits({ rules, task, groundTruth: groundTruth.get(id) });
    const asked = references.find({ id, code: '', test, limits, libs }, provableTaskOf(task), { signal });
    await running.add(
      asked.then((provable) => {
        if (provable) found.set(id, provable);
        onFound?.(found.size);
      }),
    );
  }
  await running.settle();
  return found;
}
