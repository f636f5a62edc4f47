import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { loadTasks } from '../../src/dataset/load-tasks.ts';
import { createTemporaryFolder } from '../../src/testing/temporary-folder.ts';
import { describeNeeding } from '../../src/util/testing/needs.ts';
import { bin, installed } from './testing/installed.ts';

let folder: Awaited<ReturnType<typeof createTemporaryFolder>>;
beforeAll(async () => {
  folder = await createTemporaryFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

interface Running {
  readonly url: string;
  readonly child: ChildProcess;
  readonly ended: Promise<number | NodeJS.Signals | null>;
  out(): string;
}

const running: Running[] = [];
afterEach(() => {
  for (const { child } of running.splice(0)) child.kill('SIGKILL');
});

/** The real command, with the sandbox of this machine. */
async function serve(...words: string[]): Promise<Running> {
  const child = spawn(
    process.execPath,
    [bin, 'serve', '--subset', 'starter', '--port', '0', '--quiet', '--out', 'out', ...words],
    {
      cwd: folder.path,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, BCB_CACHE_DIR: join(folder.path, 'cache') },
    },
  );
  let out = '';
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.on('close', (code, signal) => resolve(signal ?? code));
  });
  const listening = new Promise<string>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      const url = /listening on (\S+)/.exec(out)?.[1];
      if (url !== undefined) resolve(url);
    });
  });
  const url = await Promise.race([listening, ended.then((code) => Promise.reject(new Error(`ended with ${code}`)))]);
  const server = { url, child, ended, out: () => out };
  running.push(server);
  return server;
}

const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...headers },
  });

describeNeeding(installed)('bcb serve', { timeout: 240_000 }, () => {
  it('finishes what is under way on SIGTERM, takes nothing new and exits with 0', async () => {
    const { url, child, ended, out } = await serve();
    const slow = post(`${url}/v1/executions`, { script: 'import time\ntime.sleep(10)\nprint("done")' });
    await expect
      .poll(async () => (await fetch(`${url}/v1/info`)).json(), { timeout: 20_000 })
      .toMatchObject({ running: 1 });
    // A reader that leaves in the middle must not leave words on stdout.
    const gone = new AbortController();
    const stream = await fetch(`${url}/v1/executions`, {
      method: 'POST',
      body: '{"script":"import time; time.sleep(60)"}\n',
      headers: { 'Content-Type': 'application/x-ndjson' },
      signal: gone.signal,
    });
    expect(stream.status).toBe(200);
    gone.abort();
    child.kill('SIGTERM');
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status, { timeout: 10_000 }).toBe(503);
    expect((await post(`${url}/v1/executions`, { script: '1' })).status).toBe(503);
    expect((await post(`${url}/run_code`, { code: '1', language: 'python' })).status).toBe(504);
    expect(await (await slow).json()).toMatchObject({ stdout: 'done\n', exit: 0 });
    expect(await ended).toBe(0);
    expect(out()).toBe(`listening on ${url}\n`);
  });

  it('answers 504 to what does not finish in time, and ends at once on a second signal', async () => {
    const first = await serve('--drain-s', '0');
    const slow = post(`${first.url}/v1/executions`, { script: 'import time\ntime.sleep(60)' });
    await expect
      .poll(async () => (await fetch(`${first.url}/v1/info`)).json(), { timeout: 20_000 })
      .toMatchObject({ running: 1 });
    first.child.kill('SIGTERM');
    expect((await slow).status).toBe(504);
    expect(await first.ended).toBe(0);

    const second = await serve();
    const cut = expect(
      post(`${second.url}/v1/executions`, { script: 'import time\ntime.sleep(60)' }),
    ).rejects.toThrow();
    await expect
      .poll(async () => (await fetch(`${second.url}/v1/info`)).json(), { timeout: 20_000 })
      .toMatchObject({ running: 1 });
    second.child.kill('SIGTERM');
    await expect.poll(async () => (await fetch(`${second.url}/readyz`)).status, { timeout: 10_000 }).toBe(503);
    second.child.kill('SIGTERM');
    expect(await second.ended).toBe(130);
    await cut;
  });

  it('pays every reference solution that can be proven, and nothing for a program that forges every result', {
    timeout: 900_000,
  }, async () => {
    const { tasks } = await loadTasks({ subset: 'starter' });
    const forged = await readFile(join(import.meta.dirname, '..', 'hostile', 'every-task.py'), 'utf8');
    const { url } = await serve();
    const ask = async (task_id: string, solutions: readonly string[], rule: object = {}) => {
      const samples = solutions.map((solution) => ({ solution }));
      const response = await post(`${url}/v1/rewards`, { task_id, samples, ...rule });
      return ((await response.json()) as { rewards: Rewarded[] }).rewards;
    };
    const believed: string[] = [];
    const unprovable: string[] = [];
    const look = async ({ id, completePrompt, canonicalSolution }: (typeof tasks)[number]) => {
      const reference = `${completePrompt}\n${canonicalSolution}`;
      const [honest, forgery] = await ask(id, [reference, forged]);
      expect(forgery, id).toMatchObject({ reward: 0, passed: false });
      if (forgery?.outcome === 'pass') believed.push(id);
      if (honest?.reward === 1) return;
      unprovable.push(id);
      expect(honest, id).toMatchObject({ outcome: 'pass', proof: { state: 'unprovable' } });
      expect(await ask(id, [reference], { unprovable: true }), id).toMatchObject([{ reward: 1 }]);
    };
    await Promise.all(tasks.map(look));
    // In one process with the tests it would have passed nearly all of them.
    expect(believed.length).toBeGreaterThan(40);
    expect(unprovable.length).toBeLessThan(6);
  });

  it('goes on with an evaluation after kill -9, and executes nothing again that was journaled', async () => {
    const { tasks } = await loadTasks({ subset: 'starter' });
    const samples = tasks.flatMap((task) =>
      [1, 2, 3].map((number) => ({
        task_id: task.id,
        solution: `# ${number}\n${task.completePrompt}\n${number === 3 ? '    pass' : task.canonicalSolution}`,
      })),
    );
    const first = await serve();
    const request = { samples, no_gt: true, integrity: 'flags' };
    const started = await post(`${first.url}/v1/evaluations`, request);
    const { id } = (await started.json()) as { id: string };
    await expect
      .poll(async () => ((await (await fetch(`${first.url}/v1/evaluations/${id}`)).json()) as { done: number }).done, {
        timeout: 60_000,
        interval: 20,
      })
      .toBeGreaterThan(20);
    first.child.kill('SIGKILL');
    expect(await first.ended).toBe('SIGKILL');
    const before = await readVerdicts();
    expect(before.length).toBeGreaterThan(20);
    expect(before.length).toBeLessThan(samples.length);

    const second = await serve();
    const finished = await post(`${second.url}/v1/evaluations`, request, { Prefer: 'wait=120' });
    expect(await finished.json()).toMatchObject({ id, state: 'finished', done: samples.length, passed: 100 });
    const after = await readVerdicts();
    expect(new Set(after).size).toBe(samples.length);
    expect(after).toHaveLength(samples.length);
    const metrics = await (await fetch(`${second.url}/metrics`)).text();
    const executed = [...metrics.matchAll(/^bcb_executions_total\{.*\} (\d+)$/gm)].reduce(
      (sum, [, count]) => sum + Number(count),
      0,
    );
    expect(executed).toBeGreaterThan(0);
    expect(executed).toBeLessThanOrEqual(samples.length - before.length);
  });
});

interface Rewarded {
  readonly reward: number;
  readonly outcome: string;
}

/** Which samples have their verdict in a journal. */
async function readVerdicts(): Promise<string[]> {
  const root = join(folder.path, 'out', 'evaluations');
  const names = (await readdir(root, { recursive: true })).filter((name) => name.endsWith('journal.jsonl'));
  const texts = await Promise.all(names.map((name) => readFile(join(root, name), 'utf8')));
  return texts.flatMap((text) =>
    [...text.matchAll(/"type":"verdict".*?"taskId":"([^"]+)","index":(\d+)/g)].map(
      ([, taskId, index]) => `${taskId}#${index}`,
    ),
  );
}
