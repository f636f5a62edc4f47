/**
 * The port through which untrusted programs are executed. Whatever implements it (a local sandbox, a queue, a remote
 * service) must pass `testing/executor-contract.ts`:
 *
 * - every job given yields exactly one execution, in the order of finishing, carrying the job's id;
 * - a wrong or hostile program is data: it never throws; a fault of the engine is an `engine-error` execution;
 * - when the signal aborts, the iterator throws the abort reason soon, and nothing of the jobs under way is left behind;
 * - the same holds when the consumer leaves the iterator early; jobs that the source still yields are not begun, and the
 *   source is closed;
 * - `execute` may be called several times, also at once; `close` ends everything and may be called twice;
 * - jobs are pulled lazily: an executor never holds more than a small multiple of its capacity;
 * - an executor that wraps another one hands on `verify`.
 */
import type { Execution, Job, Limits } from '../schema/execution.ts';
import type { ExecutorSizing } from '../schema/executor-sizing.ts';
import type { IsolationLevel } from './level.ts';

/** What an executor says about itself; it is recorded with every result. */
export interface ExecutorInfo {
  /** Its name in the table of executors: `local`, `http`, … */
  readonly name: string;
  readonly level: IsolationLevel;
  /** Fingerprint of the Python environment the jobs run in; `unknown` where a remote one does not tell. */
  readonly fingerprint: string;
  /** Names the version of what runs and judges the programs, where it has one. */
  readonly engine?: string | undefined;
  /** Version of the Python that the jobs run in, where known. */
  readonly python?: string | undefined;
  /** Where a remote executor is, without credentials. */
  readonly address?: string | undefined;
  /** Why its results must not be compared with others, where they must not. */
  readonly caveat?: string | undefined;
}

/** What `execute` takes besides the jobs. */
export interface ExecuteOptions {
  readonly signal?: AbortSignal | undefined;
}

/** One call of a conversation. */
export interface CallOptions {
  readonly id: string;
  readonly code: string;
  /** When it is over, KeyboardInterrupt is raised in it; a call that goes on ends the interpreter. */
  readonly wallMs: number;
  /** Ends the interpreter if the call has begun. */
  readonly signal: AbortSignal;
}

/** An interpreter that gets its code in calls, one after the other, and keeps its names in between. */
export interface Conversation {
  /** Whether an interpreter is there that earlier calls have left something in. */
  readonly isOpen: boolean;
  /** What the call alone printed and used. It waits for room like any job. One that ends the interpreter is told as such. */
  run(call: CallOptions): Promise<Execution>;
  /** Resolves when nothing of it is left. Later calls are refused, and so is one that waits. */
  close(): Promise<void>;
}

/** What holds for all calls of a conversation together. */
export interface ConversationOptions {
  readonly limits: Limits;
  /** Modules that the calls are expected to import. */
  readonly libs: readonly string[];
}

/** A place where untrusted programs are executed. `describeExecutorContract` checks one that you write. */
export interface Executor extends AsyncDisposable {
  readonly info: ExecutorInfo;
  /** How many jobs run side by side. */
  readonly capacity: number;
  /** How that came about, where the programs run on this machine. */
  readonly sizing?: ExecutorSizing | undefined;
  execute(jobs: Iterable<Job> | AsyncIterable<Job>, options?: ExecuteOptions): AsyncIterable<Execution>;
  /**
   * Throws UNTRUSTED_ENVIRONMENT when what programs run in changed since the executor was opened, or since an earlier
   * moment. Left out if unknown.
   */
  readonly verify?: ((since?: Date) => Promise<void>) | undefined;
  /** Left out where programs cannot be talked to. It costs nothing before its first call. */
  readonly converse?: ((options: ConversationOptions) => Conversation) | undefined;
  close(): Promise<void>;
}
