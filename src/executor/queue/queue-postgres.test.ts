/** The same queue in Postgres. */
import { expect, it } from 'vitest';
import { collect, contractJob, describeExecutorContract } from '../../testing/executor-contract.ts';
import { createScriptedExecutor } from '../../testing/scripted-executor.ts';
import { describeNeeding, program } from '../../util/testing/needs.ts';
import { checkStore } from './check-store.ts';
import { createQueueExecutor } from './create-queue-executor.ts';
import { readFleetStatus } from './fleet-status.ts';
import { runWorker } from './run-worker.ts';
import { parseStore } from './store.ts';
import { playContract } from './testing/play-contract.ts';
import { startPostgres } from './testing/postgres-server.ts';

describeNeeding(program('postgres'))('a queue in Postgres', async () => {
  const postgres = await startPostgres();
  const store = parseStore(postgres.url);
  const end = new AbortController();
  let ended: Promise<void> = Promise.resolve();
  await new Promise<void>((resolve, reject) => {
    const executor = createScriptedExecutor(playContract, { capacity: 2, info: { engine: 'e1' } });
    ended = runWorker({
      store,
      executor,
      version: '1.2.3',
      onReady: () => resolve(),
      signal: end.signal,
      drainMs: 100,
    });
    ended.catch(reject);
  });

  describeExecutorContract({
    name: 'queue in Postgres',
    create: () => createQueueExecutor({ store, reconcileMs: 500 }),
  });

  it('is checked and described like one in Redis', async () => {
    expect(await checkStore(store)).toMatchObject([{ name: 'answers', severity: 'ok' }]);
    // What the contract cancelled may still be ending.
    await expect
      .poll(() => readFleetStatus(store), { timeout: 20_000 })
      .toMatchObject({ queues: [{ slots: 2, waiting: 0, active: 0 }] });
  });

  it('runs many jobs, each once, and ends when it is told', async () => {
    const executor = await createQueueExecutor({ store });
    const jobs = Array.from({ length: 300 }, (_, n) => ({
      ...contractJob('right', n),
      code: `# ${n}`,
      costHintMs: 20,
    }));
    const executions = await collect(executor.execute(jobs));
    expect(new Set(executions.map(({ id }) => id)).size).toBe(300);
    expect(executions).toHaveLength(300);
    // Before the store ends.
    await executor.close();
    end.abort();
    await ended;
    await postgres[Symbol.asyncDispose]();
  });
});
