import { expect, it } from 'vitest';
import { createQueueExecutor } from '../../executor/queue/create-queue-executor.ts';
import { readFleetStatus } from '../../executor/queue/fleet-status.ts';
import { runWorker } from '../../executor/queue/run-worker.ts';
import { parseStore } from '../../executor/queue/store.ts';
import { startRedis } from '../../executor/queue/testing/redis-server.ts';
import { createScriptedExecutor } from '../../testing/scripted-executor.ts';
import { describeNeeding, program } from '../../util/testing/needs.ts';
import { createServer } from '../create-server.ts';
import { openQueueBoard } from './queue-board.ts';

describeNeeding(program('redis-server'))('a server before a fleet', () => {
  it('shows the fleet to Prometheus, and its queue to whoever may read everything', { timeout: 240_000 }, async () => {
    await using redis = await startRedis();
    const store = parseStore(redis.url);
    const end = new AbortController();
    const info = { fingerprint: 'scripted', engine: 'e1' };
    const simulated = createScriptedExecutor(() => ({}), { capacity: 3, info });
    let ended: Promise<void> = Promise.resolve();
    await new Promise<void>((resolve, reject) => {
      ended = runWorker({ store, executor: simulated, version: '1', signal: end.signal, onReady: () => resolve() });
      ended.catch(reject);
    });
    await using executor = await createQueueExecutor({ store, isInteractive: true });
    await using board = await openQueueBoard(store, info);
    const taskSet = { name: 'none', version: '0', hash: '' };
    await using server = createServer({
      executor,
      taskSet,
      tasks: [],
      tokens: ['secret'],
      readTokens: ['board'],
      readFleet: () => readFleetStatus(store),
      board,
    });
    const get = (path: string, headers = { authorization: 'Bearer secret' }) =>
      server.fetch(new Request(`http://localhost${path}`, { headers }));
    const code = 'def task_func():\n    return 1\n';
    const executed = await server.fetch(
      new Request('http://localhost/v1/executions', {
        method: 'POST',
        headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
        body: JSON.stringify({ code, test: 'import unittest\n' }),
      }),
    );
    expect(await executed.json()).toMatchObject({ outcome: 'pass' });
    const metrics = await (await get('/metrics')).text();
    expect(metrics).toContain('bcb_fleet_workers{queue="bcb-scripted-e1"} 1');
    expect(metrics).toContain('bcb_fleet_slots{queue="bcb-scripted-e1"} 3');
    expect(metrics).toContain('bcb_queue_chunks{queue="bcb-scripted-e1",state="waiting"} 0');
    const reader = { authorization: 'Bearer board' };
    expect((await get('/admin/queues')).status).toBe(403);
    const page = await get('/admin/queues', reader);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('Bull');
    const listed = await get('/admin/queues/api/queues?activeQueue=bcb-scripted-e1', reader);
    expect(await listed.json()).toMatchObject({ queues: [{ name: 'bcb-scripted-e1', readOnlyMode: true }] });
    expect((await get('/admin/queues', { authorization: 'Bearer wrong' })).status).toBe(401);
    end.abort();
    await ended;
    await redis.kill();
    expect((await get('/metrics')).status).toBe(200);
  });
});
