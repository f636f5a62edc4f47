/** The server of the soak, before a fleet. Arguments: URL of the store, folder, tokens by comma. Says its address; ends with its parent. */
import { readFileSync } from 'node:fs';
import { createQueueExecutor } from '../../src/executor/queue/create-queue-executor.ts';
import { parseStore } from '../../src/executor/queue/store.ts';
import { defaultRules } from '../../src/schema/evaluation-rules.ts';
import { createServer } from '../../src/server/create-server.ts';
import { additionTask } from '../../src/server/testing/real-server.ts';
import { collectGarbage } from '../support/collect-garbage.ts';

const [url = '', outDir = '', tokens = ''] = process.argv.slice(2);
const executor = await createQueueExecutor({ store: parseStore(url) });
const server = createServer({
  executor,
  taskSet: { name: 'soak', version: '1', hash: 'soak' },
  tasks: [additionTask],
  tokens: tokens.split(','),
  rules: { ...defaultRules, timeLimit: { kind: 'fixed', seconds: 20 } },
  outDir,
  storage: { maxBytes: 50e6 },
});
const listener = await server.listen({ port: 0, replacesGlobals: true });

/** Milliseconds that the thread of the event loop has computed: a busy machine does not count. */
const readCpuMs = () => Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
const everyMs = 10;
const startedAt = performance.now();
let held = { ms: 0, afterS: 0 };
let before = readCpuMs();
setInterval(() => {
  const now = readCpuMs();
  if (now - before > held.ms) held = { ms: now - before, afterS: (performance.now() - startedAt) / 1000 };
  before = now;
}, everyMs);

process.on('message', async (word) => {
  if (word === 'memory') {
    collectGarbage();
    const { heapUsed, external } = process.memoryUsage();
    process.send?.((heapUsed + external) / 2 ** 20);
    return;
  }
  process.send?.(`${Math.round(held.ms)} ms, ${Math.round(held.afterS)} s after the start`);
  await listener.close({ graceMs: 5000 });
  await executor.close();
  process.exit();
});
process.on('disconnect', () => process.exit());
process.send?.(listener.url);
