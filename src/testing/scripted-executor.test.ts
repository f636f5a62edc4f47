import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { collect, contractJob, describeExecutorContract } from './executor-contract.ts';
import { createScriptedExecutor } from './scripted-executor.ts';

describeExecutorContract({
  name: 'scripted',
  create: async () =>
    createScriptedExecutor(async (job, signal) => {
      if (job.id.startsWith('sleeper')) await sleep(15_000, undefined, { signal });
      if (job.id.startsWith('broken')) return { outcome: 'error', reason: 'SyntaxError: invalid syntax' };
      return job.id.startsWith('wrong') ? { outcome: 'fail' } : {};
    }),
});

it('turns a script that throws into an engine error', async () => {
  const executor = createScriptedExecutor(() => {
    throw new Error('no such answer');
  });
  expect(await collect(executor.execute([contractJob('right')]))).toMatchObject([
    { outcome: 'engine-error', reason: 'Error: no such answer' },
  ]);
});
