import { executeBounded } from '../executor/execute-bounded.ts';
import type { Executor, ExecutorInfo } from '../executor/executor.ts';
import { type Execution, emptyExecution, upstreamStatusOf } from '../schema/execution.ts';
import type { Job } from '../schema/job.ts';

/** What a scripted job does: the fields of its execution that matter; the rest is filled in. */
export type Script = (job: Job, signal: AbortSignal) => Partial<Execution> | Promise<Partial<Execution>>;

export interface ScriptedExecutorOptions {
  readonly info?: Partial<ExecutorInfo>;
  readonly capacity?: number;
}

/** An executor that runs nothing: each job's execution is what the script says, `pass` where it says nothing. */
export function createScriptedExecutor(script: Script, options: ScriptedExecutorOptions = {}): Executor {
  const capacity = options.capacity ?? 2;
  const closed = new AbortController();
  const run = async (job: Job, signal: AbortSignal) => {
    try {
      return completeExecution(job, await raceAbort(script(job, signal), signal));
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      return completeExecution(job, { outcome: 'engine-error', reason: String(error) });
    }
  };
  const close = async () => closed.abort(new DOMException('The executor was closed.', 'AbortError'));
  return {
    info: { name: 'scripted', level: 'none', fingerprint: 'scripted', ...options.info },
    capacity,
    execute: (jobs, { signal } = {}) =>
      executeBounded({
        jobs,
        width: capacity,
        signal: signal ? AbortSignal.any([signal, closed.signal]) : closed.signal,
        run,
      }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function completeExecution(job: Job, partial: Partial<Execution>): Execution {
  const outcome = partial.outcome ?? 'pass';
  return {
    ...emptyExecution(),
    status: upstreamStatusOf[outcome],
    ...partial,
    id: job.id,
    outcome,
  };
}

async function raceAbort<T>(work: T | Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
