/** A worker of the soak. Argument: URL of the store. Says `ready`; ends with its parent, or is killed. */
import { createLocalExecutor } from '../../src/executor/local/create-local-executor.ts';
import { bareEnvironment } from '../../src/executor/local/testing/bare-environment.ts';
import { runWorker } from '../../src/executor/queue/run-worker.ts';
import { parseStore } from '../../src/executor/queue/store.ts';

const [url = ''] = process.argv.slice(2);
const end = new AbortController();
for (const event of ['SIGTERM', 'disconnect']) process.on(event, () => end.abort());
const executor = await createLocalExecutor({ environment: bareEnvironment(), parallel: 2 });
await runWorker({
  store: parseStore(url),
  executor,
  version: 'soak',
  signal: end.signal,
  drainMs: 2000,
  // Those of a worker that was killed are soon with another.
  lockMs: 5000,
  onReady: () => process.send?.('ready'),
});
await executor.close();
process.exit();
