/**
 * Plans past this machine: a real Redis, the real producer, and simulated workers in processes of their own. Prints
 * throughput and the memory of the producer and of Redis.
 * BCB_BENCH_WORKERS, BCB_BENCH_JOBS and BCB_BENCH_JOB_MS change what is simulated.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createQueueExecutor } from '../src/executor/queue/create-queue-executor.ts';
import { withRedis } from '../src/executor/queue/reach-store.ts';
import { parseStore, type Store } from '../src/executor/queue/store.ts';
import { startRedis } from '../src/executor/queue/testing/redis-server.ts';
import { renderTable } from '../src/report/text-table.ts';
import type { Job } from '../src/schema/job.ts';
import { defaultLimits } from '../src/schema/limits.ts';
import { collectGarbage } from './support/collect-garbage.ts';

const workers = Number(process.env.BCB_BENCH_WORKERS ?? 20);
const jobs = Number(process.env.BCB_BENCH_JOBS ?? 50_000);
const jobMs = Number(process.env.BCB_BENCH_JOB_MS ?? 0);
const slots = 4;
const workersPerProcess = 50;

export async function run(): Promise<void> {
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
    for await (const _ of executor.execute(makeJobs())) {
      if (++done % Math.ceil(jobs / 4) === 0) memory.push(usedMb());
    }
    const seconds = (performance.now() - startedAt) / 1000;
    const rows = [
      ['simulated', `${workers} workers × ${slots} slots, ${jobMs} ms a job`],
      ['jobs', `${done} in ${seconds.toFixed(1)} s: ${(done / seconds).toFixed(0)} a second`],
      ['memory of the producer, by quarters', memory.map((mb) => `${mb.toFixed(0)} MB`).join(' → ')],
      ['memory of Redis at most', `${(await readPeakMb(store)).toFixed(0)} MB`],
    ];
    console.log(renderTable([['', 'measured'], ...rows], { right: [] }));
  } finally {
    for (const child of processes) child.kill('SIGKILL');
  }
}

async function startWorkers(url: string, count: number): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('fleet/simulated-workers.ts', import.meta.url));
  const jiti = fileURLToPath(import.meta.resolve('jiti/register'));
  const child = fork(script, [url, ...[count, slots, jobMs].map(String)], { execArgv: ['--import', jiti] });
  await once(child, 'message');
  return child;
}

function* makeJobs(): Generator<Job> {
  for (let n = 0; n < jobs; n++) {
    const code = `# ${n}\n${'x = 1\n'.repeat(200)}`;
    yield { id: String(n), code, test: '', limits: defaultLimits, libs: [], costHintMs: 20 };
  }
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
