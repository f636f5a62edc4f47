import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeKeptFile, streamKeepingOld, writeKeepingOld } from './keep-old-file.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keep-old-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('keeps every earlier content under its own name', async () => {
  const path = join(folder, 'deep', 'x.jsonl');
  expect((await writeKeepingOld(path, 'one')).state).toBe('new');
  expect(await writeKeepingOld(path, 'two')).toEqual({ path, state: 'replaced', backup: `${path}.bak` });
  expect(await writeKeepingOld(path, 'three')).toEqual({ path, state: 'replaced', backup: `${path}.bak2` });
  const contents = await Promise.all(['', '.bak', '.bak2'].map((end) => readFile(`${path}${end}`, 'utf8')));
  expect(contents).toEqual(['three', 'one', 'two']);
});

test('writes nothing when the content is the same', async () => {
  const path = join(folder, 'x.jsonl');
  await writeKeepingOld(path, 'é');
  const file = await writeKeepingOld(path, 'é');
  expect(file).toEqual({ path, state: 'same' });
  expect(describeKeptFile(file)).toMatch(/already up to date/);
  expect(await readdir(folder)).toEqual(['x.jsonl']);
});

test('fails, and touches nothing, where the name is taken by a folder', async () => {
  await writeKeepingOld(join(folder, 'x', 'inside'), 'kept');
  await expect(writeKeepingOld(join(folder, 'x'), 'new')).rejects.toThrow(/EISDIR/);
  expect(await readFile(join(folder, 'x', 'inside'), 'utf8')).toBe('kept');
});

test('does the same for content that comes in parts, and leaves nothing behind when it breaks off', async () => {
  const path = join(folder, 'x.json');
  const parts = async function* (last: string) {
    yield 'one ';
    yield Buffer.from(last);
  };
  expect(await streamKeepingOld(path, parts('é'))).toEqual({ path, state: 'new' });
  expect(await streamKeepingOld(path, ['one', ' é'])).toEqual({ path, state: 'same' });
  expect(await streamKeepingOld(path, parts('ü'))).toEqual({ path, state: 'replaced', backup: `${path}.bak` });
  const breaking = async function* () {
    yield 'half';
    throw new Error('the disk is full');
  };
  await expect(streamKeepingOld(path, breaking())).rejects.toThrow('the disk is full');
  expect(await readFile(path, 'utf8')).toBe('one ü');
  expect(await readFile(`${path}.bak`, 'utf8')).toBe('one é');
  expect((await readdir(folder)).sort()).toEqual(['x.json', 'x.json.bak']);
});
