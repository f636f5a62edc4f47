/** What a fleet goes through, with short locks; `npm run test:fleet` does the same with real sandboxes and real locks. */
import { once } from 'node:events';
import { expect, it } from 'vitest';
import type { Execution, Job } from '../../schema/execution.ts';
import { collect, contractJob } from '../../testing/executor-contract.ts';
import { describeNeeding, program } from '../../util/testing/needs.ts';
import { withRedis } from './check-store.ts';
import { createQueueExecutor } from './create-queue-executor.ts';
import { parseStore } from './store.ts';
import { startRedis } from './testing/redis-server.ts';
import { startWorkerProcess, type WorkerProcess, type WorkerProcessOptions } from './testing/worker-process.ts';

const job = (n: number, text = '# sleep 50'): Job => ({
  ...contractJob('right'),
  id: String(n),
  code: `# ${n}\n${text}${n % 3 === 0 ? '\n# wrong' : ''}`,
  costHintMs: 100,
});
const jobs = (count: number) => Array.from({ length: count }, (_, n) => job(n));

/** What each job must come to: every id once. */
const expected = (count: number) => jobs(count).map(({ id }) => `${id} ${Number(id) % 3 === 0 ? 'fail' : 'pass'}`);
const table = (executions: readonly Execution[]) =>
  executions.toSorted((a, b) => Number(a.id) - Number(b.id)).map(({ id, outcome }) => `${id} ${outcome}`);

async function startReady(url: string, options?: WorkerProcessOptions): Promise<WorkerProcess> {
  const worker = startWorkerProcess(url, options);
  await worker.says('ready');
  return worker;
}

const open = (url: string, notices: string[] = []) =>
  createQueueExecutor({
    store: parseStore(url),
    reconcileMs: 500,
    waitMs: 10_000,
    onNotice: (sentence) => notices.push(sentence),
  });

describeNeeding(program('redis-server'))('a fleet', { timeout: 240_000 }, () => {
  it('loses nothing when workers are killed', async () => {
    await using redis = await startRedis();
    const victims = await Promise.all([1, 2, 3].map(() => startReady(redis.url)));
    await using _survivor = await startReady(redis.url);
    await using executor = await open(redis.url);
    const running = collect(executor.execute(jobs(120)));
    for (const victim of victims) {
      await victim.says('took');
      await victim.kill();
    }
    expect(table(await running)).toEqual(expected(120));
  });

  it('loses nothing of callers with a job each, more than are sent at once, when a worker is killed', async () => {
    await using redis = await startRedis();
    await using victim = await startReady(redis.url);
    await using _survivor = await startReady(redis.url);
    await using executor = await open(redis.url);
    // As a server hands in jobs that a caller waits for.
    const urgent = jobs(100).map((each) => ({ ...each, costHintMs: Number.MAX_SAFE_INTEGER }));
    const running = Promise.all(urgent.map((each) => collect(executor.execute([each]))));
    await victim.says('took');
    await victim.kill();
    expect(table((await running).flat())).toEqual(expected(100));
  });

  it('refuses the late answer of a worker that was stopped', async () => {
    await using redis = await startRedis();
    await using sleeper = await startReady(redis.url);
    await using executor = await open(redis.url);
    const running = collect(executor.execute(jobs(40)));
    await sleeper.says('took');
    sleeper.child.kill('SIGSTOP');
    await using _other = await startReady(redis.url);
    expect(table(await running)).toEqual(expected(40));
    sleeper.child.kill('SIGCONT');
    expect(table(await collect(executor.execute(jobs(40))))).toEqual(expected(40));
  });

  it('gives up what kills its worker every time, after ten tries, and nothing else', async () => {
    await using redis = await startRedis();
    let deaths = 0;
    let isOver = false;
    let current: WorkerProcess | undefined;
    const start = () => {
      current = startWorkerProcess(redis.url, { lockMs: 1000, slots: 4 });
      current.child.on('exit', () => {
        if (isOver) return;
        deaths++;
        start();
      });
      return current;
    };
    await start().says('ready');
    try {
      await using executor = await open(redis.url);
      const poison = { ...job(1000), code: '# poison' };
      const executions = await collect(executor.execute([...jobs(20), poison, ...jobs(40).slice(20)]));
      expect(table(executions)).toEqual([...expected(40), '1000 engine-error']);
      expect(executions.find(({ id }) => id === '1000')).toMatchObject({ reason: '10 workers died over it' });
      // A loaded machine may take a slow worker for a dead one, which counts as well.
      expect(deaths).toBeGreaterThan(0);
      expect(deaths).toBeLessThanOrEqual(10);
      const before = deaths;
      // Asked for again, it is not let loose again.
      expect(await collect(executor.execute([poison]))).toMatchObject([{ outcome: 'engine-error' }]);
      expect(deaths).toBe(before);
    } finally {
      isOver = true;
      await current?.kill();
    }
  });

  it('lets a run and a worker end although the store is gone', async () => {
    await using redis = await startRedis();
    await using worker = await startReady(redis.url);
    const executor = await open(redis.url);
    const stop = new AbortController();
    const running = collect(executor.execute(jobs(40), { signal: stop.signal }));
    await worker.says('took');
    await redis.kill();
    stop.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
    await executor.close();
    const ended = once(worker.child, 'exit');
    worker.child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  it('survives that its connections are cut', async () => {
    await using redis = await startRedis();
    await using _worker = await startReady(redis.url);
    await using executor = await open(redis.url);
    const executions: Execution[] = [];
    for await (const execution of executor.execute(jobs(120))) {
      executions.push(execution);
      if (executions.length % 30 !== 0) continue;
      await withRedis(parseStore(redis.url), (connection) =>
        connection.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes'),
      );
    }
    expect(table(executions)).toEqual(expected(120));
  });

  it('waits for a full store, says so once, and finishes when there is room', async () => {
    await using redis = await startRedis();
    await using _worker = await startReady(redis.url);
    const notices: string[] = [];
    await using executor = await open(redis.url, notices);
    const bound = (size: string) =>
      withRedis(parseStore(redis.url), (connection) => connection.config('SET', 'maxmemory', size));
    await bound('1mb');
    const running = collect(executor.execute(jobs(40)));
    await expect.poll(() => notices, { timeout: 10_000 }).toHaveLength(1);
    expect(notices[0]).toMatch(/is full: raise its maxmemory/);
    await bound('0');
    expect(table(await running)).toEqual(expected(40));
    expect(notices).toEqual([expect.anything(), expect.stringMatching(/works again/)]);
  });

  it.each([
    [
      ['--maxmemory', '100mb', '--maxmemory-policy', 'allkeys-lru'],
      /throws keys away .* set maxmemory-policy noeviction\.$/,
    ],
    [['--maxmemory', '500kb'], /is full \(maxmemory is 0 MB\): raise maxmemory/],
    [['--requirepass', 'secret'], /password is wrong or missing\.$/],
  ])('is refused by workers and producers alike when Redis has %j', async (settings, sentence) => {
    await using redis = await startRedis(settings);
    await expect(open(redis.url)).rejects.toThrow(sentence);
    await using worker = startWorkerProcess(redis.url);
    await worker.says('ready');
    expect(worker.lines).toEqual([expect.stringMatching(sentence)]);
    expect(worker.child.exitCode).toBe(1);
  });

  it('gives no job to a worker with other libraries, which says why', async () => {
    await using redis = await startRedis();
    await using _worker = await startReady(redis.url);
    await using other = await startReady(redis.url, { fingerprint: 'other', slots: 1 });
    const notices: string[] = [];
    await using executor = await open(redis.url, notices);
    expect(table(await collect(executor.execute(jobs(40))))).toEqual(expected(40));
    expect(notices).toEqual([expect.stringMatching(/^1 of 2 workers have other libraries and get no jobs/)]);
    expect(other.lines).toEqual([expect.stringMatching(/1 of 2 workers here have other libraries/), 'ready']);
  });
});
