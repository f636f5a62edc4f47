import { expect, it } from 'vitest';
import { listGroups } from './list-groups.ts';

it('makes a figure of each text in the first column, or one of all rows', () => {
  const row = (...labels: string[]) => ({ labels, value: 1 });
  const table = { key: 'k', title: 't', columns: ['gap', 'model', 'mark'] };
  const groups = listGroups({ ...table, rows: [row('a', 'x', ''), row('b', 'y', 'lazy'), row('a', 'z', '')] });
  expect(groups.map(({ name, rows }) => [name, rows.map(({ label }) => label)])).toEqual([
    ['a', ['x', 'z']],
    ['b', ['y · lazy']],
  ]);
  const single = listGroups({ ...table, columns: ['what'], rows: [row('tests'), row('lines')] });
  expect(single).toMatchObject([{ name: '', rows: [{ label: 'tests' }, { label: 'lines' }] }]);
});
