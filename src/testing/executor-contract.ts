/**
 * What every executor must do, whatever it is made of. An executor's own test file calls `describeExecutorContract`
 * with a factory; the programs below need nothing but Python's standard library.
 */
import { describe, expect, it } from 'vitest';
import type { Executor } from '../executor/executor.ts';
import { defaultLimits, type Execution, executionSchema, type Job } from '../schema/execution.ts';
import { createScriptedExecutor } from './scripted-executor.ts';

/** The executor to check. */
export interface ContractOptions {
  readonly name: string;
  /** Gives an executor of at least one slot. Each test closes its own. */
  readonly create: () => Promise<Executor>;
}

const limits = { ...defaultLimits, wallMs: 20_000, cpuMs: 10_000, memoryMb: 512 };

const test = `import unittest

class TestCases(unittest.TestCase):
    def test_answer(self):
        self.assertEqual(task_func(), 42)
`;

/** The programs of the contract by id prefix, so that a scripted executor can play them as well. */
export const contractPrograms = {
  right: 'def task_func():\n    return 42\n',
  wrong: 'def task_func():\n    return 41\n',
  broken: 'def task_func(:\n',
  sleeper: 'import time\n\ndef task_func():\n    time.sleep(15)\n    return 42\n',
} as const;

export function contractJob(kind: keyof typeof contractPrograms, index = 0): Job {
  return { id: `${kind}-${index}`, code: contractPrograms[kind], test, limits, libs: [] };
}

export async function collect(executions: AsyncIterable<Execution>): Promise<Execution[]> {
  const all: Execution[] = [];
  for await (const execution of executions) all.push(execution);
  return all;
}

/** Declares the tests that every executor must pass. */
export function describeExecutorContract({ name, create }: ContractOptions): void {
  describe(`executor contract: ${name}`, () => {
    it('yields exactly one well-formed execution per job', async () => {
      await using executor = await create();
      const jobs = Array.from({ length: 12 }, (_, index) => contractJob(index % 3 === 0 ? 'wrong' : 'right', index));
      const executions = await collect(executor.execute(jobs));
      expect(executions.map(({ id }) => id).sort()).toEqual(jobs.map(({ id }) => id).sort());
      for (const execution of executions) {
        executionSchema.parse(execution);
        expect(execution.outcome).toBe(execution.id.startsWith('wrong') ? 'fail' : 'pass');
        expect(execution.status).toBe(execution.outcome);
      }
    });

    it('treats a program that does not compile as data', async () => {
      await using executor = await create();
      const [execution] = await collect(executor.execute([contractJob('broken')]));
      expect(execution).toMatchObject({ id: 'broken-0', outcome: 'error', status: 'fail' });
    });

    it('yields nothing for no jobs', async () => {
      await using executor = await create();
      expect(await collect(executor.execute([]))).toEqual([]);
    });

    it('takes jobs from an async source while it runs others', async () => {
      await using executor = await create();
      let firstDone: () => void = () => {};
      const first = new Promise<void>((resolve) => {
        firstDone = resolve;
      });
      async function* source() {
        yield contractJob('right', 0);
        await first;
        yield contractJob('wrong', 1);
      }
      const order: string[] = [];
      for await (const execution of executor.execute(source())) {
        order.push(execution.id);
        firstDone();
      }
      expect(order).toEqual(['right-0', 'wrong-1']);
    });

    it('pulls jobs lazily', async () => {
      await using executor = await create();
      let pulled = 0;
      function* source() {
        for (let index = 0; index < 10_000; index++) {
          pulled++;
          yield contractJob('right', index);
        }
      }
      for await (const _ of executor.execute(source())) break;
      expect(pulled).toBeLessThanOrEqual(16 * executor.capacity + 64);
    });

    it('throws the abort reason and stays usable', async () => {
      await using executor = await create();
      const controller = new AbortController();
      const reason = new Error('enough');
      const seen: string[] = [];
      const consume = async () => {
        const jobs = [contractJob('right'), contractJob('sleeper', 1), contractJob('sleeper', 2)];
        for await (const execution of executor.execute(jobs, { signal: controller.signal })) {
          seen.push(execution.id);
          controller.abort(reason);
        }
      };
      await expect(consume()).rejects.toBe(reason);
      expect(seen).toEqual(['right-0']);
      expect(await collect(executor.execute([contractJob('right', 9)]))).toMatchObject([
        { id: 'right-9', outcome: 'pass' },
      ]);
    });

    it('ends what is under way when its consumer leaves, and stays usable', async () => {
      await using executor = await create();
      const jobs = [contractJob('right'), contractJob('sleeper', 1), contractJob('sleeper', 2)];
      for await (const { id } of executor.execute(jobs)) {
        expect(id).toBe('right-0');
        break;
      }
      expect(await collect(executor.execute([contractJob('right', 9)]))).toMatchObject([
        { id: 'right-9', outcome: 'pass' },
      ]);
    });

    it('begins no job that its source yields after the consumer has left', async () => {
      await using executor = await create();
      const source = createSlowSource();
      for await (const _ of executor.execute(source.jobs)) break;
      expect(await source.yieldLate()).toEqual({ isBegun: false });
    });

    it('does not wait for its source when the signal aborts, and begins nothing that comes later', async () => {
      await using executor = await create();
      const source = createSlowSource();
      const controller = new AbortController();
      const reason = new Error('enough');
      const consume = async () => {
        for await (const _ of executor.execute(source.jobs, { signal: controller.signal })) {
          setImmediate(() => controller.abort(reason));
        }
      };
      await expect(consume()).rejects.toBe(reason);
      expect(await source.yieldLate()).toEqual({ isBegun: false });
    });

    it('refuses to start under an aborted signal', async () => {
      await using executor = await create();
      const reason = new Error('before');
      const signal = AbortSignal.abort(reason);
      await expect(collect(executor.execute([contractJob('right')], { signal }))).rejects.toBe(reason);
    });

    it('serves many executes at once', async () => {
      await using executor = await create();
      const batches = await Promise.all(
        Array.from({ length: 40 }, (_, batch) =>
          collect(executor.execute([contractJob(batch % 2 === 0 ? 'right' : 'wrong', batch)])),
        ),
      );
      expect(batches.map((batch) => batch.map(({ id, outcome }) => `${id} ${outcome}`))).toEqual(
        batches.map((_, batch) => [batch % 2 === 0 ? `right-${batch} pass` : `wrong-${batch} fail`]),
      );
    });

    it('hands on an error of the job source', async () => {
      await using executor = await create();
      const reason = new Error('source broke');
      function* source() {
        yield contractJob('right');
        throw reason;
      }
      await expect(collect(executor.execute(source()))).rejects.toBe(reason);
    });

    it('gives the same execution twice, times apart', async () => {
      await using executor = await create();
      const [first] = await collect(executor.execute([contractJob('wrong')]));
      const [second] = await collect(executor.execute([contractJob('wrong')]));
      expect(withoutTimes(second)).toEqual(withoutTimes(first));
    });

    it('ends what is under way when it is closed, twice', async () => {
      const executor = await create();
      const consumption = collect(executor.execute([contractJob('sleeper')]));
      const outcome = expect(consumption).rejects.toThrow();
      await new Promise((resolve) => setTimeout(resolve, 50));
      await executor.close();
      await executor.close();
      await outcome;
    });
  });
}

/** The wrapper to check. */
export interface WrapperContractOptions {
  readonly name: string;
  readonly wrap: (inner: Executor) => Executor | Promise<Executor>;
}

/** What an executor that wraps another one must hand on. */
export function describeWrapperContract({ name, wrap }: WrapperContractOptions): void {
  describe(`executor contract of a wrapper: ${name}`, () => {
    it('says of itself what the executor inside says', async () => {
      const inner = createScriptedExecutor(() => ({}), { info: { level: 'shared', fingerprint: 'f1' }, capacity: 3 });
      await using executor = await wrap(inner);
      expect(executor.info).toEqual(inner.info);
      expect(executor.capacity).toBe(3);
    });

    it('has the executor inside verify its environment', async () => {
      const changed = new Error('changed');
      const seen: unknown[] = [];
      const verify = async (since?: Date) => {
        seen.push(since);
        throw changed;
      };
      await using executor = await wrap({ ...createScriptedExecutor(() => ({})), verify });
      const since = new Date(0);
      await expect(executor.verify?.(since)).rejects.toBe(changed);
      expect(seen).toEqual([since]);
    });
  });
}

/** Yields one job at once and another when told to; the executor must close it. */
function createSlowSource() {
  let [yieldNext, close] = [() => {}, () => {}];
  const told = new Promise<void>((resolve) => {
    yieldNext = resolve;
  });
  const closed = new Promise<void>((resolve) => {
    close = resolve;
  });
  let isBegun = false;
  // Whoever begins a job reads it; `yield` alone asks for no more than `then`.
  const late = new Proxy(contractJob('sleeper', 1), {
    get: (job, field, receiver) => {
      isBegun ||= field !== 'then';
      return Reflect.get(job, field, receiver);
    },
  });
  async function* generate(): AsyncGenerator<Job> {
    try {
      yield contractJob('right');
      await told;
      yield late;
    } finally {
      close();
    }
  }
  return {
    jobs: generate(),
    yieldLate: async () => {
      yieldNext();
      await closed;
      // By then, whatever the job set off at once has happened.
      await new Promise((resolve) => setImmediate(resolve));
      return { isBegun };
    },
  };
}

export function withoutTimes(execution: Execution | undefined): unknown {
  if (execution === undefined) return undefined;
  const { wallMs: _wall, cpuMs: _cpu, testCpuMs: _test, peakMb: _peak, tests, ...rest } = execution;
  return { ...rest, tests: tests.map(({ ms: _ms, ...facts }) => facts) };
}
