import { randomBytes } from 'node:crypto';
import type { Executor } from '../executor/executor.ts';
import type { Provable } from '../schema/proof.ts';
import type { OnRunEvent } from '../schema/run-event.ts';
import type { ContentCache } from '../store/content-cache.ts';
import type { RunWriter } from '../store/run-writer.ts';
import type { JobBuilderOptions } from './jobs/rebuild-job.ts';
import { auditPasses } from './proof/audit-passes.ts';
import { drawPasses } from './proof/draw-passes.ts';
import { provableTaskOf } from './proof/provable-task.ts';
import { provableKey } from './proof/reference-proofs.ts';

export interface AuditRunOptions extends Omit<JobBuilderOptions, 'readSolution' | 'groundTruth'> {
  readonly log: RunWriter;
  readonly executor: Executor;
  /** Which tasks are known to be provable. */
  readonly cache: ContentCache<Provable>;
  readonly onEvent?: OnRunEvent | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Audits what the log does not say yet: the passes that were drawn, and then all of them if one of these fails. */
export async function auditRun(options: AuditRunOptions): Promise<void> {
  const { log, onEvent } = options;
  const { state } = log;
  const readSolution: JobBuilderOptions['readSolution'] = async (pass) => (await log.readVerdict(pass))?.solution ?? '';
  if (state.auditSeed === undefined && drawPasses(state).passes.length > 0) {
    await log.append({ type: 'audit-drawn', seed: randomBytes(8).toString('hex') });
  }
  for (;;) {
    const { audited } = drawPasses(state);
    const passes = audited.filter((pass) => state.auditOf(pass) === undefined);
    if (passes.length === 0) return;
    let done = audited.length - passes.length;
    for await (const pass of auditPasses({ ...options, passes, readSolution, groundTruth: state.groundTruth })) {
      await log.append({ type: 'proof', ...pass });
      const { taskId, index, proof } = pass;
      onEvent?.({ type: 'proof', taskId, index, proof, done: ++done, total: audited.length });
    }
  }
}

/** Enters into the log which tasks are provable here, as far as that is known by now. */
export async function recordProvable({ log, tasks, executor, cache }: AuditRunOptions): Promise<void> {
  for (const task of tasks) {
    const groundTruth = log.state.groundTruth.get(task.id);
    if (!groundTruth || groundTruth.provable) continue;
    const provable = await cache.get(provableKey(provableTaskOf(task), executor.info));
    const at = new Date().toISOString();
    if (provable) await log.append({ type: 'ground-truth', groundTruth: { ...groundTruth, provable }, at });
  }
}
