import { addAbortListener, setMaxListeners } from 'node:events';
import { type Execution, engineError, type Job } from '../schema/execution.ts';
import { abortWith } from '../util/abort-with.ts';
import type { Executor } from './executor.ts';

interface BoundedOptions {
  readonly jobs: Iterable<Job> | AsyncIterable<Job>;
  /** How many jobs may be under way or waiting to be taken at once; asked again each time where it may change. */
  readonly width: number | (() => number);
  readonly signal?: AbortSignal | undefined;
  /** Ends it as well. */
  readonly closed?: AbortSignal | undefined;
  /** Runs one job. It must settle soon after its signal aborts, and reject for nothing else than that. */
  readonly run: (job: Job, signal: AbortSignal) => Promise<Execution>;
}

/** The engine failed a job, whatever its program does. */
export class EngineFault extends Error {
  override readonly name: string = 'EngineFault';
}

interface BoundedExecutorOptions
  extends Pick<Executor, 'info' | 'sizing' | 'verify' | 'converse'>,
    Pick<BoundedOptions, 'width' | 'run'> {
  readonly capacity: number | (() => number);
  /** Ends what is behind it, after everything under way was told to end. Called once. */
  readonly close?: (() => Promise<void>) | undefined;
}

/** An executor, made of "run one job"; an `EngineFault` becomes an execution that says so. */
export function createBoundedExecutor(options: BoundedExecutorOptions): Executor {
  const { capacity, width, run: runOnce, ...facts } = options;
  const closed = new AbortController();
  let closing: Promise<void> | undefined;
  const close = async () => {
    closed.abort(new DOMException('The executor was closed.', 'AbortError'));
    closing ??= options.close?.();
    await closing;
  };
  const run = async (job: Job, signal: AbortSignal): Promise<Execution> => {
    try {
      return await runOnce(job, signal);
    } catch (error) {
      if (signal.aborted || !(error instanceof EngineFault)) throw error;
      return engineError(job.id, error.message);
    }
  };
  return {
    ...facts,
    get capacity() {
      return typeof capacity === 'function' ? capacity() : capacity;
    },
    execute: (jobs, { signal } = {}) => executeBounded({ jobs, width, signal, closed: closed.signal, run }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/**
 * Turns "run one job" into the stream of the executor port: pulls lazily, yields in the order of finishing, and when
 * the consumer leaves or the signal aborts, waits until every job under way has been cleaned up.
 */
export async function* executeBounded({ jobs, width, signal, closed, run }: BoundedOptions): AsyncGenerator<Execution> {
  // At least one: a stream that has none under way would never look again.
  const widthNow = () => Math.max(1, typeof width === 'function' ? width() : width);
  const stop = new AbortController();
  // One per job under way. Not 0: Node 20 then takes the signal for something else when it is handed to `fetch`.
  setMaxListeners(Number.POSITIVE_INFINITY, stop.signal);
  const source = (async function* () {
    yield* jobs;
  })();
  const finished: Execution[] = [];
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let [isPulling, isExhausted] = [false, false];
  let wake = () => {};

  const start = (job: Job) => {
    const settled = run(job, stop.signal)
      .then((execution) => void finished.push(execution))
      .catch((reason: unknown) => void failures.push(reason))
      .finally(() => {
        running.delete(settled);
        wake();
      });
    running.add(settled);
  };
  const pull = async () => {
    isPulling = true;
    try {
      const next = await source.next();
      if (next.done) isExhausted = true;
      else if (!stop.signal.aborted) start(next.value);
    } catch (reason) {
      failures.push(reason);
    } finally {
      isPulling = false;
      wake();
    }
  };
  using _given = abortWith(stop, signal);
  using _closed = abortWith(stop, closed);
  using _waking = addAbortListener(stop.signal, () => wake());

  try {
    while (true) {
      stop.signal.throwIfAborted();
      if (failures.length > 0) throw failures[0];
      if (!isExhausted && !isPulling && running.size + finished.length < widthNow()) void pull();
      const execution = finished.shift();
      if (execution !== undefined) {
        yield execution;
        continue;
      }
      if (isExhausted && running.size === 0) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  } finally {
    // Always: a pull under way must not start its job any more.
    stop.abort(new DOMException('The consumer of the executions left.', 'AbortError'));
    await Promise.all(running);
    if (!isExhausted) void source.return().catch(() => {});
  }
}
