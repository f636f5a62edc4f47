/** A worker with a real sandbox that a program can kill, which none should ever be able to. Argument: URL. */
import { runWorker } from '../../../src/executor/queue/run-worker.ts';
import { parseStore } from '../../../src/executor/queue/store.ts';
import { openExecutor } from '../../../src/run/executor-table.ts';
import type { Job } from '../../../src/schema/execution.ts';

const [url = ''] = process.argv.slice(2);
const runContext = { variables: process.env, cwd: '/', warn: () => {} };
await using executor = await openExecutor(['local'], { libs: undefined, parallel: 2 }, runContext);
async function* dieOfPoison(jobs: Iterable<Job> | AsyncIterable<Job>) {
  for await (const job of jobs) {
    if (job.code.includes('# poison')) process.kill(process.pid, 'SIGKILL');
    yield job;
  }
}
await runWorker({
  store: parseStore(url),
  executor: { ...executor, execute: (jobs, options) => executor.execute(dieOfPoison(jobs), options) },
  version: 'test',
  lockMs: 2000,
  onReady: () => console.log('ready'),
  signal: new AbortController().signal,
});
