/**
 * Plans past this machine: a real Redis, the real producer, and simulated workers in processes of their own. Measures
 * throughput, the memory of the producer and of Redis, and how long the jobs of workers that were killed take to be done.
 * BCB_BENCH_WORKERS, BCB_BENCH_JOBS and BCB_BENCH_JOB_MS change what is simulated; the last may be `recorded`, for the times
 * that the reference solutions took.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Executor } from '../src/executor/executor.ts';
import { withRedis } from '../src/executor/queue/check-store.ts';
import { createQueueExecutor } from '../src/executor/queue/create-queue-executor.ts';
import { parseStore, type Store } from '../src/executor/queue/store.ts';
import { startRedis } from '../src/executor/queue/testing/redis-server.ts';
import { defaultLimits, type Job } from '../src/schema/execution.ts';
import { collectGarbage } from './support/collect-garbage.ts';
import { readRecordedTimes } from './support/recorded-times.ts';
import type { BenchResult } from './support/results.ts';

const workers = Number(process.env.BCB_BENCH_WORKERS ?? 20);
const jobs = Number(process.env.BCB_BENCH_JOBS ?? 50_000);
const jobMs = process.env.BCB_BENCH_JOB_MS ?? '0';
const slots = 4;
/** At least two processes: one of them is killed. */
const workersPerProcess = Math.min(50, Math.ceil(workers / 2));
const jobsAfterKill = 20_000;

export async function run(): Promise<BenchResult> {
  await using redis = await startRedis(['--appendfsync', 'everysec']);
  const store = parseStore(redis.url);
  const processes: ChildProcess[] = [];
  for (let left = workers; left > 0; left -= workersPerProcess) {
    processes.push(await startWorkers(redis.url, Math.min(left, workersPerProcess)));
  }
  try {
    await using executor = await createQueueExecutor({ store });
    const memory: number[] = [];
    const startedAt = performance.now();
    let done = 0;
    for await (const _ of executor.execute(makeJobs(jobs, await readTimes()))) {
      if (++done % Math.ceil(jobs / 4) === 0) memory.push(usedMb());
    }
    const seconds = (performance.now() - startedAt) / 1000;
    const memoryOfRedis = await readPeakMb(store);
    const recovery = await measureRecovery(executor, processes);
    const perJob = jobMs === 'recorded' ? 'times as recorded' : `${jobMs} ms a job`;
    const rows = [
      ['', 'measured'],
      ['simulated', `${workers} workers × ${slots} slots, ${perJob}`],
      ['jobs', `${done} in ${seconds.toFixed(1)} s: ${(done / seconds).toFixed(0)} a second`],
      ['memory of the producer, by quarters', memory.map((mb) => `${mb.toFixed(0)} MB`).join(' → ')],
      ['memory of Redis at most', `${memoryOfRedis.toFixed(0)} MB`],
      [`${recovery.killed} workers killed: their jobs done after`, `${recovery.seconds.toFixed(1)} s`],
    ];
    return [{ rows }];
  } finally {
    for (const child of processes) child.kill('SIGKILL');
  }
}

async function startWorkers(url: string, count: number): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('fleet/simulated-workers.ts', import.meta.url));
  const jiti = fileURLToPath(import.meta.resolve('jiti/register'));
  const child = fork(script, [url, ...[count, slots].map(String)], { execArgv: ['--import', jiti] });
  await once(child, 'message');
  return child;
}

/** Kills one process of workers, and waits for all that was handed out before. */
async function measureRecovery(
  executor: Executor,
  processes: readonly ChildProcess[],
): Promise<{ killed: number; seconds: number }> {
  const open = new Set<string>();
  const lost = new Set<string>();
  let [killedAt, recoveredAt, done] = [0, 0, 0];
  function* noted(source: Iterable<Job>): Generator<Job> {
    for (const job of source) {
      open.add(job.id);
      yield job;
    }
  }
  for await (const { id } of executor.execute(noted(makeJobs(jobsAfterKill, await readTimes(), 'after')))) {
    open.delete(id);
    if (lost.delete(id) && lost.size === 0) recoveredAt = performance.now();
    if (++done !== jobsAfterKill / 4) continue;
    processes.at(-1)?.kill('SIGKILL');
    killedAt = performance.now();
    for (const each of open) lost.add(each);
  }
  const killed = workers - workersPerProcess * (processes.length - 1);
  return { killed, seconds: (recoveredAt - killedAt) / 1000 };
}

function* makeJobs(count: number, times: readonly number[], prefix = 'job'): Generator<Job> {
  for (let n = 0; n < count; n++) {
    const ms = times[n % times.length] ?? 0;
    const code = `# ${ms} ${prefix} ${n}\n${'x = 1\n'.repeat(200)}`;
    yield { id: `${prefix}-${n}`, code, test: '', limits: defaultLimits, libs: [], costHintMs: Math.max(20, ms) };
  }
}

/** How long jobs take, in turn. */
async function readTimes(): Promise<number[]> {
  if (jobMs !== 'recorded') return [Number(jobMs)];
  return [...(await readRecordedTimes()).values()].map(({ wallMs }) => Math.round(wallMs));
}

function usedMb(): number {
  collectGarbage();
  return process.memoryUsage().rss / 2 ** 20;
}

function readPeakMb(store: Store): Promise<number> {
  return withRedis(store, async (connection) => {
    const info = await connection.info('memory');
    return Number(/used_memory_peak:(\d+)/.exec(info)?.[1] ?? 0) / 2 ** 20;
  });
}
