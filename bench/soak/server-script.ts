/** The server of the soak, before a fleet. Arguments: URL of the store, folder, tokens by comma. Says its address; ends with its parent. */
import { createQueueExecutor } from '../../src/executor/queue/create-queue-executor.ts';
import { parseStore } from '../../src/executor/queue/store.ts';
import { defaultRules } from '../../src/schema/evaluation-rules.ts';
import { createServer } from '../../src/server/create-server.ts';
import { watchLoopTime } from '../../src/server/testing/loop-time.ts';
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
const loop = watchLoopTime();
let computed = 0;

process.on('message', async (word) => {
  if (word === 'memory') {
    // What is collected here is not the server's doing.
    computed = Math.max(computed, loop.read());
    collectGarbage();
    const { heapUsed, external } = process.memoryUsage();
    process.send?.((heapUsed + external) / 2 ** 20);
    loop.read();
    return;
  }
  process.send?.(Math.max(computed, loop.read()));
  await listener.close({ graceMs: 5000 });
  await executor.close();
  process.exit();
});
process.on('disconnect', () => process.exit());
process.send?.(listener.url);
