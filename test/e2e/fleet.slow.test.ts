/** A real fleet: Redis, worker processes with real sandboxes, one of which is killed; verdicts equal local ones. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { startRedis } from '../../src/executor/queue/testing/redis-server.ts';
import { createTemporaryFolder } from '../../src/testing/temporary-folder.ts';
import { describeNeeding, program } from '../../src/util/testing/needs.ts';
import { bin, installed, root } from './testing/installed.ts';
import { runProgram } from './testing/run-program.ts';

/** A worker process that takes jobs, on one core. */
async function startWorker(url: string): Promise<ChildProcess> {
  const worker = spawn(process.execPath, [bin, 'worker', '--queue', url, '--parallel', '1'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: worker.stdout })) if (line.startsWith('ready: 1 slots')) break;
  return worker;
}

describeNeeding(program('redis-server'), installed)('a fleet', () => {
  test('gives the verdicts of this machine, although a worker is killed', async () => {
    await using redis = await startRedis();
    await using folder = await createTemporaryFolder();
    const answers = join(root, 'examples', 'recorded-answers.jsonl');
    const evaluate = (name: string, ...words: string[]) => {
      const words2 = ['--model', `replay:${answers}`, '--subset', 'starter', '--split', 'instruct', '--select', '0-9'];
      const more = ['--out', join(folder.path, name), '--no-cache', '--json', '--quiet'];
      return runProgram([bin, 'run', ...words2, ...more, ...words], {
        cwd: folder.path,
        environment: { BCB_CACHE_DIR: join(folder.path, 'cache') },
      });
    };
    const workers = [await startWorker(redis.url), await startWorker(redis.url)];
    try {
      const running = evaluate('fleet', '--execution', `queue:${redis.url}`);
      const status = await runProgram([bin, 'fleet', 'status', '--queue', redis.url, '--json'], {
        cwd: folder.path,
        environment: {},
      });
      expect(JSON.parse(status)).toMatchObject({ queues: [{ slots: 2, workers: [{ slots: 1 }, { slots: 1 }] }] });
      workers[0]?.kill('SIGKILL');
      const [fleet, local] = [await running, await evaluate('local')];
      expect(await tableOf(fleet)).toEqual(await tableOf(local));
      expect(JSON.parse(fleet)).toMatchObject({ runs: [{ outcomes: { pass: expect.any(Number) } }] });
      const ended = workers[1] && once(workers[1], 'exit');
      workers[1]?.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
    } finally {
      for (const worker of workers) worker.kill('SIGKILL');
    }
  }, 240_000);
});

/** Task → status of every sample, from the original's result file. */
async function tableOf(document: string): Promise<unknown> {
  const { runs } = JSON.parse(document) as { runs: { files: string[] }[] };
  const file = runs[0]?.files.find((path) => path.endsWith('_eval_results.json')) ?? '';
  const results = JSON.parse(await readFile(file, 'utf8')) as { eval: Record<string, { status: string }[]> };
  return Object.fromEntries(Object.entries(results.eval).map(([id, entries]) => [id, entries.map((e) => e.status)]));
}
