/** The real command in the real sandbox, read from outside while it runs, after kill -9, and when it is finished. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { readRuns } from '../../src/compare/read-results.ts';
import { openAiChat } from '../../src/model/testing/wire-formats.ts';
import { type Reply, startWireServer } from '../../src/model/testing/wire-server.ts';
import { runRecordSchema } from '../../src/schema/run-record.ts';
import { type RunLog, readRun } from '../../src/store/run-log.ts';
import { createTemporaryFolder } from '../../src/testing/temporary-folder.ts';
import { collect } from '../../src/util/collect.ts';
import { describeNeeding } from '../../src/util/testing/needs.ts';
import { bin, installed, root } from './testing/installed.ts';

const ids = ['Starter/1', 'Starter/3', 'Starter/7'];

/** Answers every request but those after the second, which wait until the gate opens. */
function createModel() {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const answer = openAiChat('```python\ndef task_func():\n    return 1\n```');
  let asked = 0;
  const reply: Reply = async (request, response) => {
    if (++asked > 2) await gate;
    await answer(request, response);
  };
  return { reply, open };
}

describeNeeding(installed)('a run, seen from outside', () => {
  it('is running, then killed, then finished, and its report can be made again', async () => {
    await using folder = await createTemporaryFolder();
    const out = join(folder.path, 'out');
    const model = createModel();
    await using server = await startWireServer(model.reply);
    const words = ['--model', 'openai-compatible:m', '--base-url', `${server.url}/v1`, '--split', 'instruct'];
    const start = () =>
      spawn(process.execPath, [bin, 'run', ...words, '--subset', 'starter', '--select', '1,3,7', '--out', out], {
        cwd: root,
        env: { ...process.env, BCB_CACHE_DIR: join(folder.path, 'cache') },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
    const child = start();
    const running = await waitForVerdicts(child, out, 2);
    expect(runRecordSchema.parse(running.record)).toMatchObject({
      state: 'running',
      model: { name: 'openai-compatible:m', provider: 'openai-compatible', modelId: 'm', nSamples: 1 },
      split: 'instruct',
      subset: 'starter',
      taskIds: ids,
      samples: 3,
      verdicts: 2,
      damagedLines: 0,
    });
    expect(await collect(running.verdicts())).toHaveLength(2);

    child.kill('SIGKILL');
    await ended(child);
    const killed = await readRun(running.path);
    expect(killed.record).toMatchObject({ state: 'stopped', verdicts: 2 });
    expect(killed.record.result).toBeUndefined();
    const before = await collect(killed.verdicts());

    model.open();
    const again = start();
    expect(await ended(again)).toBe(0);
    const finished = await readRun(running.path);
    expect(finished.record).toMatchObject({
      state: 'finished',
      startedAt: running.record.startedAt,
      verdicts: 3,
      result: { verdicts: 3, usage: { inputTokens: 300, outputTokens: 150 } },
    });
    const verdicts = await collect(finished.verdicts());
    expect(verdicts.map(({ taskId }) => taskId)).toEqual(ids);
    // What was judged before the kill was not judged again.
    for (const verdict of before) expect(verdicts).toContainEqual(verdict);
    const samples = await collect(finished.samples());
    expect(samples[0]).toMatchObject({
      solution: 'def task_func():\n    return 1',
      rawText: expect.stringContaining('```'),
    });
    expect((await finished.tasks()).map(({ id }) => id)).toEqual(ids);
    const [listed] = await readRuns(out);
    expect(listed?.path).toBe(running.path);
    const page = join(out, 'again.html');
    const remade = [bin, 'report', running.path, '--reporter', `html:${page}`, '--quiet'];
    expect(spawnSync(process.execPath, remade).status).toBe(0);
    expect(await readFile(page, 'utf8')).toBe(await readFile(join(running.path, 'report.html'), 'utf8'));
  }, 300_000);
});

/** Waits until the one run of the folder has so many verdicts. */
async function waitForVerdicts(child: ChildProcess, out: string, count: number): Promise<RunLog> {
  let complaints = '';
  child.stderr?.on('data', (piece) => (complaints += piece));
  while (child.exitCode === null) {
    const [run] = await readRuns(out).catch(() => []);
    if (run && run.record.verdicts >= count) return run;
    await sleep(50);
  }
  throw new Error(`bcb run ended too soon: ${complaints}`);
}

function ended(child: ChildProcess): Promise<number | NodeJS.Signals | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode ?? child.signalCode);
  return new Promise((resolve) => child.on('exit', (code, signal) => resolve(code ?? signal)));
}
