/**
 * Real Redis, real `bcb worker` processes, real sandboxes, the built program. Whatever happens, the journal has each
 * sample exactly once, with the verdict that this machine alone gives.
 */
import { appendFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withRedis } from '../../src/executor/queue/check-store.ts';
import { parseStore } from '../../src/executor/queue/store.ts';
import { startCuttingProxy } from '../../src/executor/queue/testing/cutting-proxy.ts';
import { type RedisServer, startRedis } from '../../src/executor/queue/testing/redis-server.ts';
import type { WorkerProcess } from '../../src/executor/queue/testing/worker-process.ts';
import { createTemporaryFolder } from '../../src/testing/temporary-folder.ts';
import { createRandom } from '../../src/util/random.ts';
import { describeNeeding, program } from '../../src/util/testing/needs.ts';
import { installed } from '../e2e/testing/installed.ts';
import { evaluate, readVerdicts, startPoisonableWorker, startWorker, writeSamples } from './testing/fleet.ts';

const seed = Number(process.env.BCB_TEST_SEED ?? 20240622);
const kills = 20;
const lockMs = 30_000;

describeNeeding(program('redis-server'), installed)('a fleet', () => {
  let folder = '';
  let expected: string[] = [];
  const cleanUp: AsyncDisposable[] = [];

  beforeAll(async () => {
    const created = await createTemporaryFolder();
    cleanUp.push(created);
    folder = created.path;
    const count = await writeSamples(folder, 8);
    await evaluate(folder, 'local');
    expected = await readVerdicts(folder, 'local');
    expect(expected).toHaveLength(count);
  });
  afterAll(async () => {
    for (const each of cleanUp) await each[Symbol.asyncDispose]();
  });

  /** Runs the evaluation on three workers while something happens to them; the verdicts must be those of this machine. */
  async function endure(name: string, happens: (redis: RedisServer, workers: WorkerProcess[]) => Promise<void>) {
    await using redis = await startRedis();
    const workers = [await startWorker(redis.url), await startWorker(redis.url), await startWorker(redis.url)];
    try {
      const startedAt = Date.now();
      const running = evaluate(folder, name, '--execution', `queue:${redis.url}`);
      let isOver = false;
      running.finally(() => (isOver = true)).catch(() => {});
      await sleep(8000);
      await happens(redis, workers);
      console.log(`${name}: ${isOver ? 'it was over before the end of it' : 'it was under way to the end of it'}`);
      await running;
      console.log(`${name}: ${((Date.now() - startedAt) / 1000).toFixed(0)} s`);
      expect(await readVerdicts(folder, name)).toEqual(expected);
    } finally {
      for (const worker of workers) await worker.kill();
    }
  }

  test(`of which workers are killed ${kills} times`, async () => {
    const random = createRandom(seed);
    await endure('killed', async ({ url }, workers) => {
      for (let at = 0; at < kills; at++) {
        const place = Math.floor(random() * workers.length);
        await workers[place]?.kill();
        workers[place] = await startWorker(url);
        await sleep(random() * 3000);
      }
    });
  });

  test('whose Redis is killed and comes back', () =>
    endure('restarted', async (redis) => {
      for (let at = 0; at < 3; at++) {
        await redis.kill();
        await sleep(2000);
        await redis.start();
        await sleep(5000);
      }
    }));

  test('whose Redis is emptied', () =>
    endure('emptied', async (redis) => {
      for (let at = 0; at < 3; at++) {
        await withRedis(parseStore(redis.url), (connection) => connection.flushall());
        await sleep(5000);
      }
    }));

  test('whose connections are killed', () =>
    endure('disconnected', async (redis) => {
      for (let at = 0; at < 10; at++) {
        const words = ['KILL', 'TYPE', 'normal', 'SKIPME', 'yes'];
        await withRedis(parseStore(redis.url), (connection) => connection.call('CLIENT', ...words));
        await sleep(1500);
      }
    }));

  test('of which a worker is stopped for longer than its lock lasts', () =>
    endure('stopped', async (_redis, [first]) => {
      first?.child.kill('SIGSTOP');
      await sleep(lockMs + 10_000);
      first?.child.kill('SIGCONT');
    }));

  test('whose network is cut for a minute', async () => {
    await using redis = await startRedis();
    await using proxy = await startCuttingProxy(redis.url);
    // Two workers and the run behind the cut, one worker beside Redis.
    const workers = [await startWorker(proxy.url), await startWorker(proxy.url), await startWorker(redis.url)];
    try {
      const running = evaluate(folder, 'cut', '--execution', `queue:${proxy.url}`);
      await sleep(8000);
      proxy.cut();
      await sleep(60_000);
      proxy.heal();
      await running;
      expect(await readVerdicts(folder, 'cut')).toEqual(expected);
    } finally {
      for (const worker of workers) await worker.kill();
    }
  });

  test('whose worker a program kills every time', async () => {
    await using redis = await startRedis();
    await using poisoned = await createTemporaryFolder();
    await writeSamples(poisoned.path, 4);
    await evaluate(poisoned.path, 'local');
    const sample = { task_id: 'Starter/0', solution: 'def task_func():\n    return 1\n# poison\n' };
    await appendFile(`${poisoned.path}/samples.jsonl`, `${JSON.stringify(sample)}\n`);
    const ends: unknown[] = [];
    let isOver = false;
    const alive = new Set<WorkerProcess>();
    const start = () => {
      const worker = startPoisonableWorker(redis.url);
      alive.add(worker);
      worker.child.on('exit', (code, signal) => {
        alive.delete(worker);
        if (isOver) return;
        ends.push(signal ?? code);
        start();
      });
      return worker;
    };
    await Promise.all([start(), start()].map((worker) => worker.says('ready')));
    try {
      // A sample without a verdict makes the run incomplete: exit code 3, and the sentence says so.
      await expect(evaluate(poisoned.path, 'fleet', '--execution', `queue:${redis.url}`)).rejects.toThrow(
        /ended with 3/,
      );
      expect(ends).toEqual(Array.from({ length: 10 }, () => 'SIGKILL'));
      expect(await readVerdicts(poisoned.path, 'fleet')).toEqual(await readVerdicts(poisoned.path, 'local'));
    } finally {
      isOver = true;
      for (const worker of alive) await worker.kill();
    }
  });
});
