/**
 * A process with many simulated workers: each waits as long as the first line of a job says, and runs nothing. Arguments:
 * URL, workers, slots of each. Says `ready`; ends with its parent.
 */
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { runWorker } from '../../src/executor/queue/run-worker.ts';
import { parseStore } from '../../src/executor/queue/store.ts';
import { createScriptedExecutor } from '../../src/testing/scripted-executor.ts';

const [url = '', ...numbers] = process.argv.slice(2);
const [workers = 1, slots = 4] = numbers.map(Number);
const end = new AbortController();
setMaxListeners(0, end.signal); // one per worker
process.on('SIGTERM', () => end.abort());
process.on('disconnect', () => process.exit());
const store = parseStore(url);
let ready = 0;
await Promise.all(
  Array.from({ length: workers }, () =>
    runWorker({
      store,
      executor: createScriptedExecutor(
        async ({ code }) => {
          const ms = Number(code.split(' ', 2)[1]);
          if (ms > 0) await sleep(ms);
          return {};
        },
        { capacity: slots, info: { engine: 'simulated' } },
      ),
      version: 'bench',
      signal: end.signal,
      drainMs: 1000,
      onReady: () => {
        if (++ready === workers) process.send?.('ready');
      },
    }),
  ),
);
process.exit();
