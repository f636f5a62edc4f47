import { createColors } from 'picocolors';
import { expect, test } from 'vitest';
import { renderTable } from './text-table.ts';

const rows = [
  ['#', 'model', 'score', 'tasks'],
  ['1', 'a-long-model-name', '50.0% (40.0–60.0)', '20/20'],
  ['2', 'b', '', '7/20'],
];

test('aligns columns; color codes have no width', () => {
  const { bold } = createColors(true);
  expect(
    renderTable(
      [
        ['a', bold('bb'), 'c'],
        ['aaa', 'b', 'cc'],
      ],
      { right: [2] },
    ),
  ).toBe(`a    ${bold('bb')}   c\naaa  b   cc`);
});

test('a table that does not fit becomes a block per row, named by its head', () => {
  expect(renderTable(rows, { hasHead: true, width: 32, right: [0] })).toBe(
    ['1  a-long-model-name', '  score 50.0% (40.0–60.0)', '  tasks 20/20', '2  b', '  tasks 7/20'].join('\n'),
  );
  expect(renderTable(rows, { hasHead: true, width: 80 })).toMatch(/^# +model +score +tasks\n/);
});

test('without a head, the cells follow each other', () => {
  const facts = [['pass@1', '50.0% (40.0–60.0)', '20/20 tasks, 20 samples']];
  expect(renderTable(facts, { width: 30, indent: '  ' })).toBe(
    '  pass@1\n    50.0% (40.0–60.0)\n    20/20 tasks, 20 samples',
  );
});
