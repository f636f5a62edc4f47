import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { appendRecord, formatRecord, spellCommand } from '../../bench/support/results.ts';

const record = {
  name: 'engine',
  command: 'npm run bench -- engine',
  date: new Date('2026-11-18T09:00:00Z'),
  machine: '2 cores, 8 GB of memory',
};

test('a record names date, machine and command, and has a table for each of the bench’s', () => {
  const rows = [
    ['', 'measured'],
    ['a|b', '1 ms'],
  ];
  const text = formatRecord({ ...record, tables: [{ rows }, { title: 'Again', rows }] });
  const table = '|  | measured |\n| --- | --- |\n| a\\|b | 1 ms |';
  expect(text).toBe(
    `\n## 2026-11-18: engine\n\n2 cores, 8 GB of memory; \`npm run bench -- engine\`\n\n${table}\n\nAgain:\n\n${table}\n`,
  );
});

test('the command has the variables that change what is measured', () => {
  expect(spellCommand('fleet', { BCB_BENCH_JOBS: '5', HOME: '/root', BCB_CACHE_DIR: '/c' })).toBe(
    'BCB_BENCH_JOBS=5 npm run bench -- fleet',
  );
});

test('records are appended', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bcb-results-'));
  const path = join(folder, 'RESULTS.md');
  await writeFile(path, '# Measurements\n');
  await appendRecord(path, 'one', [{ rows: [['x'], ['1']] }]);
  await appendRecord(path, 'two', [{ rows: [['x'], ['2']] }]);
  const text = await readFile(path, 'utf8');
  await rm(folder, { recursive: true });
  expect(text.match(/^#+ .*$/gm)).toEqual([
    '# Measurements',
    expect.stringMatching(/^## \d{4}-\d\d-\d\d: one$/),
    expect.stringMatching(/^## \d{4}-\d\d-\d\d: two$/),
  ]);
  expect(text).toMatch(/\d+ cores, \d+ GB of memory, .*; `npm run bench -- two`/);
});
