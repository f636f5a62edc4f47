import { BigCodeBenchError, usageError } from '../../error/bigcodebench-error.ts';
import { type Execution, emptyExecution, engineError, type Job } from '../../schema/execution.ts';
import { withoutUndefined } from '../../schema/optional.ts';
import type { Task } from '../../schema/task.ts';
import type { EvalEntry } from '../../upstream/eval-results.ts';
import { defaultGradioEndpoint, gradioLimits, gradioOutputSchema } from '../../upstream/gradio-wire.ts';
import type { Fetch } from '../../util/http-fetch.ts';
import { type RetryOptions, retry } from '../../util/retry.ts';
import { Chunker } from '../chunker.ts';
import { createBoundedExecutor } from '../execute-bounded.ts';
import type { Executor, ExecutorInfo } from '../executor.ts';
import { parseServerAddress } from '../server-address.ts';
import { createGradioHttp, type GradioApp, GradioFault, openGradioApp } from './gradio-http.ts';
import { type PredictOptions, predict } from './predict.ts';

/** Which Gradio server to use, and how. */
export interface GradioExecutorOptions {
  /** Address of the server; the original's Space without it. */
  readonly url?: string | undefined;
  /** The tasks that jobs come from: the server has their tests and is told the id alone. */
  readonly tasks: readonly Pick<Task, 'id' | 'test'>[];
  /** Without it, the one of this process; hand in another to go through a proxy. */
  readonly fetch?: Fetch | undefined;
  /** Samples per request. */
  readonly chunkSize?: number | undefined;
  /** Requests at once. */
  readonly requests?: number | undefined;
  readonly timing?: Partial<typeof defaultTiming> | undefined;
  readonly retries?: Partial<RetryOptions> | undefined;
  readonly onNotice?: ((sentence: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

const defaultTiming = {
  answerMs: 60_000,
  silenceMs: 60_000,
  /** How long one chunk may take, waiting in the queue included. */
  chunkMs: 1_800_000,
  lingerMs: 20,
};
/** A Space takes a minute or two to come back from a restart. */
const defaultRetries = { attempts: 8, baseDelayMs: 1_000, maxDelayMs: 30_000 };
const openingRetries = { attempts: 3, baseDelayMs: 500, maxDelayMs: 10_000 };

/**
 * Runs jobs on a Gradio server that speaks as the original's evaluation Space does. Such a server judges by its own
 * tests in an environment nobody knows and says no more than pass, fail or timeout; a server of ours says where it runs.
 */
export async function createGradioExecutor(options: GradioExecutorOptions): Promise<Executor> {
  const { url = defaultGradioEndpoint, tasks, chunkSize = 16, requests = 2, onNotice = () => {} } = options;
  const timing = { ...defaultTiming, ...options.timing };
  const parsed = parseServerAddress(url);
  if (!parsed) throw usageError('The address of a Gradio server must be a URL: --execution gradio:https://…');
  const address = parsed.url.href;
  const http = createGradioHttp({ ...timing, fetch: options.fetch ?? fetch, authorization: parsed.authorization });
  const opening = options.signal ?? new AbortController().signal;
  const openOptions = { ...openingRetries, ...options.retries, signal: opening };
  let app = await retry(() => openGradioApp(address, http, opening), openOptions).catch((error: unknown) => {
    if (!(error instanceof GradioFault)) throw error;
    const fix = 'check the address (--execution gradio:URL), or run here with --execution local';
    const { isRetryable, message } = error;
    throw new BigCodeBenchError('NETWORK', `${message}: ${fix}.`, { cause: error, isRetryable });
  });
  const info = describeServer(app, address);
  const taskIds = new Map(tasks.map(({ id, test }) => [test, id]));
  /** After a chunk that failed for good the next ones are not waited for, until one succeeds. */
  let isDown = false;

  const evaluateOnce = async (jobs: readonly Job[], signal: AbortSignal, attempt: number) => {
    if (attempt > 1) app = requireSame(await openGradioApp(address, http, signal), info);
    const onQueued = (rank: number) => {
      if (rank > 0) onNotice(`${address}: ${rank} ${rank === 1 ? 'request' : 'requests'} ahead of us in the queue.`);
    };
    const taskJobs = jobs.map((job) => ({ job, taskId: taskIds.get(job.test) ?? '' }));
    return evaluateChunk(taskJobs, { ...timing, app, http, deadlineMs: timing.chunkMs, onQueued, signal });
  };
  const evaluate = async (jobs: readonly Job[], signal: AbortSignal): Promise<readonly Execution[]> => {
    let attempt = 0;
    try {
      const retries = { ...defaultRetries, ...options.retries, ...(isDown ? { attempts: 1 } : {}), signal };
      const executions = await retry(() => evaluateOnce(jobs, signal, ++attempt), retries);
      isDown = false;
      return executions;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof GradioFault)) throw error;
      if (error.kind !== 'app-error') {
        if (!isDown) onNotice(`${error.message}, also after ${attempt} attempts.`);
        isDown = true;
      }
      // One program may break the server's evaluation of all: the halves tell which.
      if (error.kind !== 'app-error' || jobs.length === 1) return jobs.map(({ id }) => engineError(id, error.message));
      const half = Math.ceil(jobs.length / 2);
      return [...(await evaluate(jobs.slice(0, half), signal)), ...(await evaluate(jobs.slice(half), signal))];
    }
  };
  const chunks = { jobsAtMost: chunkSize, chunksAtOnce: requests, fillsChunks: true };
  const chunker = new Chunker({ ...chunks, lingerMs: timing.lingerMs, run: evaluate });
  const run = async (job: Job, signal: AbortSignal): Promise<Execution> => {
    const taskId = job.script === undefined ? taskIds.get(job.test) : undefined;
    if (taskId !== undefined && (app.facts || /^BigCodeBench\/\d+$/.test(taskId))) return chunker.run(job, signal);
    return engineError(job.id, 'a Gradio server evaluates only tasks of BigCodeBench: use another --execution');
  };
  const capacity = chunkSize * requests;
  return createBoundedExecutor({ info, capacity, width: 2 * capacity, run });
}

function describeServer({ facts }: GradioApp, address: string): ExecutorInfo {
  const level = 'remote';
  const caveat = 'the Gradio server does not say in which environment and by which tests it judges';
  if (facts === undefined) return { name: 'gradio', level, fingerprint: `unknown:${address}`, address, caveat };
  const { fingerprint, engine, python } = facts;
  return { name: 'gradio', level, fingerprint, engine, python, address };
}

/** A server that was restarted may be another one. */
function requireSame(app: GradioApp, info: ExecutorInfo): GradioApp {
  const now = describeServer(app, info.address ?? '');
  if (now.fingerprint === info.fingerprint && now.engine === info.engine) return app;
  throw new GradioFault('refused', `${info.address} has another environment now than when the run started`);
}

/**
 * Has a server evaluate some programs and gives their executions, in the order of the jobs. Programs are sent as they
 * are (`calibrated` off), and the server must send each back as it was: that is how results find their jobs, and how a
 * server that changes programs is found out.
 */
async function evaluateChunk(
  jobs: readonly { readonly job: Job; readonly taskId: string }[],
  options: Omit<PredictOptions, 'samples' | 'values'>,
): Promise<readonly Execution[]> {
  const lines = jobs.map(({ job, taskId }) => `${JSON.stringify({ task_id: taskId, solution: job.code })}\n`);
  const ids = [...new Set(jobs.map(({ taskId }) => taskId.replace(/^BigCodeBench\//, '')))];
  const limits = gradioLimits.map(({ name, limit }) => [name, jobs[0]?.job.limits[limit]]);
  const asked = withoutUndefined(Object.fromEntries(limits));
  const values = { ...fixedValues, ...asked, selective_evaluate: ids.join(',') };
  const outputs = await predict({ ...options, samples: lines.join(''), values });
  const parsed = gradioOutputSchema.safeParse(outputs);
  if (!parsed.success) {
    throw new GradioFault('not-gradio', `${options.app.api} returned something else than evaluation results`);
  }
  const [results] = parsed.data;
  // Those of one task come back in the order in which they were sent.
  const entries = new Map(Object.entries(results.eval).map(([taskId, list]) => [taskId, list.values()]));
  return jobs.map(({ job, taskId }) => readEntry(job, entries.get(taskId)?.next().value));
}

/** Ground truth is ours to check, by programs like any other. */
const unchecked = { calibrated: false, check_gt_only: false, no_gt: true };
const fixedValues = { split: 'complete', subset: 'full', pass_k: '1', parallel: -1, ...unchecked };

function readEntry(job: Job, entry: EvalEntry | undefined): Execution {
  if (entry === undefined) return engineError(job.id, 'the server left it out');
  if (entry.solution !== job.code) return engineError(job.id, 'the server returned another program than it was sent');
  const { status, details } = entry;
  const { ALL: ended, ...failing } = details;
  // `ALL` is what ended a program before its tests did.
  const outcome = status === 'fail' && ended !== undefined ? 'error' : status;
  const reason = status === 'pass' ? undefined : ended?.trimEnd().split('\n').at(-1);
  const tests = Object.entries(failing).map(([name, message]) => {
    return { name, outcome: /^AssertionError\b/m.test(message) ? 'fail' : 'error', ms: 0, message } as const;
  });
  return { ...emptyExecution(), id: job.id, outcome, status, reason, tests };
}
