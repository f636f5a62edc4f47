import { randomBytes } from 'node:crypto';
import type { Execution, Job } from '../schema/execution.ts';
import type { AuditedPass } from '../schema/log-event.ts';
import type { Proof, Provable } from '../schema/proof.ts';
import type { ContentCache } from '../store/content-cache.ts';
import type { JudgedSample } from '../store/conversations.ts';
import { chunksOf } from '../util/chunks.ts';
import { groupBy } from '../util/group-by.ts';
import { createJobBuilder, programOf, type RerunOptions, rerunAlone } from './jobs/rebuild-job.ts';
import { provableKey, provableTaskOf, ReferenceProofs, separately } from './proof/reference-proofs.ts';
import { proofOf, provenLevel } from './proof/settle-proof.ts';
import { drawPasses } from './proof/summarize-audit.ts';

type AuditRunOptions = RerunOptions & { readonly cache: ContentCache<Provable> };

/** Audits what the log does not say yet: the passes that were drawn, and then all of them if one of these fails. */
export async function auditRun(options: AuditRunOptions): Promise<void> {
  const { log, onEvent } = options;
  const { state } = log;
  if (state.auditSeed === undefined && drawPasses(state).passes.length > 0) {
    await log.append({ type: 'audit-drawn', seed: randomBytes(8).toString('hex') });
  }
  for (;;) {
    const { audited } = drawPasses(state);
    const passes = audited.filter(({ audit }) => audit === undefined);
    if (passes.length === 0) return;
    let done = audited.length - passes.length;
    // With the longest first, no core waits for the last one.
    passes.sort((a, b) => b.verdict.cpuMs - a.verdict.cpuMs);
    for await (const pass of auditPasses(options, passes)) {
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

type Audited = Readonly<{ samples: readonly JudgedSample[]; job: Job; task: ReturnType<typeof provableTaskOf> }>;

/**
 * Runs passes under the separate judge; identical programs once. One that is not proven there gets a second run, unless its
 * task cannot be proven here: what fails both times passes only where it can reach its tests.
 */
async function* auditPasses(options: AuditRunOptions, passes: readonly JudgedSample[]): AsyncGenerator<AuditedPass> {
  const { executor, cache, signal } = options;
  const build = createJobBuilder(options);
  const tasks = new Map(options.tasks.map((task) => [task.id, task]));
  const references = new ReferenceProofs(executor, cache);
  const groups = groupBy(passes, programOf);
  const given = new Map<string, Audited>();
  const doubtful: { readonly audited: Audited; readonly execution: Execution }[] = [];

  async function* admit(): AsyncGenerator<Job> {
    for (const [id, samples] of [...groups]) {
      const [sample] = samples;
      const known = sample && tasks.get(sample.taskId);
      const built = known && (await build(sample));
      if (!built) continue;
      const job = { ...built, id };
      const task = provableTaskOf(known);
      given.set(id, { samples, job, task });
      yield separately(job, task.order);
    }
  }
  const run = ({ job, task, samples }: Audited) => {
    const [{ taskId }] = samples as [JudgedSample];
    return rerunAlone(options, { job: separately(job, task.order), taskId, what: `a pass of ${taskId} was audited` });
  };
  const settle = async ({ audited, execution }: (typeof doubtful)[number]): Promise<AuditedPass[]> => {
    const { job, task, samples } = audited;
    const find = () => references.find(job, task, { signal });
    const first = execution.outcome === 'engine-error' ? await run(audited) : execution;
    const proof = await proofOf(first, find);
    if (proof.state !== 'unproven') return tell(samples, proof, first.cpuMs);
    const second = await run(audited);
    const again = await proofOf(second, find);
    const onlyOnce = again.state === 'unproven' && !proof.fails;
    return tell(samples, onlyOnce ? { state: 'unproven', why: again.why } : again, first.cpuMs + second.cpuMs);
  };
  for await (const execution of executor.execute(admit(), { signal })) {
    const audited = given.get(execution.id);
    if (!audited) continue;
    if (execution.outcome !== 'engine-error' && execution.separate === undefined) break;
    const level = provenLevel(execution);
    if (level) yield* tell(audited.samples, { state: 'proven', level }, execution.cpuMs);
    else doubtful.push({ audited, execution });
    groups.delete(execution.id);
  }
  for (const chunk of chunksOf(doubtful, executor.capacity)) {
    for (const told of await Promise.all(chunk.map(settle))) yield* told;
  }
  // Where the executor has no separate judge, the first answer says so for all.
  const why = 'the executor has no separate judge';
  for (const samples of groups.values()) yield* tell(samples, { state: 'unprovable', why }, 0);
}

function tell(samples: readonly JudgedSample[], proof: Proof, cpuMs: number): AuditedPass[] {
  return samples.map(({ taskId, index, programHash = '' }, at) => {
    return { taskId, index, programHash, proof, cpuMs: at === 0 ? cpuMs : 0 };
  });
}
