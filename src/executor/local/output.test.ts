import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Execution, Limits } from '../../schema/execution.ts';
import { collect, contractJob } from '../../testing/executor-contract.ts';
import type { Executor } from '../executor.ts';
import { createLocalExecutor } from './create-local-executor.ts';
import { bareEnvironment } from './testing/bare-environment.ts';

let executor: Executor;
beforeAll(async () => {
  executor = await createLocalExecutor({ environment: bareEnvironment(), parallel: 2 });
});
afterAll(() => executor.close());

/** Prints so many megabytes, then answers right. */
async function print(megabytes: number, limits: Partial<Limits> = {}): Promise<Execution | undefined> {
  const job = contractJob('right');
  const code = `for _ in range(${megabytes * 100}):\n    print("x" * 9_999)\nprint("the end")\n${job.code}`;
  const [execution] = await collect(executor.execute([{ ...job, code, limits: { ...job.limits, ...limits } }]));
  return execution;
}

it('keeps the end of 100 MB and judges the program as any other', async () => {
  const execution = await print(100, { outputKb: 16 });
  expect(execution).toMatchObject({ outcome: 'pass', stdout: expect.stringMatching(/x\nthe end\n$/) });
  expect(execution?.stdout.length).toBe(16 * 1024);
});

it('stops a program past its limit', async () => {
  expect(await print(3, { maxOutputMb: 2 })).toMatchObject({ outcome: 'output-limit' });
  expect(await print(1, { maxOutputMb: 2 })).toMatchObject({ outcome: 'pass' });
});
