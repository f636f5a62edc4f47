import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { emptyExecution, type Job } from '../schema/execution.ts';
import { createBoundedExecutor, executeBounded } from './execute-bounded.ts';

const job = { id: '1', code: '', test: '', limits: {} } as unknown as Job;

function openExecutor() {
  const info = { name: 'bounded', level: 'none', fingerprint: 'f' } as const;
  const run = async ({ id }: Job) => ({ ...emptyExecution(), id, outcome: 'pass', status: 'pass' }) as const;
  return createBoundedExecutor({ info, capacity: 1, width: 1, run });
}

async function executeMany(times: number, signal?: AbortSignal): Promise<void> {
  await using executor = openExecutor();
  await executeOn(executor, times, signal);
}

async function executeOn(executor: ReturnType<typeof openExecutor>, times: number, given?: AbortSignal) {
  for (let time = 0; time < times; time++) {
    const signal = given ?? new AbortController().signal;
    for await (const _ of executor.execute([job], { signal }));
  }
}

describe('createBoundedExecutor', () => {
  test('an executor that lives on keeps nothing of the calls that are over', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    await using executor = openExecutor();
    const measure = () => {
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    await executeOn(executor, 1000);
    const before = measure();
    await executeOn(executor, 4000);
    // AbortSignal.any would leave about two thousand bytes of each.
    expect((measure() - before) / 4000).toBeLessThan(200);
  });

  test('a job that is still being fetched when the consumer leaves is not begun', async () => {
    const begun: string[] = [];
    let handOver = () => {};
    async function* slowly() {
      yield job;
      await new Promise<void>((resolve) => {
        handOver = resolve;
      });
      yield { ...job, id: '2' };
    }
    const run = async ({ id }: Job) => {
      begun.push(id);
      return { ...emptyExecution(), id, outcome: 'pass', status: 'pass' } as const;
    };
    for await (const _ of executeBounded({ jobs: slowly(), width: 3, run })) {
      await new Promise((resolve) => setImmediate(resolve));
      break;
    }
    handOver();
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toEqual(['1']);
  });

  test('a signal that is aborted already ends a call before it runs anything', async () => {
    await expect(executeMany(1, AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late');
  });

  test('an executor that was closed runs nothing more', async () => {
    const executor = openExecutor();
    await executor.close();
    await expect(executeOn(executor, 1)).rejects.toThrow('The executor was closed.');
  });
});
