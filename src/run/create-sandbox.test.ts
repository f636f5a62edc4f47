import { expect, test } from 'vitest';
import { buildTask } from '../evaluate/testing/tasks.ts';
import { createScriptedExecutor } from '../testing/scripted-executor.ts';
import { createSandbox } from './create-sandbox.ts';

test('a solution may take as long as its reference solution suggests, which runs once; limits of its own win', async () => {
  const given: [code: string, cpuMs: number][] = [];
  const executor = createScriptedExecutor(({ code, limits }) => {
    given.push([code.split('\n').at(-1) ?? '', limits.cpuMs]);
    return { cpuMs: 4000 };
  });
  await using sandbox = await createSandbox({ open: async () => executor });
  const task = buildTask('T/1');
  await sandbox.run({ task, solution: 'first' });
  await sandbox.run({ task, solution: 'second' });
  await sandbox.run({ task, solution: 'third', limits: { cpuMs: 700 } });
  await sandbox.run({ code: 'plain', test: '' });
  expect(given).toEqual([
    ['    return 1', 240_000],
    ['first', 40_000],
    ['second', 40_000],
    ['third', 700],
    ['plain', 240_000],
  ]);
});
