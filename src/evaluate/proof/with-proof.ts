import { randomBytes } from 'node:crypto';
import type { ExecuteOptions, Executor } from '../../executor/executor.ts';
import type { Execution } from '../../schema/execution.ts';
import type { Job } from '../../schema/job.ts';
import { Backlog } from '../../util/backlog.ts';
import { WorkQueue } from '../../util/work-queue.ts';
import { executeAlone } from '../jobs/execute-alone.ts';
import { provePass } from './prove-pass.ts';

export interface ProofOptions {
  /** A program that passes the tests of a job honestly: clears twins that any program passes. */
  readonly referenceOf?: ((job: Job) => string | undefined) | undefined;
  /** What draws the twins. Nobody outside may know it. */
  readonly createSeed?: (() => string) | undefined;
}

const seedBytes = 16;
/** Of how many test sources it is remembered what proves nothing. */
const rememberedTests = 10_000;

/**
 * An executor whose passes are proven: each passing program runs once more, against twins of its tests, and is
 * `tampered` where it passes those as well. Everything else comes through as it is.
 */
export function withProof(executor: Executor, options: ProofOptions = {}): Executor {
  const excludedByTest = new Map<string, Set<number>>();
  return {
    info: executor.info,
    capacity: executor.capacity,
    verify: executor.verify,
    execute: (jobs, { signal } = {}) => prove({ executor, jobs, signal, excludedByTest, ...options }),
    close: () => executor.close(),
    [Symbol.asyncDispose]: () => executor.close(),
  };
}

interface ProveInput extends ProofOptions, ExecuteOptions {
  readonly executor: Executor;
  readonly jobs: Iterable<Job> | AsyncIterable<Job>;
  readonly excludedByTest: Map<string, Set<number>>;
}

async function* prove(input: ProveInput): AsyncGenerator<Execution> {
  const { executor, jobs, excludedByTest, referenceOf } = input;
  const createSeed = input.createSeed ?? (() => randomBytes(seedBytes).toString('hex'));
  const stop = new AbortController();
  const signal = input.signal ? AbortSignal.any([input.signal, stop.signal]) : stop.signal;
  const width = 4 * executor.capacity + 8;
  const given = new Map<string, Job>();
  const finished = new WorkQueue<Execution>();
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
      given.set(job.id, job);
      yield job;
    }
  }
  const proveOne = async (job: Job, execution: Execution) => {
    const excluded = excludedByTest.get(job.test) ?? new Set();
    excludedByTest.set(job.test, excluded);
    const [oldest] = excludedByTest.size > rememberedTests ? excludedByTest.keys() : [];
    if (oldest !== undefined) excludedByTest.delete(oldest);
    const run = (twin: Job) => executeAlone({ executor, job: twin, signal });
    finished.push(await provePass({ job, execution, run, reference: referenceOf?.(job), excluded, createSeed }));
  };
  const runAll = async () => {
    for await (const execution of executor.execute(admit(), { signal })) {
      const job = given.get(execution.id);
      given.delete(execution.id);
      if (job === undefined || execution.outcome !== 'pass' || job.script || job.twin) finished.push(execution);
      else await proving.add(proveOne(job, execution));
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
