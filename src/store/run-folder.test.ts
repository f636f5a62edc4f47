import { chmod, mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { findRunsLike, openRunFolder, runIdOf } from './run-folder.ts';
import { startChildScript } from './testing/child-script.ts';

const identity = { model: 'm', temperature: 0, prompt: { split: 'complete' } };
const open = (outDir: string, more: object = {}) =>
  openRunFolder({ outDir, prefix: 'g', identity: { ...identity, ...more }, provenance: { version: '1' } });

it('finds its run again by identity, whatever the order of keys, and keeps the first manifest', async () => {
  await using out = await createTemporaryFolder();
  await using first = await open(out.path);
  expect(first).toMatchObject({ isNew: true, path: join(out.path, 'runs', first.id) });
  expect(first.id).toMatch(/^g-[0-9a-f]{12}$/);
  await first.close();
  await using second = await openRunFolder({
    outDir: out.path,
    prefix: 'g',
    identity: { prompt: { split: 'complete' }, temperature: 0, model: 'm' },
    provenance: { version: '2' },
  });
  expect(second).toMatchObject({ id: first.id, isNew: false });
  expect(second.manifest).toEqual(first.manifest);
  expect(JSON.parse(await readFile(join(second.path, 'manifest.json'), 'utf8'))).toEqual(first.manifest);
});

it('gives another identity another folder and tells how they differ', async () => {
  await using out = await createTemporaryFolder();
  for (const more of [{}, { temperature: 0.8, top: 1 }, { model: 'n', temperature: 0.2, top: 1 }]) {
    await using _ = await open(out.path, more);
  }
  await using evaluation = await openRunFolder({ outDir: out.path, prefix: 'e', identity, provenance: {} });
  expect(evaluation.id.slice(2)).toBe(runIdOf('g', identity).slice(2));
  expect(await findRunsLike(out.path, 'g', identity)).toMatchObject([
    {
      differences: [
        { field: 'temperature', earlier: 0.8, now: 0 },
        { field: 'top', earlier: 1, now: undefined },
      ],
    },
    { differences: [{ field: 'model' }, { field: 'temperature' }, { field: 'top' }] },
  ]);
  expect(await findRunsLike(join(out.path, 'nowhere'), 'g', identity)).toEqual([]);
});

it('refuses a second holder in the same process until the first lets go', async () => {
  await using out = await createTemporaryFolder();
  await using first = await open(out.path);
  await expect(open(out.path)).rejects.toMatchObject({ code: 'STORE', data: { pid: process.pid } });
  await first.close();
  await using second = await open(out.path);
  expect((await readdir(second.path)).filter((name) => name.startsWith('lock-'))).toHaveLength(1);
});

it('refuses while another process lives, and takes over once it was killed', async () => {
  await using out = await createTemporaryFolder();
  await using child = startChildScript({ script: 'lock-script.ts', arguments: [out.path, 'm'] });
  const lines = child.lines[Symbol.asyncIterator]();
  expect((await lines.next()).value).toMatch(/ new$/);
  const openSame = () => openRunFolder({ outDir: out.path, prefix: 'g', identity: { model: 'm' }, provenance: {} });
  await expect(openSame()).rejects.toMatchObject({ code: 'STORE', data: { pid: child.process.pid } });
  child.process.kill('SIGKILL');
  await child.ended;
  await using mine = await openSame();
  expect(mine.isNew).toBe(false);
});

it('never lets two of many that start at once have it', async () => {
  await using out = await createTemporaryFolder();
  const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => open(out.path)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1);
  for (const outcome of outcomes) if (outcome.status === 'fulfilled') await outcome.value.close();
  await using later = await open(out.path);
  expect(later.id).toBe(runIdOf('g', identity));
});

it('knows a reused process number from the process that held the lock', async () => {
  await using out = await createTemporaryFolder();
  await using first = await open(out.path);
  const [name = ''] = (await readdir(first.path)).filter((entry) => entry.startsWith('lock-'));
  const lock = JSON.parse(await readFile(join(first.path, name), 'utf8'));
  await first.close();
  await writeFile(join(first.path, 'lock-1-aaaa'), JSON.stringify({ ...lock, startedAt: '1' }));
  await using second = await open(out.path);
  expect(second.isNew).toBe(false);
});

it('trusts the heartbeat of a holder on another machine, and its silence', async () => {
  await using out = await createTemporaryFolder();
  await using first = await open(out.path);
  await first.close();
  const lock = join(first.path, 'lock-77-bbbb');
  await writeFile(lock, JSON.stringify({ pid: 77, startedAt: '5', place: 'elsewhere boot ns' }));
  await expect(open(out.path)).rejects.toMatchObject({ code: 'STORE', data: { pid: 77, host: 'elsewhere' } });
  const longAgo = new Date(Date.now() - 3_600_000);
  await utimes(lock, longAgo, longAgo);
  await using second = await open(out.path);
  expect(second.isNew).toBe(false);
});

it('says which folder cannot be written', async () => {
  await using out = await createTemporaryFolder();
  const file = join(out.path, 'file');
  await writeFile(file, '');
  await expect(open(file)).rejects.toMatchObject({ code: 'STORE', data: { code: 'EEXIST' } });

  const readOnly = join(out.path, 'read-only');
  await mkdir(readOnly);
  await chmod(out.path, 0o755);
  await chmod(readOnly, 0o555);
  const isRoot = process.getuid?.() === 0;
  // Root writes anywhere: the child becomes nobody.
  await using child = startChildScript({
    script: 'lock-script.ts',
    arguments: [readOnly, 'm'],
    ...(isRoot ? { uid: 65534 } : {}),
  });
  const lines: string[] = [];
  for await (const line of child.lines) lines.push(line);
  expect(lines).toEqual(['error STORE']);
  expect(await readdir(readOnly)).toEqual([]);
});

it('does not resume a folder whose manifest is not its own', async () => {
  await using out = await createTemporaryFolder();
  await using first = await open(out.path);
  await first.close();
  const path = join(first.path, 'manifest.json');
  await writeFile(path, JSON.stringify({ ...first.manifest, identity: { other: 1 } }));
  await expect(open(out.path)).rejects.toMatchObject({ code: 'STORE' });
  await writeFile(path, '{"id":');
  await expect(open(out.path)).rejects.toMatchObject({ code: 'STORE', data: { file: path } });
});
