import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { type LoadHubTasksOptions, loadHubTasks } from './load-hub-tasks.ts';
import { loadTasks } from './load-tasks.ts';
import { createRow, type DatasetRow, takeRows, writeParquet } from './testing/dataset-rows.ts';
import { type LoopbackHub, type LoopbackHubOptions, startLoopbackHub } from './testing/loopback-hub.ts';
import { startLoopbackProxy } from './testing/loopback-proxy.ts';

let cacheDir = '';
beforeEach(async () => {
  cacheDir = await mkdtemp(join(tmpdir(), 'hub-tasks-'));
});
afterEach(() => rm(cacheDir, { recursive: true }));

const full = 'bigcode/bigcodebench';
const allRows = takeRows(1140);
const rows = allRows.slice(0, 20);
const hardRows = rows
  .slice(0, 3)
  .map((row): DatasetRow => ({ ...row, q_idx: '1', question: 'q', score: '0.9', _id: 'x' }));

function hubWith(options: Partial<LoopbackHubOptions> = {}, rows = allRows.slice(0, 20)): Promise<LoopbackHub> {
  const middle = Math.floor(rows.length / 2);
  return startLoopbackHub({
    datasets: {
      [full]: {
        'data/v0.1.0_hf-00000-of-00001.parquet': writeParquet([createRow(7)]),
        'data/v0.1.4-00001-of-00002.parquet': writeParquet(rows.slice(middle)),
        'data/v0.1.4-00000-of-00002.parquet': writeParquet(rows.slice(0, middle)),
        'README.md': Buffer.from('# card'),
      },
      'bigcode/bigcodebench-hard': { 'data/v0.1.4-00000-of-00001.parquet': writeParquet(hardRows) },
    },
    ...options,
  });
}

const sleeps: number[] = [];

function load(hub: LoopbackHub, options: Partial<LoadHubTasksOptions> = {}) {
  const retries = { sleep: async (delayMs: number) => void sleeps.push(delayMs) };
  const { variables, ...rest } = options;
  return loadHubTasks({
    subset: 'full',
    cacheDir,
    retries,
    variables: { HF_ENDPOINT: `${hub.endpoint}/`, ...variables },
    ...rest,
  });
}

async function failureOf(work: Promise<unknown>): Promise<BigCodeBenchError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(BigCodeBenchError);
  return error as BigCodeBenchError;
}

describe('loadHubTasks', () => {
  test('reads all parquet files of a version in order, with progress, and keeps a verified copy', async () => {
    await using hub = await hubWith({ pageSize: 1 }, allRows);
    const progress: number[] = [];
    const loaded = await load(hub, {
      onProgress: ({ doneBytes, totalBytes }) => progress.push(doneBytes / totalBytes),
    });
    expect(loaded).toMatchObject({ name: 'bigcodebench', version: 'v0.1.4' });
    expect(loaded.tasks.map(({ id }) => id)).toEqual(allRows.map(({ task_id }) => task_id));
    expect(loaded.tasks.map(({ test }) => test)).toEqual(allRows.map(({ test }) => test));
    expect(progress.at(-1)).toBe(1);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));

    const cached = await readFile(join(cacheDir, 'dataset/bigcodebench-v0.1.4.jsonl'), 'utf8');
    expect(
      cached
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(allRows);
    const before = hub.requests.length;
    expect(await load(hub, { variables: { HF_HUB_OFFLINE: '1' } })).toEqual(loaded);
    expect(hub.requests.length).toBe(before);
    const fromFile = await loadTasks({ subset: join(cacheDir, 'dataset/bigcodebench-v0.1.4.jsonl') });
    expect(fromFile.hash).toBe(loaded.hash);
  });

  test('knows older versions and the hard subset with its extra columns', async () => {
    await using hub = await hubWith();
    const older = await load(hub, { version: 'v0.1.0_hf' });
    expect(older.tasks.map(({ id }) => id)).toEqual(['BigCodeBench/7']);
    const hard = await load(hub, { subset: 'hard' });
    expect(hard.name).toBe('bigcodebench-hard');
    expect(hard.tasks.map(({ id }) => id)).toEqual(hardRows.map(({ task_id }) => task_id));
    expect(await readFile(join(cacheDir, 'dataset/bigcodebench-hard-v0.1.4.jsonl'), 'utf8')).not.toContain('q_idx');
  });

  test.each(['HF_TOKEN', 'HUGGING_FACE_HUB_TOKEN'])('shows %s to the hub and to nobody else', async (variable) => {
    await using hub = await hubWith({ token: 'secret' });
    await load(hub, { variables: { [variable]: 'secret' } });
    const storage = hub.requests.filter(({ origin }) => origin === 'storage');
    expect(storage.length).toBeGreaterThan(1);
    expect(storage.every(({ authorization }) => authorization === undefined)).toBe(true);
    expect(storage.every(({ path }) => path.startsWith('/storage/'))).toBe(true);
  });

  test('uses a proxy if one is set, except where NO_PROXY says otherwise', async () => {
    await using hub = await hubWith();
    await using proxy = await startLoopbackProxy();
    const named = hub.endpoint.replace('127.0.0.1', 'hub.invalid');
    await load(hub, { version: 'v0.1.0_hf', variables: { HF_ENDPOINT: named, HTTP_PROXY: proxy.address } });
    expect(proxy.tunnels).toContain(named.replace('http://', ''));
    proxy.tunnels.length = 0;
    await load(hub, { variables: { HTTP_PROXY: proxy.address, NO_PROXY: '127.0.0.1' } });
    expect(proxy.tunnels).toEqual([]);
  });

  test.each([
    ['401', 401, 'DATASET', /HF_TOKEN/],
    ['403', 403, 'DATASET', /HF_TOKEN/],
    ['404', 404, 'DATASET', /HF_ENDPOINT/],
  ])('%s is not retried', async (_, status, code, hint) => {
    await using hub = await hubWith();
    hub.failNext('/tree/', { status });
    const failure = await failureOf(load(hub));
    expect(failure.code).toBe(code);
    expect(failure.message).toMatch(hint);
    expect(hub.requests.length).toBe(1);
  });

  test('a refused token says what to do', async () => {
    await using hub = await hubWith({ token: 'secret' });
    expect((await failureOf(load(hub, { variables: { HF_TOKEN: 'wrong' } }))).message).toMatch(/401.*HF_TOKEN/);
  });

  test('waits as long as a 429 asks, backs off on 503, then continues', async () => {
    await using hub = await hubWith();
    sleeps.length = 0;
    hub.failNext('/tree/', { status: 429, headers: { 'retry-after': '7' } }, { status: 503 });
    hub.failNext('/storage/', { status: 500 });
    expect((await load(hub)).tasks.length).toBe(rows.length);
    expect(sleeps[0]).toBe(7000);
    expect(sleeps.length).toBe(3);
  });

  test('gives up after a bounded number of tries, with a network error', async () => {
    await using hub = await hubWith();
    hub.failNext('/tree/', ...Array.from({ length: 20 }, () => ({ status: 503 })));
    const failure = await failureOf(load(hub));
    expect(failure.code).toBe('NETWORK');
    expect(hub.requests.length).toBe(5);
  });

  test('requests only the piece that a dropped connection lost', async () => {
    await using hub = await hubWith({}, allRows);
    const path = '/storage/bigcode/bigcodebench/data/v0.1.4-00001';
    hub.failNext('/tree/', { cutAfterBytes: 10 });
    hub.failNext(path, { cutAfterBytes: 1000 });
    expect((await load(hub)).tasks.length).toBe(allRows.length);
    const asked = hub.requests.filter((request) => request.path.startsWith(path)).map(({ range }) => range);
    expect(asked[0]).toBe(asked[1]);
    expect(new Set(asked).size).toBe(asked.length - 1);
  });

  test('nobody listens', async () => {
    const hub = await hubWith();
    await hub[Symbol.asyncDispose]();
    const failure = await failureOf(load(hub));
    expect(failure.code).toBe('NETWORK');
    expect(failure.message).toMatch(/cannot be reached/);
  });

  test('rejects content that differs from what the hub lists', async () => {
    await using hub = await hubWith({ claimedSha256: '0'.repeat(64) });
    const failure = await failureOf(load(hub));
    expect(failure.message).toMatch(/corrupted in transit/);
    await expect(readFile(join(cacheDir, 'dataset/bigcodebench-v0.1.4.jsonl'))).rejects.toThrow(/ENOENT/);
  });

  test('recognizes a page that is not a hub', async () => {
    await using hub = await hubWith();
    hub.failNext('/tree/', { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Log in</html>' });
    expect((await failureOf(load(hub))).message).toMatch(/does not respond like a hub: check HF_ENDPOINT/);
    hub.failNext('/tree/', { status: 200, body: '{"hello": 1}' });
    expect((await failureOf(load(hub))).message).toMatch(/does not respond like a hub/);
  });

  test('names the versions that exist', async () => {
    await using hub = await hubWith();
    const failure = await failureOf(load(hub, { version: 'v9' }));
    expect(failure.code).toBe('DATASET');
    expect(failure.message).toMatch(/has no version "v9": use one of v0\.1\.0_hf, v0\.1\.4\./);
    expect((await failureOf(load(hub, { version: '../../etc/passwd' }))).code).toBe('USAGE');
  });

  test('rejects an invalid address', async () => {
    await using hub = await hubWith();
    const failure = await failureOf(load(hub, { variables: { HF_ENDPOINT: 'ftp://hub' } }));
    expect(failure.message).toMatch(/HF_ENDPOINT "ftp:\/\/hub" is not/);
  });

  test.each([
    ['altered', (content: Buffer) => Buffer.from(content.toString('utf8').replace('task_func', 'task_fund'))],
    ['truncated', (content: Buffer) => content.subarray(0, content.length / 2)],
    ['emptied', () => Buffer.alloc(0)],
  ])('a copy that was %s is reported and downloaded again; offline it is an error', async (_, damage) => {
    await using hub = await hubWith();
    const path = join(cacheDir, 'dataset/bigcodebench-v0.1.4.jsonl');
    const first = await load(hub);
    await writeFile(path, damage(await readFile(path)));
    const failure = await failureOf(load(hub, { variables: { HF_HUB_OFFLINE: 'true' } }));
    expect(failure.code).toBe('DATASET');
    expect(failure.message).toMatch(/is damaged and HF_HUB_OFFLINE is set/);
    const warnings: string[] = [];
    expect(await load(hub, { onWarning: (sentence) => warnings.push(sentence) })).toEqual(first);
    expect(warnings).toEqual([expect.stringMatching(/does not match its SHA-256; downloading it again/)]);
    warnings.length = 0;
    await load(hub, { onWarning: (sentence) => warnings.push(sentence) });
    expect(warnings).toEqual([]);
  });

  test('a copy without its SHA-256 is not trusted', async () => {
    await using hub = await hubWith();
    await load(hub);
    await rm(join(cacheDir, 'dataset/bigcodebench-v0.1.4.jsonl.sha256'));
    const warnings: string[] = [];
    await load(hub, { onWarning: (sentence) => warnings.push(sentence) });
    expect(warnings.length).toBe(1);
  });

  test('a cache that cannot be written is a warning, one that cannot be read an error', async () => {
    await using hub = await hubWith();
    await writeFile(join(cacheDir, 'dataset'), 'a file where the folder should be');
    const warnings: string[] = [];
    const loaded = await load(hub, { onWarning: (sentence) => warnings.push(sentence) });
    expect(loaded.tasks.length).toBe(rows.length);
    expect(warnings).toEqual([
      expect.stringMatching(/cannot be written \(E\w+\); the tasks will be downloaded again next time/),
    ]);
    await rm(join(cacheDir, 'dataset'));
    await mkdir(join(cacheDir, 'dataset/bigcodebench-v0.1.4.jsonl'), { recursive: true });
    expect((await failureOf(load(hub))).message).toMatch(/cannot be read \(EISDIR\): set BCB_CACHE_DIR/);
  });

  test('offline without a copy says what to do', async () => {
    await using hub = await hubWith();
    const failure = await failureOf(load(hub, { variables: { HF_HUB_OFFLINE: '1' } }));
    expect(failure.code).toBe('DATASET');
    expect(failure.message).toMatch(/is not in the cache.*bcb dataset pull.*BIGCODEBENCH_OVERRIDE_PATH/);
    expect(hub.requests).toEqual([]);
  });

  test('stops when aborted', async () => {
    await using hub = await hubWith();
    const controller = new AbortController();
    const work = load(hub, { signal: controller.signal, onProgress: () => controller.abort(new Error('enough')) });
    await expect(work).rejects.toThrow('enough');
  });
});
