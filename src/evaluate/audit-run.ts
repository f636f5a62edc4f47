import { randomBytes } from 'node:crypto';
import type { Executor } from '../executor/executor.ts';
import type { Execution } from '../schema/execution.ts';
import type { Job } from '../schema/job.ts';
import type { AuditedPass } from '../schema/log-event.ts';
import type { Proof, Provable } from '../schema/proof.ts';
import type { OnRunEvent } from '../schema/run-event.ts';
import type { ContentCache } from '../store/content-cache.ts';
import type { JudgedSample } from '../store/conversations.ts';
import type { RunWriter } from '../store/run-writer.ts';
import { chunksOf } from '../util/chunks.ts';
import { groupBy } from '../util/group-by.ts';
import { executeAlone, sandboxFailed } from './jobs/execute-alone.ts';
import { createJobBuilder, type JobBuilderOptions } from './jobs/rebuild-job.ts';
import {
  type ProvableTask,
  provableKey,
  provableTaskOf,
  ReferenceProofs,
  separately,
} from './proof/reference-proofs.ts';
import { proofOf, provenLevel } from './proof/settle-proof.ts';
import { drawPasses } from './proof/summarize-audit.ts';

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
    // With the longest first, no core waits for the last one.
    passes.sort((a, b) => b.verdict.cpuMs - a.verdict.cpuMs);
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

interface AuditPassesOptions extends JobBuilderOptions, Pick<AuditRunOptions, 'executor' | 'cache' | 'signal'> {
  /** In the order to be audited. */
  readonly passes: readonly JudgedSample[];
}

interface Audited {
  readonly samples: readonly JudgedSample[];
  readonly job: Job;
  readonly task: ProvableTask;
  readonly first: Execution;
}

/**
 * Runs passes under the separate judge; identical programs once. One that is not proven there gets a second run, unless its
 * task cannot be proven here: what fails both times passes only where it can reach its tests.
 */
async function* auditPasses(options: AuditPassesOptions): AsyncGenerator<AuditedPass> {
  const { passes, executor, cache, signal } = options;
  const build = createJobBuilder(options);
  const tasks = new Map(options.tasks.map((task) => [task.id, task]));
  const references = new ReferenceProofs(executor, cache);
  const groups = new Map(groupBy(passes, ({ taskId, programHash }) => `${taskId} ${programHash}`));
  const given = new Map<string, Omit<Audited, 'first'>>();
  const doubtful: Audited[] = [];

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
  const run = async (audited: Omit<Audited, 'first'>): Promise<Execution> => {
    const execution = await executeAlone({ executor, job: separately(audited.job, audited.task.order), signal });
    const { outcome, reason = 'no reason given' } = execution;
    const taskId = audited.samples[0]?.taskId;
    if (outcome !== 'engine-error') return execution;
    throw sandboxFailed('INCOMPLETE', `while a pass of ${taskId} was audited (${reason})`, { taskId });
  };
  const settle = async (audited: Audited): Promise<AuditedPass[]> => {
    const { job, task, samples } = audited;
    const find = () => references.find(job, task, { signal });
    const first = audited.first.outcome === 'engine-error' ? await run(audited) : audited.first;
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
    else doubtful.push({ ...audited, first: execution });
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
