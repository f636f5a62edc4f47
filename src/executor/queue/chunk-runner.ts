import type { Job as TakenJob } from 'bullmq';
import type { Execution } from '../../schema/execution.ts';
import type { Job } from '../../schema/job.ts';
import type { Executor } from '../executor.ts';
import { type Chunk, type ChunkResult, chunkSchema } from './messages.ts';

/** A chunk over which this many workers died is given up. */
export const deathsAtMost = 10;
const keptOutput = 4096;
const keptAnswers = 2000;

export interface RunChunkOptions {
  /** Try again although workers died over it, since nothing else is at stake. */
  readonly isAlone: boolean;
  /** Nobody waits for the answer, or it would be refused. */
  readonly cancelled?: AbortSignal | undefined;
}

/** Runs chunks on an executor, and remembers what the store may not have received. */
export class ChunkRunner {
  readonly counts = { done: 0, failed: 0 };
  /** What is being run, by id, and when it was handed in. */
  readonly inHand = new Map<string, number>();
  readonly #executor: Executor;
  readonly #ending: AbortSignal;
  readonly #answers = new Map<string, readonly Execution[]>();

  constructor(executor: Executor, ending: AbortSignal) {
    this.#executor = executor;
    this.#ending = ending;
  }

  /** Throws only for what is no program's fault; the store then has somebody try again. */
  async run(taken: TakenJob<Chunk, ChunkResult>, { isAlone, cancelled }: RunChunkOptions): Promise<ChunkResult> {
    const id = taken.id ?? '';
    const { jobs, deaths: before } = chunkSchema.parse(taken.data);
    // Only one that comes back to us: whoever asks for the same anew wants it run anew.
    const known = taken.attemptsStarted > 1 ? this.#answers.get(id) : undefined;
    if (known) return { kind: 'done', executions: [...known] };
    const deaths = before + taken.stalledCounter;
    const isTrusted = isAlone ? deaths < deathsAtMost : taken.stalledCounter === 0;
    if (!isTrusted) return { kind: 'died', deaths };
    this.inHand.set(id, taken.timestamp);
    try {
      const stop = cancelled ? AbortSignal.any([cancelled, this.#ending]) : this.#ending;
      const executions = await executeAll(this.#executor, jobs, stop);
      this.counts.done += jobs.length;
      this.counts.failed += executions.filter(({ outcome }) => outcome === 'engine-error').length;
      this.#remember(id, executions);
      return { kind: 'done', executions };
    } catch (error) {
      if (cancelled?.aborted) throw new CancelledChunk();
      throw error;
    } finally {
      this.inHand.delete(id);
    }
  }

  #remember(id: string, executions: readonly Execution[]): void {
    this.#answers.set(id, executions);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > keptAnswers && oldest !== undefined) this.#answers.delete(oldest);
  }
}

/** BullMQ goes by the name: whatever is called so is not tried again by itself. */
class CancelledChunk extends Error {
  override readonly name = 'UnrecoverableError';

  constructor() {
    super('The chunk was cancelled.');
  }
}

/** In the order of the jobs; what they print is cut, since it travels twice. */
async function executeAll(executor: Executor, jobs: readonly Job[], signal: AbortSignal): Promise<Execution[]> {
  const numbered = jobs.map((job, at) => ({ ...job, id: String(at) }));
  const executions: Execution[] = [];
  for await (const execution of executor.execute(numbered, { signal })) {
    const at = Number(execution.id);
    const { stdout, stderr } = execution;
    executions[at] = {
      ...execution,
      id: jobs[at]?.id ?? execution.id,
      stdout: stdout.slice(-keptOutput),
      stderr: stderr.slice(-keptOutput),
    };
  }
  return executions;
}
