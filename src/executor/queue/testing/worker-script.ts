/**
 * A worker process that runs nothing: what each program "does" is in its text. `# sleep MS`, `# wrong`, `# poison`
 * (kills the process). Arguments: URL, milliseconds of its lock, slots, fingerprint. Prints `ready`, each notice, and
 * `took` for each program.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { BigCodeBenchError } from '../../../error/bigcodebench-error.ts';
import { createScriptedExecutor } from '../../../testing/scripted-executor.ts';
import { runWorker } from '../run-worker.ts';
import { parseStore } from '../store.ts';

const [url = '', lockMs = '1000', slots = '2', fingerprint = 'scripted'] = process.argv.slice(2);
const executor = createScriptedExecutor(
  async ({ code }) => {
    console.log('took');
    if (code.includes('# poison')) process.kill(process.pid, 'SIGKILL');
    await sleep(Number(/# sleep (\d+)/.exec(code)?.[1] ?? 0));
    return { outcome: code.includes('# wrong') ? 'fail' : 'pass' };
  },
  { capacity: Number(slots), info: { engine: 'e1', fingerprint } },
);
const end = new AbortController();
process.on('SIGTERM', () => end.abort());
try {
  await runWorker({
    store: parseStore(url),
    executor,
    version: 'test',
    lockMs: Number(lockMs),
    onReady: () => console.log('ready'),
    onNotice: (sentence) => console.log(sentence),
    signal: end.signal,
    drainMs: 1000,
  });
} catch (error) {
  if (!(error instanceof BigCodeBenchError)) throw error;
  console.log(error.message);
  process.exitCode = 1;
}
process.exit();
