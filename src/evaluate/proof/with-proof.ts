import type { ExecuteOptions, Executor } from '../../executor/executor.ts';
import type { Execution, Job } from '../../schema/execution.ts';
import type { Provable } from '../../schema/proof.ts';
import type { ContentCache } from '../../store/content-cache.ts';
import { Backlog } from '../../util/backlog.ts';
import { Channel } from '../../util/channel.ts';
import { executeAlone } from '../jobs/execute-alone.ts';
import { type ProvableTask, ReferenceProofs, separately } from './reference-proofs.ts';
import { provenLevel, settleProof } from './settle-proof.ts';

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
