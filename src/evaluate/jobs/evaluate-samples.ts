import type { Executor } from '../../executor/executor.ts';
import { defaultRules, type EvaluationRules } from '../../schema/evaluation-rules.ts';
import type { Execution } from '../../schema/execution.ts';
import type { GroundTruth } from '../../schema/ground-truth.ts';
import type { Job } from '../../schema/job.ts';
import type { Sample } from '../../schema/sample.ts';
import type { Task } from '../../schema/task.ts';
import type { Verdict } from '../../schema/verdict.ts';
import { type ContentCache, createMemoryCache } from '../../store/content-cache.ts';
import { Backlog } from '../../util/backlog.ts';
import { chunksOf } from '../../util/chunks.ts';
import { WorkQueue } from '../../util/work-queue.ts';
import { type ExpectedCost, expectCost, lengthOf } from './expected-cost.ts';
import { type ExecutionSetting, hashJob } from './job-hash.ts';
import { buildProgram } from './program.ts';
import { buildLimits } from './time-limit.ts';
import { buildVerdict, judgeSize, trimOutput } from './verdict-rules.ts';

export type EvaluatedSample = Pick<Sample, 'taskId' | 'index' | 'solution'>;

/** A sample that the engine could not execute: it has no verdict, and the run is not complete. */
export interface EvaluationFault {
  readonly sample: EvaluatedSample;
  readonly reason: string;
}

export interface EvaluateSamplesOptions {
  /** An array is executed longest first; of a stream, each sample as soon as it comes. */
  readonly samples: readonly EvaluatedSample[] | AsyncIterable<EvaluatedSample>;
  /** Samples of other tasks are passed over. */
  readonly tasks: readonly Task[];
  readonly executor: Executor;
  /** By task id; may still be filled while a stream of samples waits. */
  readonly groundTruth?: ReadonlyMap<string, GroundTruth> | undefined;
  readonly rules?: EvaluationRules | undefined;
  /** Executions of earlier runs. */
  readonly cache?: ContentCache<Execution> | undefined;
  /** Keeps each verdict before it is given out. An execution enters the cache only after that. */
  readonly record?: ((verdict: Verdict) => Promise<void>) | undefined;
  readonly onFault?: ((fault: EvaluationFault) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface PendingJob {
  readonly hash: string;
  readonly task: Task;
  readonly samples: EvaluatedSample[];
  readonly cost: ExpectedCost;
  attempts: number;
}

const lookupsAtOnce = 64;
const attemptsPerJob = 2;
const keptAtOnce = 32;

/**
 * Executes samples and yields a verdict for each, in the order of finishing. Identical programs are executed once, and
 * not at all where the cache knows them. A fault of the engine is tried again once, then reported, never a verdict.
 */
export async function* evaluateSamples(options: EvaluateSamplesOptions): AsyncGenerator<Verdict> {
  const { samples, executor, signal, groundTruth, rules = defaultRules, record, onFault } = options;
  const { calibrated, verdicts: mode } = rules;
  const isStream = Symbol.asyncIterator in samples;
  const cache = options.cache ?? (isStream ? createMemoryCache<Execution>() : undefined);
  const setting: ExecutionSetting = { rules, executor: executor.info };
  const tasks = new Map(options.tasks.map((task) => [task.id, task]));
  const pending = new Map<string, PendingJob>();
  const queue = new WorkQueue<PendingJob>((a, b) => lengthOf(b.cost) - lengthOf(a.cost));
  const output = new WorkQueue<Verdict>();
  /** What is executed but not yet kept: a slow disk slows the executor down, and is written to for many at once. */
  const finishing = new Backlog(keptAtOnce);
  const stop = new AbortController();
  let isTakingIn = true;
  const closeWhenDone = () => {
    if (!isTakingIn && pending.size === 0) queue.close();
  };

  const finish = async (job: PendingJob, execution: Execution, cached: boolean) => {
    let isStored = cached || execution.id !== job.hash;
    // Identical samples may join their execution until it is in the cache, where later ones will find it.
    for (let at = 0; at < job.samples.length || !isStored; ) {
      const joined = job.samples.slice(at);
      at = job.samples.length;
      if (joined.length === 0) {
        await cache?.put(job.hash, execution);
        isStored = true;
      }
      const verdicts = joined.map((sample) => {
        const code = buildProgram(job.task, sample.solution, calibrated);
        return buildVerdict({ execution, sample, code, jobHash: job.hash, cached, mode });
      });
      await Promise.all(verdicts.map((verdict) => record?.(verdict)));
      for (const verdict of verdicts) output.push(verdict);
    }
    if (pending.get(job.hash) === job) pending.delete(job.hash);
    closeWhenDone();
  };
  const keep = (job: PendingJob, execution: Execution, cached: boolean) => {
    const finished = finish(job, execution, cached);
    // Nobody may wait for more jobs once a verdict could not be kept.
    finished.catch((reason: unknown) => queue.fail(reason));
    return finishing.add(finished);
  };
  const take = async (sample: EvaluatedSample) => {
    const task = tasks.get(sample.taskId);
    if (!task) return;
    const code = buildProgram(task, sample.solution, calibrated);
    const hash = hashJob({ code, test: task.test }, setting);
    const known = pending.get(hash);
    if (known) {
      known.samples.push(sample);
      return;
    }
    const cost = expectCost(task, groundTruth?.get(task.id));
    const job: PendingJob = { hash, task, samples: [sample], cost, attempts: 0 };
    pending.set(hash, job);
    const refused = judgeSize(code);
    const cached = refused ? undefined : await cache?.get(hash);
    const execution = refused ?? cached;
    if (!execution) return queue.push(job);
    await keep(job, execution, cached !== undefined);
  };
  const takeIn = async () => {
    if (isStream) {
      for await (const sample of samples) {
        if (stop.signal.aborted) return;
        await take(sample);
      }
    } else {
      for (const chunk of chunksOf(samples, lookupsAtOnce)) await Promise.all(chunk.map(take));
    }
    isTakingIn = false;
    closeWhenDone();
  };

  const jobs = async function* (): AsyncGenerator<Job> {
    for await (const { hash, task, samples, cost } of queue) {
      yield {
        id: hash,
        code: buildProgram(task, samples[0]?.solution ?? '', calibrated),
        test: task.test,
        limits: buildLimits({ rules, task, groundTruth: groundTruth?.get(task.id) }),
        libs: task.libs,
        costHintMs: lengthOf(cost),
      };
    }
  };
  const settle = async (execution: Execution) => {
    const job = pending.get(execution.id);
    if (!job) return;
    if (execution.outcome !== 'engine-error') return keep(job, trimOutput(execution), false);
    if (++job.attempts < attemptsPerJob) return queue.push(job);
    pending.delete(job.hash);
    closeWhenDone();
    for (const sample of job.samples) onFault?.({ sample, reason: execution.reason ?? 'unknown' });
  };
  const execute = async () => {
    const stopping = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
    for await (const execution of executor.execute(jobs(), { signal: stopping })) await settle(execution);
  };

  const runAll = async () => {
    signal?.throwIfAborted();
    // What is known in full is sorted before the first job starts.
    if (!isStream) await takeIn();
    const executing = execute();
    try {
      await Promise.all([isStream ? takeIn() : undefined, executing]);
    } catch (reason) {
      stop.abort(reason);
      await executing.catch(() => {});
      throw reason;
    }
    await finishing.settle();
    output.close();
  };
  const running = runAll().catch((reason: unknown) => output.fail(reason));
  try {
    yield* output;
  } finally {
    stop.abort(new DOMException('The consumer of the verdicts left.', 'AbortError'));
    await running;
  }
}
