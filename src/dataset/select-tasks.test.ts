import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recordedData } from '../util/testing/recorded-data.ts';
import { loadTasks } from './load-tasks.ts';
import { selectTasks } from './select-tasks.ts';
import { parseTaskRow } from './task-row.ts';
import { createRow } from './testing/dataset-rows.ts';

const libs = ["['os']", "['pandas', 'os']", "['PIL']", "['requests', 'hashlib']"];
const tasks = Array.from({ length: 40 }, (_, number) =>
  parseTaskRow(createRow(number, { libs: libs[number % libs.length] ?? '[]' }), { file: 'made up' }),
);

async function numbersOf(select: readonly string[], idRange?: string): Promise<number[]> {
  const failedOf = async (run: string) => (run === 'e-1' ? ['BigCodeBench/3', 'BigCodeBench/4', 'Gone/1'] : []);
  const selected = await selectTasks(tasks, { select, idRange, failedOf });
  return selected.map(({ id }) => Number(id.split('/')[1]));
}

describe('selectTasks', () => {
  test.each([
    ['17', [17]],
    ['BigCodeBench/17', [17]],
    ['5,3', [3, 5]],
    ['20-23', [20, 21, 22, 23]],
    ['20-23,!21', [20, 22, 23]],
    ['!0-36', [37, 38, 39]],
    ['38-2000', [38, 39]],
    ['hard', [13, 15, 17, 19, 34, 37]],
    ['hard,!lib:pandas', [15, 19, 34]],
    ['failed@e-1', [3, 4]],
    ['failed@e-1,9,!3', [4, 9]],
    ['0-7,!domain:system', [2, 3, 6, 7]],
    ['0-7,!lib:pil,!lib:OS', [3, 7]],
    ['domain:Cryptography,!4-39', [3]],
    [' 1 , ,2', [1, 2]],
  ])('%s', async (selection, expected) => {
    expect(await numbersOf(selection.split(','))).toEqual(expected);
  });

  test('without a selector everything is taken', async () => {
    expect(await selectTasks(tasks)).toEqual(tasks);
    expect((await numbersOf([''])).length).toBe(40);
  });

  test('leaves out what is excluded, and what the audit doubts', async () => {
    const verified = { version: 'v0.1.4', ids: new Set(['BigCodeBench/3', 'BigCodeBench/7', 'BigCodeBench/8']) };
    const own = tasks.slice(0, 2).map((task) => ({ ...task, id: task.id.replace('BigCodeBench', 'Own') }));
    const numbers = async (select: string[], exclude: string[]) =>
      (await selectTasks([...tasks, ...own], { select, exclude, verified })).map(({ id }) => id);
    expect(await numbers([], ['suspect'])).toEqual([
      ...[3, 7, 8].map((number) => `BigCodeBench/${number}`),
      'Own/0',
      'Own/1',
    ]);
    expect(await numbers(['5-8'], ['suspect', ' lib:OS '])).toEqual(['BigCodeBench/7']);
    expect(await numbers(['3-5', '!3'], ['lib:pandas'])).toEqual(['BigCodeBench/4']);
    expect(await numbers(['suspect'], ['1-39'])).toEqual(['BigCodeBench/0']);
  });

  test('a range of positions excludes its end, and is laid over the selectors', async () => {
    expect(await numbersOf([], '10-13')).toEqual([10, 11, 12]);
    expect(await numbersOf(['12-20'], '10-14')).toEqual([12, 13]);
    expect(await numbersOf([], ' 38 - 100 ')).toEqual([38, 39]);
  });

  test.each([
    ['99', 'There is no task "99".'],
    ['!99', 'There is no task "99".'],
    ['BigCodeBnch/7', 'There is no task "BigCodeBnch/7": did you mean BigCodeBench/7?'],
    ['500-600', 'There is no task numbered 500 to 600.'],
    ['lib:panda', 'No task uses the library "panda": did you mean lib:pandas?'],
    ['lib:qwertyuiop', 'No task uses the library "qwertyuiop": run `bcb dataset list` to see them.'],
    ['domain:netwrk', 'There is no domain "netwrk": did you mean domain:network?'],
    ['domain:cooking', /^There is no domain "cooking": use one of computation, .*cryptography\.$/],
    ['lib:numpy', 'The selection lib:numpy matches none of the 40 tasks.'],
    ['3,!3', 'The selection 3,!3 matches none of the 40 tasks.'],
    ['failed@e-2', 'The selection failed@e-2 matches none of the 40 tasks.'],
    ['30-20', /^"30-20" is not a selector; use 17,/],
    ['lib:', /is not a selector/],
    ['!', /is not a selector/],
    ['tag:x', /is not a selector/],
  ])('%s is told: %s', async (selection, message) => {
    await expect(numbersOf(selection.split(','))).rejects.toThrow(message);
  });

  test.each(['5', '5-', 'a-b', '7-7', '9-3', '-1-4'])('--id-range %s is refused', async (idRange) => {
    await expect(numbersOf([], idRange)).rejects.toThrow(/--id-range takes two positions/);
  });

  test('a range past the end leaves nothing', async () => {
    await expect(numbersOf([], '50-60')).rejects.toThrow(
      'The selection --id-range 50-60 matches none of the 40 tasks.',
    );
  });

  test('a name selects the task of that name, and no others without a number', async () => {
    const named = tasks.slice(0, 2).map((task, at) => ({ ...task, id: at === 0 ? 'Own/first' : 'Own/second' }));
    const selected = await selectTasks(named, { select: ['Own/second'] });
    expect(selected.map(({ id }) => id)).toEqual(['Own/second']);
    await expect(selectTasks(named, { select: ['Own/third'] })).rejects.toThrow(/There is no task "Own\/third"/);
  });

  test('failed@ needs a run folder', async () => {
    await expect(selectTasks(tasks, { select: ['failed@x'] })).rejects.toThrow(/no run folder was given/);
  });

  test('is the union of what is taken, without what is excluded, in order', async () => {
    const number = fc.integer({ min: 0, max: 39 });
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(number, { minLength: 1 }), fc.uniqueArray(number), async (taken, left) => {
        const expected = taken.filter((item) => !left.includes(item)).sort((a, b) => a - b);
        fc.pre(expected.length > 0);
        expect(await numbersOf([...taken.map(String), ...left.map((item) => `!${item}`)])).toEqual(expected);
      }),
    );
  });
});

describe.each(recordedData)('selectTasks on real tasks: $name', (data) => {
  test('agrees with counting the raw lines', async () => {
    const { tasks: real } = await loadTasks({ overridePath: data.tasksFile });
    const raw = gunzipSync(readFileSync(data.tasksFile)).toString('utf8').trimEnd().split('\n');
    const domainsOf: Record<string, string[]> = JSON.parse(readFileSync(data.file('task2domain.json'), 'utf8'));
    const count = async (selection: string) => (await selectTasks(real, { select: selection.split(',') })).length;

    expect(await count('lib:pandas')).toBe(raw.filter((line) => /"libs": ?"[^"]*'pandas'/.test(line)).length);
    const cryptographic = Object.values(domainsOf).filter((domains) => domains.includes('Cryptography'));
    expect(await count('domain:cryptography')).toBe(cryptographic.length);
    const numbered = raw.filter((line) => /"task_id": ?"BigCodeBench\/(8\d|9[1-9]|100)"/.test(line));
    expect(await count('80-100,!90')).toBe(numbered.length);
    expect(await count('hard')).toBe(JSON.parse(readFileSync(data.file('hard-ids.json'), 'utf8')).length);
    expect(await count('21,26,52')).toBe(3);
    expect((await selectTasks(real, { idRange: '10-20' })).map(({ id }) => id)).toEqual(
      raw.slice(10, 20).map((line) => JSON.parse(line).task_id),
    );
  });
});
