import { Agent, fetch, type Response } from 'undici';
import { z } from 'zod';
import { BigCodeBenchError, usageError } from '../../error/bigcodebench-error.ts';
import type { ExecRequest } from '../../schema/exec-request.ts';
import { type Execution, executionSchema, type Job, limitsSchema } from '../../schema/execution.ts';
import { type ServerInfo, serverInfoSchema } from '../../schema/server-info.ts';
import { hideCredentials } from '../../util/hide-credentials.ts';
import { type RetryOptions, retry } from '../../util/retry.ts';
import { createBoundedExecutor, EngineFault } from '../execute-bounded.ts';
import type { Executor } from '../executor.ts';
import { localLevels } from '../level.ts';
import { parseServerAddress } from '../server-address.ts';

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
  const tries = { ...retries, attempts: 3, signal: opening };
  const facts = await retry(() => client.readInfo(opening), tries).catch(async (error: unknown) => {
    await client.close();
    throw error;
  });
  const address = hideCredentials(options.address);
  const level = localLevels.find((known) => known === facts.executor.level) ?? 'remote';
  const run = async (job: Job, signal: AbortSignal): Promise<Execution> => {
    const { limits } = facts;
    const names = limitsSchema.keyof().options;
    const excess = names.find((name) => (job.limits[name] ?? 0) > (limits[name] ?? Number.POSITIVE_INFINITY));
    if (excess) {
      const asked = `${excess} is ${job.limits[excess]}`;
      throw usageError(`${asked}; the server at ${address} allows ${limits[excess]}: ask for less.`);
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

/** The server answers after this long, done or not, so that a dead connection is noticed soon after. */
const waitS = 60;
const silenceMs = (waitS + 30) * 1000;

/** The conversation with one `bcb serve`. What another attempt may mend is thrown as retryable. */
function openServerClient(spelled: string) {
  const shown = hideCredentials(spelled);
  const parsed = parseServerAddress(spelled);
  if (!parsed) {
    const fix = 'give one such as http://127.0.0.1:7860';
    throw usageError(`${JSON.stringify(shown)} is no address of a server: ${fix}.`);
  }
  const { url, authorization } = parsed;
  const base = `${url.origin}${url.pathname.replace(/\/$/, '')}`;
  const dispatcher = new Agent({ headersTimeout: silenceMs, bodyTimeout: silenceMs, connect: { timeout: 10_000 } });
  let known: ServerInfo['executor'] | undefined;

  const send = async (path: string, signal: AbortSignal | undefined, body?: string): Promise<Response> => {
    const json = { 'content-type': 'application/json', prefer: `wait=${waitS}` };
    const headers = { ...(body && json), ...(authorization && { authorization }) };
    const init = { method: body ? 'POST' : 'GET', headers, body: body ?? null, dispatcher, signal: signal ?? null };
    try {
      return await fetch(`${base}${path}`, init);
    } catch (cause) {
      signal?.throwIfAborted();
      // What `fetch` could not send has a cause; anything else is a mistake of ours.
      if (cause instanceof TypeError && cause.cause === undefined) throw cause;
      throw unreachable(shown, cause);
    }
  };
  return {
    async readInfo(signal?: AbortSignal): Promise<ServerInfo> {
      const response = await send('/v1/info', signal);
      if (response.status !== 200) throw await explain(response, shown);
      const info = await parse(response, serverInfoSchema, shown);
      known ??= info.executor;
      return info;
    },
    /** Undefined if it is not done yet: to be asked for again. */
    async execute(job: Job, signal: AbortSignal): Promise<Execution | undefined> {
      const response = await send('/v1/executions', signal, JSON.stringify(toRequest(job)));
      if (response.status === 200) {
        requireSame(response, known, shown);
        return { ...(await parse(response, executionSchema, shown)), id: job.id };
      }
      const isUnderWay = response.status === 504 && response.headers.get('bcb-state') === 'under-way';
      const error = await explain(response, shown);
      if (isUnderWay) return undefined;
      // The server does not take this job.
      throw response.status === 413 || response.status === 422 ? new EngineFault(error.message) : error;
    },
    close: () => dispatcher.destroy(),
  };
}

function toRequest({ id, code, test, separate, seed, failFast, script, libs, limits }: Job): ExecRequest {
  if (script !== undefined) return { id, script: code, ...script, libs, limits };
  return { id, code, test, separate, seed, fail_fast: failFast, libs, limits };
}

async function parse<Value>(response: Response, schema: z.ZodType<Value>, shown: string): Promise<Value> {
  try {
    return schema.parse(await response.json());
  } catch (cause) {
    throw cause instanceof z.ZodError ? notOurs(shown, cause) : unreachable(shown, cause);
  }
}

/** Results of another environment must not be mixed into this run's. */
function requireSame(response: Response, known: ServerInfo['executor'] | undefined, shown: string): void {
  const fingerprint = response.headers.get('bcb-fingerprint');
  const engine = response.headers.get('bcb-engine');
  if (known === undefined || (fingerprint === known.fingerprint && engine === (known.engine ?? 'unversioned'))) return;
  const message = `The server at ${shown} now runs programs in another environment (${fingerprint}, engine ${engine}) than when this run began (${known.fingerprint}, engine ${known.engine}): start the command again to judge everything by the new one.`;
  throw new BigCodeBenchError('ENGINE', message);
}

async function explain(response: Response, shown: string): Promise<BigCodeBenchError> {
  const { status } = response;
  const detail = await response
    .json()
    .then((body) => z.object({ detail: z.string() }).parse(body).detail)
    .catch(() => `it answered ${status}`);
  if (status === 401 || status === 403) {
    const fix = 'put the token before the host, as in http://TOKEN@host:7860';
    return usageError(`The server at ${shown} asks for a token: ${fix}.`);
  }
  if (status === 404) return notOurs(shown, undefined);
  const retryAfterMs = Number(response.headers.get('retry-after') ?? 0) * 1000;
  return new BigCodeBenchError('NETWORK', `The server at ${shown} did not execute a job: ${detail}`, {
    isRetryable: status === 429 || status >= 500,
    data: { status, retryAfterMs: Number.isFinite(retryAfterMs) ? retryAfterMs : 0 },
  });
}

function notOurs(shown: string, cause: unknown): BigCodeBenchError {
  return new BigCodeBenchError('USAGE', `What answers at ${shown} is not \`bcb serve\`: check the address.`, { cause });
}

function unreachable(shown: string, cause: unknown): BigCodeBenchError {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  const why = inner instanceof Error ? inner.message || inner.name : String(inner);
  const message = `The server at ${shown} cannot be reached (${why}): check that \`bcb serve\` runs there.`;
  return new BigCodeBenchError('NETWORK', message, { cause, isRetryable: true });
}
