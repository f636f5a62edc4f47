import { once } from 'node:events';
import { afterAll, expect, it } from 'vitest';
import type { Execution, Job } from '../../schema/execution.ts';
import { collect, contractJob, describeExecutorContract } from '../../testing/executor-contract.ts';
import { createScriptedExecutor, type Script } from '../../testing/scripted-executor.ts';
import { describeNeeding, program } from '../../util/testing/needs.ts';
import { createQueueExecutor } from './create-queue-executor.ts';
import { cancelledNameOf, chunkIdOf, queueNameOf } from './messages.ts';
import { runWorker } from './run-worker.ts';
import { openStore, parseStore } from './store.ts';
import { playContract } from './testing/play-contract.ts';
import { startRedis } from './testing/redis-server.ts';

interface StartedWorker {
  readonly stop: () => Promise<void>;
}

async function startWorker(url: string, script: Script = playContract, info = {}): Promise<StartedWorker> {
  const end = new AbortController();
  const executor = createScriptedExecutor(script, { capacity: 2, info: { engine: 'e1', ...info } });
  let ended: Promise<void> = Promise.resolve();
  await new Promise<void>((resolve, reject) => {
    ended = runWorker({
      store: parseStore(url),
      executor,
      version: '1.2.3',
      onReady: () => resolve(),
      signal: end.signal,
      drainMs: 100,
      lockMs: 5000,
    });
    ended.catch(reject);
  });
  return {
    stop: async () => {
      end.abort();
      await ended;
    },
  };
}

const job = (n: number, text = `# ${n}`): Job => ({ ...contractJob('right'), id: String(n), code: text });
const ids = (executions: readonly Execution[]) => executions.map(({ id }) => Number(id)).sort((a, b) => a - b);

describeNeeding(program('redis-server'))('the queue executor', async () => {
  const redis = await startRedis();
  const shared = await startWorker(redis.url);
  afterAll(async () => {
    await shared.stop();
    await redis[Symbol.asyncDispose]();
  });

  describeExecutorContract({
    name: 'queue',
    create: () => createQueueExecutor({ store: parseStore(redis.url), reconcileMs: 500 }),
  });

  it('runs each of equal scripts by itself', async () => {
    let runs = 0;
    await using own = await startRedis();
    const worker = await startWorker(own.url, () => ({ stdout: `${runs++}` }));
    await using first = await createQueueExecutor({ store: parseStore(own.url), isInteractive: true });
    await using second = await createQueueExecutor({ store: parseStore(own.url), isInteractive: true });
    const outputs = async (sent: Job) => {
      const executions = await Promise.all([first, first, second].map(({ execute }) => collect(execute([sent]))));
      return new Set(executions.flat().map(({ stdout }) => stdout)).size;
    };
    expect(await outputs({ ...job(1), test: '', script: { stdin: '', files: {}, fetch: [] } })).toBe(3);
    await worker.stop();
  });

  it('says what its workers are', async () => {
    await using executor = await createQueueExecutor({ store: parseStore(redis.url) });
    expect(executor.info).toMatchObject({ name: 'queue', fingerprint: 'scripted', engine: 'e1', address: redis.url });
    expect(executor.capacity).toBe(2);
  });

  it('brings every job back once, over several workers, one of which leaves', async () => {
    const counts = new Map<string, number>();
    const count: Script = ({ code }) => {
      counts.set(code, (counts.get(code) ?? 0) + 1);
      return {};
    };
    await using own = await startRedis();
    const [first, second] = [await startWorker(own.url, count), await startWorker(own.url, count)];
    await using executor = await createQueueExecutor({ store: parseStore(own.url) });
    const executions = collect(executor.execute(Array.from({ length: 200 }, (_, n) => job(n))));
    await first.stop();
    expect(ids(await executions)).toEqual(Array.from({ length: 200 }, (_, n) => n));
    expect([...counts.values()].every((times) => times === 1)).toBe(true);
    await second.stop();
  });

  it('loses nothing when the store is killed and comes back, with or without its memory', async () => {
    for (const forgets of [false, true]) {
      await using own = await startRedis();
      let release = () => {};
      const gate = new Promise<void>((resolve) => {
        release = resolve;
      });
      const worker = await startWorker(own.url, async () => {
        await gate;
        return {};
      });
      await using executor = await createQueueExecutor({ store: parseStore(own.url), reconcileMs: 300 });
      const executions = collect(executor.execute(Array.from({ length: 40 }, (_, n) => job(n))));
      await own.kill();
      if (forgets) await own.forget();
      await own.start();
      release();
      expect(ids(await executions)).toEqual(Array.from({ length: 40 }, (_, n) => n));
      await worker.stop();
    }
  });

  it('runs the same job again when it is asked for again', async () => {
    let runs = 0;
    await using own = await startRedis();
    const worker = await startWorker(own.url, () => {
      runs++;
      return {};
    });
    await using executor = await createQueueExecutor({ store: parseStore(own.url) });
    await collect(executor.execute([job(1)]));
    await collect(executor.execute([job(1)]));
    expect(runs).toBe(2);
    await worker.stop();
  });

  it('has its worker end what is cancelled, although an old note about the same jobs was left', async () => {
    await using own = await startRedis();
    const store = parseStore(own.url);
    let [start, end] = [() => {}, () => {}];
    const started = new Promise<void>((resolve) => {
      start = resolve;
    });
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const worker = await startWorker(own.url, async (_, signal) => {
      start();
      await once(signal, 'abort');
      end();
      return {};
    });
    const sleeper = contractJob('sleeper');
    const notes = (await openStore(store)).queue<object, never>(
      cancelledNameOf(queueNameOf({ fingerprint: 'scripted', engine: 'e1' })),
    );
    const jobId = chunkIdOf({ protocol: 1, jobs: [sleeper], deaths: 0 });
    await notes.add('cancelled', {}, { jobId, timestamp: Date.now() - 10_000 });
    await using executor = await createQueueExecutor({ store });
    const stop = new AbortController();
    const running = collect(executor.execute([sleeper], { signal: stop.signal }));
    await started;
    stop.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
    await ended;
    await notes.close();
    await worker.stop();
  });

  it.each([
    ['redis://127.0.0.1:1', /does not answer/],
    ['file:///tmp/queue', /is not a queue address/],
  ])('says in one sentence what is wrong with %s', async (address, message) => {
    const creating = (async () => createQueueExecutor({ store: parseStore(address), waitMs: 100 }))();
    await expect(creating).rejects.toThrow(message);
  });

  it('refuses a wrong password, no workers, and workers of different environments', async () => {
    await using locked = await startRedis(['--requirepass', 'secret']);
    const creating = createQueueExecutor({ store: parseStore(locked.url), waitMs: 100 });
    await expect(creating).rejects.toThrow(/password is wrong or missing/);
    await using own = await startRedis();
    const store = parseStore(own.url);
    await expect(createQueueExecutor({ store, waitMs: 100 })).rejects.toThrow(/No worker listens/);
    const workers = [await startWorker(own.url), await startWorker(own.url, playContract, { fingerprint: 'other' })];
    await expect(createQueueExecutor({ store })).rejects.toThrow(/different environments/);
    workers.push(await startWorker(own.url, playContract, { fingerprint: 'other' }));
    await using executor = await createQueueExecutor({ store });
    expect(executor.info.fingerprint).toBe('other');
    await Promise.all(workers.map((worker) => worker.stop()));
  });
});
