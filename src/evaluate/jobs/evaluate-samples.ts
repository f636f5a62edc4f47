import type { Executor } from '../../executor/executor.ts';
import { defaultRules, type EvaluationRules } from '../../schema/evaluation-rules.ts';
import type { Execution } from '../../schema/execution.ts';
import type { GroundTruth, Provable } from '../../schema/proof.ts';
import type { Verdict } from '../../schema/verdict.ts';
import { type ContentCache, createMemoryCache } from '../../store/content-cache.ts';
import { Backlog } from '../../util/backlog.ts';
import { createGroundTruthLookup } from '../ground-truth/check-ground-truth.ts';
import { taskOfTests, withProof } from '../proof/reference-proofs.ts';
import { type EvaluatedSample, PendingJobs, type PendingJobsOptions } from './pending-jobs.ts';

/** What `evaluateSamples` takes. */
export interface EvaluateSamplesOptions extends Omit<PendingJobsOptions, 'executor' | 'rules' | 'capacity'> {
  /** By task id; left out, each reference solution runs first, where time limits depend on what it takes. */
  readonly groundTruth?: PendingJobsOptions['groundTruth'];
  /** An array is executed longest first; samples of a stream as soon as they arrive. */
  readonly samples: readonly EvaluatedSample[] | AsyncIterable<EvaluatedSample>;
  readonly executor: Executor;
  readonly rules?: EvaluationRules | undefined;
  /** Which tasks are known to be provable. */
  readonly provable?: ContentCache<Provable> | undefined;
  readonly signal?: AbortSignal | undefined;
}

const lookupsAtOnce = 64;

/**
 * Executes samples and yields a verdict for each, in order of completion. Identical programs are executed once, or not at
 * all if they are in the cache. A sandbox failure is retried once and then reported; it is never a verdict.
 */
export async function* evaluateSamples(options: EvaluateSamplesOptions): AsyncGenerator<Verdict> {
  const { samples, rules = defaultRules, signal } = options;
  const executor = proveWhere(rules, options);
  const isStream = Symbol.asyncIterator in samples;
  const cache = options.cache ?? (isStream ? createMemoryCache<Execution>() : undefined);
  const stop = new AbortController();
  const stopping = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  const { groundTruth, measure } = measureReferences(options, rules, stopping);
  const { info, capacity } = executor;
  const pending = new PendingJobs({ ...options, rules, cache, groundTruth, executor: info, capacity });
  const take = async (sample: EvaluatedSample) => {
    await measure(sample);
    await pending.take(sample);
  };

  const takeIn = async () => {
    const lookups = new Backlog(lookupsAtOnce);
    for await (const sample of samples) {
      if (isStream) await pending.room(stop.signal);
      await lookups.add(take(sample));
    }
    await lookups.settle();
    pending.close();
  };
  const execute = async () => {
    for await (const ended of executor.execute(pending.jobs(), { signal: stopping })) await pending.settle(ended);
  };
  const runAll = async () => {
    signal?.throwIfAborted();
    // A complete list is sorted before the first job starts.
    if (!isStream) await takeIn();
    const executing = execute();
    try {
      await Promise.all([isStream ? takeIn() : undefined, executing]);
    } catch (reason) {
      stop.abort(reason);
      await executing.catch(() => {});
      throw reason;
    }
    await pending.end();
  };
  const running = runAll().catch((reason: unknown) => pending.fail(reason));
  try {
    yield* pending.verdicts();
  } finally {
    const left = new DOMException('The consumer of the verdicts left.', 'AbortError');
    stop.abort(left);
    pending.fail(left);
    await running;
  }
}

/** What reference solutions need here, found out when the first sample of a task comes. */
function measureReferences(options: EvaluateSamplesOptions, rules: EvaluationRules, signal: AbortSignal) {
  const { groundTruth, tasks, executor } = options;
  if (groundTruth || rules.timeLimit.kind !== 'auto') return { groundTruth, measure: async () => {} };
  const found = new Map<string, GroundTruth>();
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const lookUp = createGroundTruthLookup({ executor, rules, reruns: 0, signal });
  const measure = async ({ taskId }: EvaluatedSample) => {
    const task = byId.get(taskId);
    const measured = task && (await lookUp(task));
    if (measured) found.set(taskId, measured);
  };
  return { groundTruth: found, measure };
}

/** The executor, which proves passes if the rules say so. */
function proveWhere({ integrity }: EvaluationRules, options: EvaluateSamplesOptions): Executor {
  const { executor, tasks, provable: cache } = options;
  if (integrity !== 'proven') return executor;
  const known = new Map(tasks.map((task) => [task.test, task]));
  return withProof(executor, { taskOf: taskOfTests(known), cache });
}
