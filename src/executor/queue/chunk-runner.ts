import type { Job as TakenJob } from 'bullmq';
import type { Execution, Job } from '../../schema/execution.ts';
import { abortWith } from '../../util/abort-with.ts';
import type { Executor } from '../executor.ts';
import { type Chunk, type ChunkResult, chunkSchema } from './messages.ts';

/** A chunk over which this many workers died is given up. */
const deathsAtMost = 10;
/** Chunks are worth about a second. If one takes longer than this, the rest of it goes to other workers. */
const defaultPatienceMs = 3000;
const keptOutput = 4096;
const keptAnswers = 2000;
const keptAnswerBytes = 64 * 2 ** 20;

interface RunChunkOptions {
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
  readonly #patienceMs: number;
  /** As JSON: that is what they take, to the byte. */
  readonly #answers = new Map<string, Buffer>();
  #answerBytes = 0;

  constructor(executor: Executor, ending: AbortSignal, patienceMs = defaultPatienceMs) {
    this.#executor = executor;
    this.#ending = ending;
    this.#patienceMs = patienceMs;
  }

  /** Throws only for what is no program's fault; the store then has a worker try again. */
  async run(taken: TakenJob<Chunk, ChunkResult>, { isAlone, cancelled }: RunChunkOptions): Promise<ChunkResult> {
    const id = taken.id ?? '';
    const { jobs, deaths: before } = chunkSchema.parse(taken.data);
    // Only for a chunk that comes back: when the same jobs are submitted anew, they are to run anew.
    const known = taken.attemptsStarted > 1 ? this.#answers.get(id) : undefined;
    if (known) return { kind: 'done', executions: JSON.parse(known.toString()) as Execution[] };
    const deaths = before + taken.stalledCounter;
    const isTrusted = isAlone ? deaths < deathsAtMost : taken.stalledCounter === 0;
    if (!isTrusted) return { kind: 'died', deaths };
    this.inHand.set(id, taken.timestamp);
    try {
      const stop = new AbortController();
      using _cancelled = abortWith(stop, cancelled);
      using _ending = abortWith(stop, this.#ending);
      const executions = await this.#executeFirst(jobs, stop.signal);
      this.counts.done += executions.length;
      this.counts.failed += executions.filter(({ outcome }) => outcome === 'engine-error').length;
      this.#remember(id, executions);
      return { kind: 'done', executions };
    } catch (error) {
      // BullMQ goes by the name: whatever is called so is not tried again by itself.
      if (!cancelled?.aborted) throw error;
      throw Object.assign(new Error('The chunk was cancelled.'), { name: 'UnrecoverableError' });
    } finally {
      this.inHand.delete(id);
    }
  }

  #remember(id: string, executions: readonly Execution[]): void {
    this.#forget(id);
    const answer = Buffer.from(JSON.stringify(executions));
    if (answer.length > keptAnswerBytes) return;
    this.#answers.set(id, answer);
    this.#answerBytes += answer.length;
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size <= keptAnswers && this.#answerBytes <= keptAnswerBytes) break;
      this.#forget(oldest);
    }
  }

  #forget(id: string): void {
    this.#answerBytes -= this.#answers.get(id)?.length ?? 0;
    this.#answers.delete(id);
  }

  /**
   * In the order of the jobs, as many as were begun in time. A job that waits in the executor has not begun, so few are given
   * at once. What they print is cut, since it travels twice.
   */
  async #executeFirst(jobs: readonly Job[], signal: AbortSignal): Promise<Execution[]> {
    const executor = this.#executor;
    const endsAt = performance.now() + this.#patienceMs;
    const executions: Execution[] = [];
    let [given, finished] = [0, 0];
    let makeRoom = () => {};
    async function* admit(): AsyncGenerator<Job> {
      for (const [at, job] of jobs.entries()) {
        while (given - finished > executor.capacity) {
          await new Promise<void>((resolve) => {
            makeRoom = resolve;
          });
        }
        if (at > 0 && performance.now() > endsAt) return;
        given++;
        yield { ...job, id: String(at) };
      }
    }
    for await (const execution of executor.execute(admit(), { signal })) {
      const at = Number(execution.id);
      const [stdout, stderr] = [execution.stdout.slice(-keptOutput), execution.stderr.slice(-keptOutput)];
      executions[at] = { ...execution, id: jobs[at]?.id ?? execution.id, stdout, stderr };
      finished++;
      makeRoom();
    }
    return executions;
  }
}
