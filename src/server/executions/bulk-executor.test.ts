import { expect, it } from 'vitest';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { createScriptedExecutor } from '../../testing/scripted-executor.ts';
import { createTemporaryFolder } from '../../testing/temporary-folder.ts';
import { createBulkExecutor } from '../evaluations/evaluations.ts';
import { judgedJob } from '../testing/gated-executor.ts';
import { openServer, testTasks } from '../testing/open-server.ts';
import { createExecutionQueue } from './execution-queue.ts';

it('checks the environment with the executor behind it', async () => {
  const since: (Date | undefined)[] = [];
  const executor = { ...createScriptedExecutor(() => ({})), verify: async (date?: Date) => void since.push(date) };
  const queued = createBulkExecutor({ queue: createExecutionQueue({ executor }), executor }, 'a');
  await queued.verify?.(new Date(7));
  expect(since).toEqual([new Date(7)]);
});

it('has no check where the executor behind it has none', () => {
  const executor = createScriptedExecutor(() => ({}));
  const queued = createBulkExecutor({ queue: createExecutionQueue({ executor }), executor }, 'a');
  expect(queued.verify).toBeUndefined();
});

it('fails an evaluation whose environment changed', async () => {
  await using folder = await createTemporaryFolder();
  const verify = async () => {
    throw new BigCodeBenchError('UNTRUSTED_ENVIRONMENT', 'numpy changed.');
  };
  const executor = { ...createScriptedExecutor(() => ({})), verify };
  const server = openServer({ executor, outDir: folder.path });
  const samples = testTasks.map(({ id }) => ({ task_id: id, solution: 'pass' }));
  const response = await server.request('/v1/evaluations', { json: { samples }, headers: { Prefer: 'wait=60' } });
  expect(await response.json()).toMatchObject({ state: 'failed', error: 'numpy changed.' });
});

it('waits for room where a request would be refused', async () => {
  const executor = createScriptedExecutor(() => ({}));
  const queue = createExecutionQueue({ executor, slotsPerOwner: 1, maxWaiting: 1 });
  const queued = createBulkExecutor({ queue, executor }, 'a');
  const outcomes: string[] = [];
  for await (const { outcome } of queued.execute(Array.from({ length: 20 }, (_, id) => judgedJob(`${id}`)))) {
    outcomes.push(outcome);
  }
  expect(outcomes).toEqual(Array.from({ length: 20 }, () => 'pass'));
});
