import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import type { Execution } from '../../schema/execution.ts';
import type { Job } from '../../schema/job.ts';
import { limitsSchema } from '../../schema/limits.ts';
import { hideCredentials } from '../../util/hide-credentials.ts';
import { type RetryOptions, retry } from '../../util/retry.ts';
import { createBoundedExecutor, EngineFault } from '../execute-bounded.ts';
import type { Executor } from '../executor.ts';
import { localLevels } from '../level.ts';
import { openServerClient } from './server-client.ts';

/** Which `bcb serve` to use, and how. */
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
  const client = openServerClient(options.address);
  const facts = await retry(() => client.readInfo(opening), { ...retries, attempts: 3, signal: opening }).catch(
    async (error: unknown) => {
      await client.close();
      throw error;
    },
  );
  const address = hideCredentials(options.address);
  const level = localLevels.find((known) => known === facts.executor.level) ?? 'remote';
  const run = async (job: Job, signal: AbortSignal): Promise<Execution> => {
    const excess = limitsSchema
      .keyof()
      .options.find((name) => (job.limits[name] ?? 0) > (facts.limits[name] ?? Number.POSITIVE_INFINITY));
    if (excess) {
      const [asked, most] = [job.limits[excess], facts.limits[excess]];
      throw new BigCodeBenchError(
        'USAGE',
        `${excess} is ${asked}; the server at ${address} allows ${most}: ask for less.`,
      );
    }
    try {
      for (;;) {
        const execution = await retry(() => client.execute(job, signal), { ...retries, signal });
        if (execution) return execution;
      }
    } catch (error) {
      signal.throwIfAborted();
      // It was tried long enough; what no attempt can mend ends the run instead.
      throw error instanceof BigCodeBenchError && error.isRetryable ? new EngineFault(error.message) : error;
    }
  };
  return createBoundedExecutor({
    info: { ...facts.executor, name: 'http', level, address },
    capacity: facts.slots,
    width: options.parallel ?? 4 * facts.slots + 16,
    run,
    close: () => client.close(),
  });
}
