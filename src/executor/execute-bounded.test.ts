import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { emptyExecution } from '../schema/execution.ts';
import type { Job } from '../schema/job.ts';
import { createBoundedExecutor } from './execute-bounded.ts';

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
    await executeOn(executor, 5000);
    const before = measure();
    await executeOn(executor, 20_000);
    // AbortSignal.any would leave about 90 bytes of each.
    expect((measure() - before) / 20_000).toBeLessThan(20);
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
