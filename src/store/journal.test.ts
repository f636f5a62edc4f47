import { appendFile, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { openJournal } from './journal.ts';
import { emptyJournal, type JournalEnd, scanJournal, sealLine } from './scan-journal.ts';
import { startChildScript } from './testing/child-script.ts';
import { type NumberedEvent, numberedSchema } from './testing/numbered-event.ts';

/** A journal, and the events it held when it was opened. */
async function openWithEvents(path: string) {
  const events: NumberedEvent[] = [];
  const onEntry = (entry: { event: NumberedEvent }) => events.push(entry.event);
  const journal = await openJournal({ path, schema: numberedSchema, onEntry });
  return { ...journal, events };
}

const key = 'a1b2c3d4';
const event = (n: number, text = ''): NumberedEvent => ({ type: 'numbered', n, text });

it('gives back what was appended, in order, after a reopen', async () => {
  await using folder = await createTemporaryFolder();
  const path = join(folder.path, 'deep', 'journal.jsonl');
  await using first = await openJournal({ path, schema: numberedSchema });
  await Promise.all([first.append(event(1, 'ü\n"\ud800')), first.append(event(2))]);
  await first.close();
  await using second = await openJournal({ path, schema: numberedSchema });
  await second.append(event(3));
  await second.close();
  await using third = await openWithEvents(path);
  expect(third.events).toEqual([event(1, 'ü\n"\ud800'), event(2), event(3)]);
});

it('tells where each line lies, also to a reader that takes one at a time', async () => {
  await using folder = await createTemporaryFolder();
  const path = join(folder.path, 'journal.jsonl');
  await using journal = await openJournal({ path, schema: numberedSchema });
  const places = await Promise.all([event(1, 'ü'), event(2), event(3)].map((item) => journal.append(item)));
  await journal.close();
  const bytes = await readFile(path);
  const read = places.map(({ offset, bytes: length }) => bytes.subarray(offset, offset + length).toString());
  expect(read.map((line) => JSON.parse(line).n)).toEqual([1, 2, 3]);
  const entries: unknown[] = [];
  await using _again = await openJournal({ path, schema: numberedSchema, onEntry: (entry) => entries.push(entry) });
  expect(entries).toMatchObject(places.map((place, at) => ({ place, event: { n: at + 1 } })));
});

/** The lines of a journal that was written with this key. */
const linesOf = (items: readonly object[], own = key) =>
  items.map((item, number) => sealLine({ key: own, number }, item));

it('cuts a torn tail at every byte and continues after the last whole event', async () => {
  await using folder = await createTemporaryFolder();
  const path = join(folder.path, 'journal.jsonl');
  const lines = linesOf([event(1, 'a'), event(2, 'ü€𝄞'), event(3)]);
  const whole = Buffer.from(lines.join(''));
  const ends = lines.map((_, at) => Buffer.byteLength(lines.slice(0, at + 1).join('')));
  for (let bytes = 0; bytes <= whole.length; bytes++) {
    await writeFile(path, whole.subarray(0, bytes));
    await using journal = await openWithEvents(path);
    const expected = [1, 2, 3].filter((_, at) => (ends[at] ?? Infinity) <= bytes);
    expect(journal.events.map(({ n }) => n)).toEqual(expected);
    await journal.append(event(9));
    await journal.close();
    await using again = await openWithEvents(path);
    expect(again.events.map(({ n }) => n)).toEqual([...expected, 9]);
    expect(again.damagedLines).toBe(0);
  }
});

describe('a damaged journal', () => {
  const [one = '', two = '', three = '', four = ''] = linesOf([1, 2, 3, 4].map((n) => event(n, 'text')));
  const foreign = linesOf([event(70), event(71), event(72)], '0badc0de');
  const cases: readonly (readonly [string, readonly string[], readonly number[], number])[] = [
    ['a line that was edited', [one, two.replace('"n":2', '"n":7'), three, four], [1, 3, 4], 1],
    ['a line without its checksum', [one, `${JSON.stringify(event(2))}\n`, three, four], [1, 3, 4], 1],
    ['a line cut in the middle', [one, `${two.slice(0, 20)}\n`, three, four], [1, 3, 4], 1],
    ['a line that ran into the next one', [one, two.trimEnd(), three, four], [1, 4], 2],
    ['a line that is not text', [one, '\0\0\0\n', three, four], [1, 3, 4], 1],
    ['a first line that is damaged', [`x${one}`, two, three, four], [2, 3, 4], 1],
    ['a last line that is damaged', [one, two, three, `x${four}`], [1, 2, 3], 1],
    ['a line twice, one after the other', [one, two, two, three, four], [1, 2, 3, 4], 1],
    ['a line twice, far apart', [one, two, three, four, one], [1, 2, 3, 4], 1],
    ['a line of another journal', [one, foreign[1] ?? '', two, three, four], [1, 2, 3, 4], 1],
    ['a line of another journal in place of one', [one, foreign[1] ?? '', three, four], [1, 3, 4], 1],
    ['a line that was removed', [one, three, four], [1, 3, 4], 1],
    ['several lines that were removed', [one, four], [1, 4], 2],
    ['lines in another order', [one, three, two, four], [1, 3, 4], 2],
    ['two damaged lines and one that is gone', [one, 'x\n', 'y\n', four], [1, 4], 2],
    ['text between two lines', [one, 'x\n', 'y\n', two, three, four], [1, 2, 3, 4], 2],
  ];

  it.each(cases)('has %s: it is counted, and everything else is read', async (_, lines, expected, damaged) => {
    await using folder = await createTemporaryFolder();
    const path = join(folder.path, 'journal.jsonl');
    await writeFile(path, lines.join(''));
    await using journal = await openWithEvents(path);
    expect(journal.events.map(({ n }) => n)).toEqual(expected);
    expect(journal.damagedLines).toBe(damaged);
    // What is appended now is not taken for a repeated line, and the damage is counted once.
    await journal.append(event(9));
    await journal.close();
    await using again = await openWithEvents(path);
    expect(again.events.map(({ n }) => n)).toEqual([...expected, 9]);
    expect(again.damagedLines).toBe(damaged);
  });

  it.each(cases)('has %s: a reader that follows line by line counts the same', async (_, lines, expected, damaged) => {
    await using folder = await createTemporaryFolder();
    const path = join(folder.path, 'journal.jsonl');
    const read: number[] = [];
    let end: JournalEnd = emptyJournal;
    for (const line of lines) {
      await appendFile(path, line);
      const onEnd = (found: JournalEnd) => {
        end = found;
      };
      for await (const entry of scanJournal({ path, schema: numberedSchema, after: end, onEnd })) {
        read.push(entry.event.n);
      }
    }
    expect(read).toEqual(expected);
    expect(end.damagedLines).toBe(damaged);
  });
});

it('skips and counts events that only a newer version knows', async () => {
  await using folder = await createTemporaryFolder();
  const path = join(folder.path, 'journal.jsonl');
  await writeFile(path, linesOf([event(1), { type: 'newer' }, event(2)]).join(''));
  await using journal = await openWithEvents(path);
  expect(journal.events.map(({ n }) => n)).toEqual([1, 2]);
  expect([journal.damagedLines, journal.unknownEvents]).toEqual([0, 1]);
});

it('shares one sync among concurrent appends and resolves none before it', async () => {
  await using folder = await createTemporaryFolder();
  let syncs = 0;
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const sync = async () => {
    syncs++;
    await gate;
  };
  await using journal = await openJournal({ path: join(folder.path, 'journal.jsonl'), schema: numberedSchema, sync });
  let resolved = 0;
  const appends = Array.from({ length: 100 }, (_, n) => journal.append(event(n)).then(() => resolved++));
  await expect.poll(() => syncs).toBe(1);
  expect(resolved).toBe(0);
  release();
  await Promise.all(appends);
  expect(syncs).toBeLessThanOrEqual(2);
});

it('writes a long backlog in parts', async () => {
  await using folder = await createTemporaryFolder();
  const path = join(folder.path, 'journal.jsonl');
  const sizes: number[] = [0];
  const sync = async () => {
    sizes.push((await stat(path)).size);
  };
  await using journal = await openJournal({ path, schema: numberedSchema, sync });
  const text = 'x'.repeat(1 << 20);
  await Promise.all(Array.from({ length: 30 }, (_, n) => journal.append(event(n, text))));
  const parts = sizes.slice(1).map((size, at) => size - (sizes[at] ?? 0));
  expect(parts.length).toBeGreaterThanOrEqual(3);
  expect(Math.max(...parts)).toBeLessThan(10 << 20);
  await journal.close();
  await using again = await openWithEvents(path);
  expect(again.events.map(({ n }) => n)).toEqual(Array.from({ length: 30 }, (_, n) => n));
});

it('takes back a failed write, rejects what waited and stays failed', async () => {
  await using folder = await createTemporaryFolder();
  const path = join(folder.path, 'journal.jsonl');
  let isFull = false;
  const sync = async () => {
    if (isFull) throw Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'fdatasync' });
  };
  await using journal = await openJournal({ path, schema: numberedSchema, sync });
  await journal.append(event(1));
  const { size } = await stat(path);
  isFull = true;
  const results = await Promise.allSettled([journal.append(event(2)), journal.append(event(3))]);
  expect(results).toMatchObject([
    { status: 'rejected', reason: { code: 'INCOMPLETE', data: { file: path } } },
    { status: 'rejected', reason: { code: 'INCOMPLETE' } },
  ]);
  expect((await stat(path)).size).toBe(size);
  isFull = false;
  await expect(journal.append(event(4))).rejects.toMatchObject({ code: 'INCOMPLETE' });
});

it('keeps everything acknowledged when its process is killed, time after time', async () => {
  await using folder = await createTemporaryFolder();
  const path = join(folder.path, 'journal.jsonl');
  const acknowledged = new Set<number>();
  for (const target of [3, 57, 200]) {
    await using child = startChildScript({ script: 'append-script.ts', arguments: [path, String(target * 1000)] });
    let seen = 0;
    for await (const line of child.lines) {
      acknowledged.add(Number(line));
      if (++seen === target) child.process.kill('SIGKILL');
    }
    expect(await child.ended).toBe('SIGKILL');
    await using journal = await openWithEvents(path);
    const kept = new Set(journal.events.map(({ n }) => n));
    expect(kept.size).toBe(journal.events.length);
    expect([...acknowledged].filter((n) => !kept.has(n))).toEqual([]);
  }
});

it('says that the disk is full, keeps every acknowledged event and ends with a whole line', async () => {
  await using folder = await createTemporaryFolder();
  const path = join(folder.path, 'journal.jsonl');
  await using child = startChildScript({ script: 'append-script.ts', arguments: [path], fileBlocks: 9 });
  const lines: string[] = [];
  for await (const line of child.lines) lines.push(line);
  expect(await child.ended).toBe(9);
  expect(lines.at(-1)).toBe('error INCOMPLETE');
  const content = await readFile(path, 'utf8');
  expect(content.endsWith('\n')).toBe(true);
  await using journal = await openWithEvents(path);
  const kept = new Set(journal.events.map(({ n }) => n));
  const acknowledged = lines.slice(0, -1).map(Number);
  expect(acknowledged.length).toBeGreaterThan(10);
  expect(acknowledged.filter((n) => !kept.has(n))).toEqual([]);
});
