import type { ExecuteOptions, Executor, ExecutorInfo } from '../../executor/executor.ts';
import type { Job, SeparateOrder } from '../../schema/execution.ts';
import type { Provable } from '../../schema/proof.ts';
import { calibrationOf, type Task } from '../../schema/task.ts';
import type { ContentCache } from '../../store/content-cache.ts';
import { hashValue } from '../../util/hash.ts';
import { raceAbort } from '../../util/race-abort.ts';
import { executeAlone } from '../jobs/execute-alone.ts';
import { describeExecutor } from '../jobs/job-hash.ts';
import { buildGroundTruthProgram } from '../jobs/program.ts';
import { isDecided, isUnprovable, provenLevel, whyUnproven } from './settle-proof.ts';

/** `reference`: a program that passes the tests honestly. Where it is not proven, the task counts as unprovable. */
export type ProvableTask = Readonly<{ order: SeparateOrder; reference?: string | undefined }>;

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
