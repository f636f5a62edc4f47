import type { ExecuteOptions, Executor, ExecutorInfo } from '../../executor/executor.ts';
import type { Execution, Job, SeparateOrder } from '../../schema/execution.ts';
import type { Provable } from '../../schema/proof.ts';
import { calibrationOf, type Task } from '../../schema/task.ts';
import type { ContentCache } from '../../store/content-cache.ts';
import { Backlog } from '../../util/backlog.ts';
import { Channel } from '../../util/channel.ts';
import { hashValue } from '../../util/hash.ts';
import { raceAbort } from '../../util/race-abort.ts';
import { executeAlone } from '../jobs/execute-alone.ts';
import { describeExecutor } from '../jobs/job-hash.ts';
import { buildGroundTruthProgram } from '../jobs/program.ts';
import { isDecided, isUnprovable, provenLevel, settleProof, whyUnproven } from './settle-proof.ts';

/** `reference`: a program that passes the tests honestly. Where it is not proven, the task counts as unprovable. */
type ProvableTask = Readonly<{ order: SeparateOrder; reference?: string | undefined }>;

export function provableTaskOf(task: Task): ProvableTask & { readonly test: string } {
  return { order: separateOrderOf(task), reference: buildGroundTruthProgram(task), test: task.test };
}

/** Finds it by the tests of a job; nothing for tests of no known task. */
export function taskOfTests(known: ReadonlyMap<string, Task>) {
  return ({ test }: { readonly test: string }): ProvableTask | undefined => {
    const task = known.get(test);
    return task && provableTaskOf(task);
  };
}

const definition = /^[ \t]*(?:async[ \t]+)?def[ \t]+(\w+)/gm;

/** What the separate judge needs to know of a task. Without an entry point it is the last function that the prompt defines. */
export function separateOrderOf({
  codePrompt,
  entryPoint = [...codePrompt.matchAll(definition)].at(-1)?.[1] ?? 'task_func',
}: Pick<Task, 'codePrompt'> & Partial<Pick<Task, 'entryPoint'>>): SeparateOrder {
  return { prompt: codePrompt === '' ? '' : calibrationOf({ codePrompt }), entryPoint };
}

/** Of how many tasks one process remembers it. */
const remembered = 10_000;
/** Two processes, and everything that crosses between them. */
const separateCost = 2;

/** Goes on while a caller waits for it. */
interface Asked {
  readonly found: Promise<Provable>;
  readonly stop: AbortController;
  callers: number;
}

/** Whether the separate judge can judge tasks here: asked of each reference solution once, and kept in the cache. */
export class ReferenceProofs {
  readonly #executor: Executor;
  readonly #cache: ContentCache<Provable> | undefined;
  readonly #asked = new Map<string, Asked>();

  constructor(executor: Executor, cache?: ContentCache<Provable>) {
    this.#executor = executor;
    this.#cache = cache;
  }

  /** Undefined where no reference solution is known. `job`: any of the task, with the limits that hold for the reference, too. */
  async find(job: Job, task: ProvableTask, { signal }: ExecuteOptions = {}): Promise<Provable | undefined> {
    const { reference } = task;
    if (reference === undefined) return undefined;
    const key = provableKey({ test: job.test, ...task }, this.#executor.info);
    // What runs into the limits of one caller says nothing to those with others.
    const name = hashValue([key, job.limits]);
    let asked = this.#asked.get(name);
    if (asked === undefined) {
      const own = separately({ ...job, id: `${job.id}#reference`, code: reference }, task.order);
      const stop = new AbortController();
      asked = { found: this.#ask(key, own, stop.signal), stop, callers: 0 };
      this.#asked.set(name, asked);
      asked.found.catch(() => this.#asked.delete(name));
      const [oldest] = this.#asked.size > remembered ? this.#asked.keys() : [];
      if (oldest !== undefined) this.#asked.delete(oldest);
    }
    asked.callers++;
    try {
      return await raceAbort(asked.found, signal);
    } finally {
      if (--asked.callers === 0 && signal?.aborted) {
        asked.stop.abort(signal.reason);
        this.#asked.delete(name);
      }
    }
  }

  async #ask(key: string, job: Job, signal: AbortSignal): Promise<Provable> {
    const kept = await this.#cache?.get(key);
    if (kept) return kept;
    const run = () => executeAlone({ executor: this.#executor, job, signal });
    const first = await run();
    // Some reference solutions fail now and then.
    const execution = first.outcome === 'pass' || isUnprovable(first) ? first : await run();
    const level = provenLevel(execution);
    const found = level ? { level } : { why: whyUnproven(execution) };
    // What ran into a limit may do better when the machine is less busy.
    if (isDecided(execution)) await this.#cache?.put(key, found);
    return found;
  }
}

/** Under which key the cache has it: another task, Python environment, engine or level may say otherwise. */
export function provableKey({ test, order, reference }: ProvableTask & Pick<Job, 'test'>, info: ExecutorInfo): string {
  return hashValue(['provable', test, reference, order, describeExecutor(info)]);
}

/** The job with its program apart from its tests. */
export function separately(job: Job, separate: SeparateOrder): Job {
  const { cpuMs, wallMs } = job.limits;
  const limits = { ...job.limits, cpuMs: separateCost * cpuMs, wallMs: separateCost * wallMs };
  return { ...job, separate, limits };
}

export interface ProofOptions {
  readonly taskOf?: ((job: Job) => ProvableTask | undefined) | undefined;
  readonly cache?: ContentCache<Provable> | undefined;
}

/**
 * An executor whose passes are proven: programs run under the separate judge, and only what that does not prove runs in one
 * process with its tests as well, whose word is then taken, marked as such.
 */
export function withProof(executor: Executor, options: ProofOptions = {}): Executor {
  const references = new ReferenceProofs(executor, options.cache);
  return {
    info: executor.info,
    capacity: executor.capacity,
    verify: executor.verify,
    execute: (jobs, { signal } = {}) => prove({ executor, jobs, signal, references, ...options }),
    close: () => executor.close(),
    [Symbol.asyncDispose]: () => executor.close(),
  };
}

interface ProveInput extends ProofOptions, ExecuteOptions {
  readonly executor: Executor;
  readonly jobs: Iterable<Job> | AsyncIterable<Job>;
  readonly references: ReferenceProofs;
}

async function* prove(input: ProveInput): AsyncGenerator<Execution> {
  const { executor, jobs, references, taskOf } = input;
  const stop = new AbortController();
  const signal = input.signal ? AbortSignal.any([input.signal, stop.signal]) : stop.signal;
  const width = 4 * executor.capacity + 8;
  const given = new Map<string, { readonly job: Job; readonly task: ProvableTask | undefined }>();
  const finished = new Channel<Execution>();
  const proving = new Backlog(width);
  let inHand = 0;
  let makeRoom = () => {};

  /** No more jobs are taken than a small multiple of what runs at once, proofs and what nobody has fetched included. */
  async function* admit(): AsyncGenerator<Job> {
    for await (const job of jobs) {
      while (inHand >= width) {
        await new Promise<void>((resolve) => {
          makeRoom = resolve;
        });
      }
      inHand++;
      const asked = job.separate && { order: job.separate };
      const task = job.script === undefined ? (taskOf?.(job) ?? asked) : undefined;
      given.set(job.id, { job: { ...job, separate: undefined }, task });
      yield task ? separately(job, task.order) : job;
    }
  }
  const run = (job: Job) => executeAlone({ executor, job, signal });
  const settle = async (job: Job, task: ProvableTask, execution: Execution) => {
    const plain = execution.separate === undefined ? execution : await run(job);
    const findProvable = () => references.find(job, task, { signal });
    finished.push({ ...(await settleProof(execution, plain, findProvable)), id: job.id });
  };
  const runAll = async () => {
    for await (const execution of executor.execute(admit(), { signal })) {
      const { job, task } = given.get(execution.id) ?? {};
      given.delete(execution.id);
      const level = provenLevel(execution);
      if (job === undefined || execution.outcome === 'engine-error') finished.push(execution);
      else if (task === undefined) finished.push(job.script ? execution : unknownTask(execution));
      else if (level) finished.push({ ...execution, proof: { state: 'proven', level } });
      else await proving.add(settle(job, task, execution));
    }
    await proving.settle();
    finished.close();
  };
  const running = runAll().catch((reason: unknown) => finished.fail(reason));
  try {
    for await (const execution of finished) {
      inHand--;
      makeRoom();
      yield execution;
    }
  } finally {
    stop.abort(new DOMException('The consumer of the executions left.', 'AbortError'));
    makeRoom();
    await running;
    await proving.settle().catch(() => undefined);
  }
}

function unknownTask(execution: Execution): Execution {
  if (execution.outcome !== 'pass') return execution;
  return { ...execution, proof: { state: 'unprovable', why: 'no task is known for these tests' } };
}
