import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { type Execution, emptyExecution, upstreamStatusOf } from '../../schema/execution.ts';
import type { Job } from '../../schema/job.ts';
import { hideCredentials } from '../../util/hide-credentials.ts';
import { type RetryOptions, retry } from '../../util/retry.ts';
import { executeBounded } from '../execute-bounded.ts';
import type { Executor, ExecutorInfo } from '../executor.ts';
import { type IsolationLevel, localLevels } from '../level.ts';
import { openServerClient } from './server-client.ts';

export interface HttpExecutorOptions {
  /** Address of a `bcb serve`; a token goes before the host: `http://TOKEN@host:7860`. */
  readonly address: string;
  /** How many jobs are sent at once; without it enough to keep the server's slots busy. */
  readonly parallel?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Bounds what is tried again. */
  readonly retries?: Omit<RetryOptions, 'signal'> | undefined;
}

/** About a minute and a half in all: a server that is started again is back by then. */
const defaultRetries = { attempts: 10, baseDelayMs: 250, maxDelayMs: 30_000 };

/**
 * Runs programs on a `bcb serve`. A job is one request that may be repeated: the server knows jobs by content, so that a
 * retry takes over what is under way. A server whose environment changes meanwhile is an error, not another result.
 */
export async function createHttpExecutor(options: HttpExecutorOptions): Promise<Executor> {
  const { signal: opening, retries = defaultRetries } = options;
  const closed = new AbortController();
  const client = openServerClient(options.address);
  const facts = await retry(() => client.readInfo(opening), { ...retries, attempts: 3, signal: opening }).catch(
    async (error: unknown) => {
      await client.close();
      throw error;
    },
  );
  const run = async (job: Job, signal: AbortSignal): Promise<Execution> => {
    try {
      for (;;) {
        const answer = await retry(() => client.execute(job, signal), { ...retries, signal });
        if (answer.kind === 'executed') return { ...answer.execution, id: job.id };
        if (answer.kind === 'failed') return engineError(job, answer.reason);
      }
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      // It was tried long enough; what no attempt can mend ends the run instead.
      if (error instanceof BigCodeBenchError && error.isRetryable) return engineError(job, error.message);
      throw error;
    }
  };
  const close = async () => {
    closed.abort(new DOMException('The executor was closed.', 'AbortError'));
    await client.close();
  };
  return {
    info: describe(facts.executor, options.address),
    capacity: facts.slots,
    execute: (jobs, { signal } = {}) =>
      executeBounded({
        jobs,
        width: options.parallel ?? 4 * facts.slots + 16,
        signal: signal ? AbortSignal.any([signal, closed.signal]) : closed.signal,
        run,
      }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

type RemoteFacts = Pick<ExecutorInfo, 'fingerprint' | 'engine' | 'python' | 'caveat'> & { readonly level: string };

function describe({ level, fingerprint, engine, python, caveat }: RemoteFacts, address: string): ExecutorInfo {
  return {
    name: 'http',
    level: isLevel(level) ? level : 'remote',
    fingerprint,
    engine,
    python,
    caveat,
    address: hideCredentials(address),
  };
}

function isLevel(level: string): level is IsolationLevel {
  return localLevels.some((known) => known === level);
}

function engineError(job: Job, reason: string): Execution {
  return { ...emptyExecution(), id: job.id, outcome: 'engine-error', status: upstreamStatusOf['engine-error'], reason };
}
