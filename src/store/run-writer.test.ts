import { chmod, mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { collect } from '../util/collect.ts';
import { runIdOf } from './manifest.ts';
import { readRun } from './run-log.ts';
import { openRunLog } from './run-writer.ts';
import { startChildScript } from './testing/child-script.ts';
import { describeState } from './testing/describe-state.ts';
import { events, nameOf } from './testing/example-events.ts';
import { exampleManifest } from './testing/example-manifest.ts';
import { openExampleRun } from './testing/example-run.ts';

const identity = { model: 'm', temperature: 0, prompt: { split: 'complete' } };
const open = (outDir: string) => openExampleRun(outDir, { identity });

describe('openRunLog', () => {
  it('finds its run again by identity, whatever the order of keys, and keeps the first manifest', async () => {
    await using out = await createTemporaryFolder();
    await using first = await open(out.path);
    expect(first).toMatchObject({ isNew: true, path: join(out.path, 'runs', first.id) });
    expect(first.id).toMatch(/^[0-9a-f]{12}$/);
    await first.close();
    await using second = await openRunLog({
      outDir: out.path,
      identity: { prompt: { split: 'complete' }, temperature: 0, model: 'm' },
      describe: async () => exampleManifest({ subset: 'other' }),
    });
    expect(second).toMatchObject({ id: first.id, isNew: false });
    expect(second.manifest).toEqual(first.manifest);
    expect(JSON.parse(await readFile(join(second.path, 'manifest.json'), 'utf8'))).toEqual(first.manifest);
  });

  it('starts afresh when asked to: with a new manifest, and the earlier journal set aside', async () => {
    await using out = await createTemporaryFolder();
    const first = await openExampleRun(out.path, { events: [events.verdict('T/1#0', 'right')] });
    await first.close();
    const fresh = await openExampleRun(out.path, { fresh: true, header: { subset: 'again' } });
    expect(fresh.state.verdictCount).toBe(0);
    expect([fresh.id, fresh.isNew, fresh.manifest.run.subset]).toEqual([first.id, false, 'again']);
    await fresh.close();
    expect(await readFile(`${fresh.journalPath}.bak`, 'utf8')).toContain('"verdict"');
    expect((await readRun(fresh.path)).record).toMatchObject({ verdicts: 0, subset: 'again' });
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
    const openSame = () => openExampleRun(out.path, { identity: { model: 'm' } });
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
    expect(later.id).toBe(runIdOf(identity));
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
    await expect(open(file)).rejects.toMatchObject({ code: 'STORE', message: expect.stringContaining(file) });
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
    expect(await collect(child.lines)).toEqual(['error STORE']);
    expect(await readdir(readOnly)).toEqual([]);
  });

  it('does not resume a folder whose manifest is not its own, and does not hold it', async () => {
    await using out = await createTemporaryFolder();
    await using first = await open(out.path);
    await first.close();
    const path = join(first.path, 'manifest.json');
    await writeFile(path, JSON.stringify({ ...first.manifest, identity: { other: 1 } }));
    await expect(open(out.path)).rejects.toMatchObject({
      code: 'STORE',
      message: expect.stringMatching(/belongs to another run/),
    });
    await writeFile(path, '{"id":');
    await expect(open(out.path)).rejects.toMatchObject({ code: 'STORE', data: { file: path } });
    expect((await readdir(first.path)).filter((name) => name.startsWith('lock-'))).toEqual([]);
  });
});

describe('a run that is written', () => {
  it('knows what it appended, and after a reopen what it holds', async () => {
    await using out = await createTemporaryFolder();
    const entered = [events.judging(), events.groundTruth('T/1'), events.verdict('T/1#0', 'right')];
    const first = await openExampleRun(out.path, { events: entered });
    expect(await first.size()).toBe((await readFile(first.journalPath)).length);
    await first.close();
    await using second = await openExampleRun(out.path);
    expect(describeState(second.state)).toEqual(describeState(first.state));
    expect((await collect(second.verdicts())).map(nameOf)).toEqual(['T/1#0']);
    await second.append(events.verdict('T/2#0', 'wrong'));
    expect((await collect(second.verdicts())).map(nameOf)).toEqual(['T/1#0', 'T/2#0']);
  });

  it('takes nothing after it was closed, and leaves only its manifest and its journal', async () => {
    await using out = await createTemporaryFolder();
    const writer = await openExampleRun(out.path);
    await writer.close();
    await writer.close();
    await expect(writer.append(events.started())).rejects.toMatchObject({ code: 'INVARIANT' });
    expect(await readdir(writer.path)).toEqual(['journal.jsonl', 'manifest.json']);
  });

  it('keeps what is under way when the disk is full, once', async () => {
    await using out = await createTemporaryFolder();
    let isFull = false;
    const folder = join(out.path, 'runs', runIdOf({ name: 'run' }));
    const sync = async () => {
      const hasReserve = (await readdir(folder)).includes('journal.jsonl.reserve');
      if (isFull && hasReserve) {
        throw Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'fdatasync' });
      }
    };
    const writer = await openExampleRun(out.path, { sync });
    await writer.append(events.answer('T/1#0', 'before'));
    expect(writer.fullDisk).toBeUndefined();
    isFull = true;
    const names = Array.from({ length: 8 }, (_, at) => `T/2#${at}`);
    await Promise.all(names.map((name) => writer.append(events.answer(name, name))));
    expect(writer.fullDisk).toMatchObject({ code: 'INCOMPLETE' });
    expect(writer.state.sampleCount).toBe(9);
    await writer.close();
    const read = await readRun(writer.path);
    expect(read.damagedLines).toBe(0);
    expect([...read.state.samples('T/2')].map(nameOf)).toEqual(names);
    expect(await read.readAnswer({ taskId: 'T/2', index: 7 })).toMatchObject({ text: 'T/2#7' });
  });
});
