import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildTask } from '../../evaluate/testing/tasks.ts';
import { createTemporaryFolder } from '../../testing/temporary-folder.ts';
import { createGatedExecutor } from '../testing/gated-executor.ts';
import { openServer, type TestServer } from '../testing/open-server.ts';
import { createStorage } from './storage.ts';

let folder: Awaited<ReturnType<typeof createTemporaryFolder>>;
beforeEach(async () => {
  folder = await createTemporaryFolder();
});
afterEach(() => folder[Symbol.asyncDispose]());

const day = 24 * 60 * 60_000;
const now = Date.parse('2030-01-31');
const evaluation = (digit: string) => `evaluations/ev-${digit.repeat(24)}`;
const upload = (digit: string) => `samples/anonymous/${digit.repeat(64)}`;

/** A file of 1000 bytes, changed so many days ago. */
async function write(path: string, daysAgo: number): Promise<void> {
  const whole = join(folder.path, path);
  await mkdir(dirname(whole), { recursive: true });
  await writeFile(whole, 'x'.repeat(1000));
  const at = new Date(now - daysAgo * day);
  for (const each of [whole, dirname(whole)]) await utimes(each, at, at);
}

const list = async () =>
  (await readdir(folder.path, { recursive: true })).filter((name) => name.includes('file')).sort();

function open(limits: { maxAgeMs?: number; maxBytes?: number }, inUse: string[] = []) {
  const removed: string[] = [];
  const storage = createStorage({
    maxAgeMs: 1e12,
    maxBytes: 1e12,
    ...limits,
    folder: folder.path,
    evaluations: {
      isInUse: (path) => inUse.some((name) => path.endsWith(name)),
      forget: (path) => removed.push(path.slice(folder.path.length + 1)),
    },
    now: () => now,
  });
  return { storage, removed };
}

describe('Storage', () => {
  it('removes what is too old', async () => {
    await write(`${evaluation('a')}/file`, 31);
    await write(`${evaluation('b')}/file`, 29);
    await write(`${upload('c')}/file`, 40);
    const { storage, removed } = open({ maxAgeMs: 30 * day });
    await storage.prune();
    expect(removed.sort()).toEqual([evaluation('a'), upload('c')].sort());
    expect(await list()).toEqual([`${evaluation('b')}/file`]);
    expect(storage.use).toEqual({ bytes: 1000, folders: 1 });
  });

  it('removes the oldest where there is too much', async () => {
    for (const [days, name] of [evaluation('a'), upload('b'), evaluation('c'), upload('d')].entries()) {
      await write(`${name}/file`, days);
    }
    const { storage } = open({ maxBytes: 2500 });
    await storage.prune();
    expect(await list()).toEqual([`${evaluation('a')}/file`, `${upload('b')}/file`]);
  });

  it('leaves what is in use, and what is not its own', async () => {
    await write(`${evaluation('a')}/file`, 100);
    for (const other of ['samples/mine/file', 'evaluations/mine/file', 'runs/abc/file']) await write(other, 100);
    const { storage } = open({ maxAgeMs: 1, maxBytes: 0 }, [evaluation('a')]);
    await storage.prune();
    expect(await list()).toHaveLength(4);
  });

  it('removes what an upload left that ended with its process, and none that is under way', async () => {
    for (const [name, daysAgo] of [
      ['.file-a.tmp', 1],
      ['.file-b.tmp.12.ab.tmp', 1],
      ['.file-c.tmp', 0.02],
      ['file.tmp', 1],
    ] as const) {
      await write(`samples/anonymous/${name}`, daysAgo);
    }
    const { storage } = open({});
    await storage.prune();
    expect(await list()).toEqual(['samples/anonymous/.file-c.tmp', 'samples/anonymous/file.tmp']);
  });

  it('counts what arrives while it does, and has no room for more than twice as much', async () => {
    const { storage } = open({ maxBytes: 1000 });
    storage.arrive(1500);
    expect(() => storage.arrive(501)).toThrow(expect.objectContaining({ status: 503 }));
    storage.settle(501, 0);
    storage.arrive(400);
    storage.settle(1900, 1900);
    expect(() => storage.arrive(101)).toThrow(expect.objectContaining({ status: 503 }));
    await storage.prune();
  });

  it('is there before anything was ever kept', async () => {
    const { storage } = open({});
    await storage.prune();
    expect(storage.use).toEqual({ bytes: 0, folders: 0 });
  });
});

describe('a server', () => {
  const tasks = [buildTask('BigCodeBench/0')];
  const evaluate = async ({ request }: TestServer, solution: string, wait: number) => {
    const json = { samples: [{ task_id: 'BigCodeBench/0', solution }], no_gt: true };
    const response = await request('/v1/evaluations', { json, headers: { Prefer: `wait=${wait}` } });
    return (await response.json()) as { id: string; state: string };
  };

  it('forgets evaluations whose files are gone, and never those under way', async () => {
    const gated = createGatedExecutor();
    const storage = { maxBytes: 1_000_000, maxAgeMs: 30 * day };
    const server = openServer({ tasks, executor: gated.executor, outDir: folder.path, storage });
    const [old, running] = [await evaluate(server, 'a', 0), await evaluate(server, 'b', 0)];
    await gated.hasStarted(2);
    gated.finish(gated.started.find((code) => code.endsWith('a')) ?? '');
    const stateOf = async ({ id }: { id: string }) => {
      const response = await server.request(`/v1/evaluations/${id}`);
      return response.status === 200 ? ((await response.json()) as { state: string }).state : response.status;
    };
    await expect.poll(() => stateOf(old), { timeout: 30_000 }).toBe('finished');
    const entries = await readdir(folder.path, { recursive: true });
    for (const entry of entries) await utimes(join(folder.path, entry), 0, 0);
    // Enough to make it look.
    await evaluate(server, '#'.repeat(60_000), 0);
    await expect.poll(() => stateOf(old), { timeout: 30_000 }).toBe(404);
    // It is forgotten first, and its files go then.
    await expect.poll(() => readdir(join(folder.path, 'evaluations')), { timeout: 30_000 }).not.toContain(old.id);
    expect(await stateOf(running)).toBe('running');
    expect(await (await server.request('/metrics')).text()).toMatch(/^bcb_stored_bytes \d+$/m);
    await server.close({ graceMs: 0 });
  });

  it('removes the files of one that is over when its owner says so', async () => {
    const server = openServer({ tasks, outDir: folder.path });
    const { id } = await evaluate(server, 'a', 60);
    expect(await readdir(join(folder.path, 'evaluations'))).toEqual([id]);
    const removed = await server.request(`/v1/evaluations/${id}`, { method: 'DELETE' });
    expect(await removed.json()).toMatchObject({ id, state: 'finished' });
    expect(await readdir(join(folder.path, 'evaluations'))).toEqual([]);
    expect((await server.request(`/v1/evaluations/${id}`)).status).toBe(404);
    await server.close();
  });
});
