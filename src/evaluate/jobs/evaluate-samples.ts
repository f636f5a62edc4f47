import type { Executor } from '../../executor/executor.ts';
import { defaultRules, type EvaluationRules } from '../../schema/evaluation-rules.ts';
import type { Execution } from '../../schema/execution.ts';
import type { Verdict } from '../../schema/verdict.ts';
import { createMemoryCache } from '../../store/content-cache.ts';
import { Backlog } from '../../util/backlog.ts';
import { chunksOf } from '../../util/chunks.ts';
import { withProof } from '../proof/with-proof.ts';
import { type EvaluatedSample, JobBook, type JobBookOptions } from './job-book.ts';
import { buildGroundTruthProgram } from './program.ts';

export interface EvaluateSamplesOptions extends Omit<JobBookOptions, 'executor' | 'rules' | 'capacity'> {
  /** An array is executed longest first; samples of a stream as soon as they arrive. */
  readonly samples: readonly EvaluatedSample[] | AsyncIterable<EvaluatedSample>;
  readonly executor: Executor;
  readonly rules?: EvaluationRules | undefined;
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
  const book = new JobBook({ ...options, rules, cache, executor: executor.info, capacity: executor.capacity });
  const stop = new AbortController();

  const takeIn = async () => {
    if (isStream) {
      const lookups = new Backlog(lookupsAtOnce);
      for await (const sample of samples) {
        if (stop.signal.aborted) return;
        await lookups.add(book.take(sample));
      }
      await lookups.settle();
    } else {
      for (const chunk of chunksOf(samples, lookupsAtOnce)) {
        await Promise.all(chunk.map((sample) => book.take(sample)));
      }
    }
    book.close();
  };
  const execute = async () => {
    const stopping = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
    for await (const execution of executor.execute(book.jobs(), { signal: stopping })) await book.settle(execution);
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
    await book.end();
  };
  const running = runAll().catch((reason: unknown) => book.fail(reason));
  try {
    yield* book.verdicts();
  } finally {
    stop.abort(new DOMException('The consumer of the verdicts left.', 'AbortError'));
    await running;
  }
}

/** The executor, which proves passes if the rules say so. */
function proveWhere({ integrity }: EvaluationRules, { executor, tasks }: EvaluateSamplesOptions): Executor {
  if (integrity === 'flags') return executor;
  const references = new Map(tasks.map((task) => [task.test, buildGroundTruthProgram(task)]));
  return withProof(executor, { referenceOf: ({ test }) => references.get(test) });
}
