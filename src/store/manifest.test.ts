import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { findRunsLike, listRunFolders, readManifest, runIdOf } from './manifest.ts';
import { writeEarlierRun } from './testing/earlier-layout.ts';
import { openExampleRun } from './testing/example-run.ts';

describe('runIdOf', () => {
  it('depends on what is said, not on the order it is said in', () => {
    expect(runIdOf({ a: 1, b: { c: 2, d: 3 } })).toBe(runIdOf({ b: { d: 3, c: 2 }, a: 1 }));
    expect(runIdOf({ a: 1 })).not.toBe(runIdOf({ a: 2 }));
    expect(runIdOf({})).toMatch(/^[0-9a-f]{12}$/);
  });
});

describe('readManifest', () => {
  it('gives what was written; nothing for a folder or a file that is no run', async () => {
    await using out = await createTemporaryFolder();
    await using writer = await openExampleRun(out.path, { exports: ['a.jsonl'] });
    expect(await readManifest(writer.path)).toEqual(writer.manifest);
    expect(await readManifest(out.path)).toBeUndefined();
    expect(await readManifest(join(out.path, 'nothing'))).toBeUndefined();
    expect(await readManifest(writer.journalPath)).toBeUndefined();
  });

  it.each(['{"id":', '{}', '[]'])('says that %j is not a manifest', async (text) => {
    await using out = await createTemporaryFolder();
    const file = join(out.path, 'manifest.json');
    await writeFile(file, text);
    await expect(readManifest(out.path)).rejects.toMatchObject({
      code: 'STORE',
      message: `${file} is not a manifest: move its folder away and try again.`,
    });
  });

  it.each(['g', 'e', 'r'] as const)('refuses the folder of an earlier %s-run and leaves it alone', async (prefix) => {
    await using out = await createTemporaryFolder();
    const folder = await writeEarlierRun(out.path, prefix);
    const before = await readFile(join(folder, 'journal.jsonl'), 'utf8');
    await expect(readManifest(folder)).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: `${folder} was made by version 0.1, which kept runs differently: evaluate its samples file again with \`bcb evaluate --samples FILE\`.`,
    });
    expect(await readdir(folder)).toEqual(['journal.jsonl', 'manifest.json']);
    expect(await readFile(join(folder, 'journal.jsonl'), 'utf8')).toBe(before);
  });
});

describe('listRunFolders', () => {
  it('lists runs by their names, and of earlier folders one that stands for all', async () => {
    await using out = await createTemporaryFolder();
    await using one = await openExampleRun(out.path, { name: 'one' });
    await using two = await openExampleRun(out.path, { name: 'two' });
    await mkdir(join(out.path, 'runs', 'something'));
    expect(await listRunFolders(out.path)).toEqual([one.path, two.path].sort());
    for (const prefix of ['r', 'g', 'e'] as const) await writeEarlierRun(out.path, prefix);
    const folders = await listRunFolders(out.path);
    expect(folders.slice(0, 2)).toEqual([one.path, two.path].sort());
    expect(folders.slice(2)).toEqual([expect.stringMatching(/\/e-[0-9a-f]{12}$/)]);
  });

  it('finds none where there is no such folder, or a file', async () => {
    await using out = await createTemporaryFolder();
    expect(await listRunFolders(join(out.path, 'nowhere'))).toEqual([]);
    await writeFile(join(out.path, 'runs'), '');
    expect(await listRunFolders(out.path)).toEqual([]);
  });
});

describe('findRunsLike', () => {
  it('tells how other runs differ, the most similar first, and passes over what it cannot read', async () => {
    await using out = await createTemporaryFolder();
    const identity = { name: 'same', asking: { model: 'm', temperature: 0 } };
    const others = [
      { ...identity, asking: { model: 'n', temperature: 0.8 } },
      { ...identity, asking: { model: 'm', temperature: 0.8 } },
      identity,
    ];
    for (const each of others) {
      await using _ = await openExampleRun(out.path, { identity: each });
    }
    await writeEarlierRun(out.path, 'e');
    const found = await findRunsLike(out.path, identity);
    expect(found.map(({ differences }) => differences)).toEqual([
      [{ field: 'asking.temperature', earlier: 0.8, now: 0 }],
      [
        { field: 'asking.model', earlier: 'n', now: 'm' },
        { field: 'asking.temperature', earlier: 0.8, now: 0 },
      ],
    ]);
    expect(await findRunsLike(join(out.path, 'nowhere'), identity)).toEqual([]);
  });

  it('takes what only one of them says for a difference', async () => {
    await using out = await createTemporaryFolder();
    await using _ = await openExampleRun(out.path, { identity: { a: 1, list: [1, 2] } });
    const [found] = await findRunsLike(out.path, { b: 2, list: [1, 3] });
    expect(found?.differences).toEqual([
      { field: 'a', earlier: 1, now: undefined },
      { field: 'b', earlier: undefined, now: 2 },
      { field: 'list', earlier: [1, 2], now: [1, 3] },
    ]);
  });
});
