import { createBoundedExecutor } from '../executor/execute-bounded.ts';
import type { Executor, ExecutorInfo } from '../executor/executor.ts';
import { type Execution, emptyExecution, type Job, upstreamStatusOf } from '../schema/execution.ts';
import { raceAbort } from '../util/race-abort.ts';

/** What a scripted job does: the fields of its execution that matter; the rest is filled in. */
export type Script = (job: Job, signal: AbortSignal) => Partial<Execution> | Promise<Partial<Execution>>;

/** What a scripted executor says about itself, and how many jobs it takes at once. */
export interface ScriptedExecutorOptions {
  readonly info?: Partial<ExecutorInfo>;
  readonly capacity?: number;
}

/**
 * An executor that runs nothing: each job's execution is what the script says, `pass` where it says nothing. Its separate
 * judge says the same, by values.
 */
export function createScriptedExecutor(script: Script, options: ScriptedExecutorOptions = {}): Executor {
  const capacity = options.capacity ?? 2;
  const run = async (job: Job, signal: AbortSignal) => {
    try {
      signal.throwIfAborted();
      return completeExecution(job, await raceAbort(script(job, signal), signal));
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      return completeExecution(job, { outcome: 'engine-error', reason: String(error) });
    }
  };
  const info = { name: 'scripted', level: 'none', fingerprint: 'scripted', ...options.info } as const;
  return createBoundedExecutor({ info, capacity, width: capacity, run });
}

function completeExecution(job: Job, partial: Partial<Execution>): Execution {
  const outcome = partial.outcome ?? 'pass';
  return {
    ...emptyExecution(),
    ...(job.separate ? { separate: { level: 'value' as const, words: [] } } : {}),
    status: upstreamStatusOf[outcome],
    ...partial,
    id: job.id,
    outcome,
  };
}
