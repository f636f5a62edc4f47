import { expect, it } from 'vitest';
import { keepColumns, toggleColumn } from './hidden-columns.ts';

const columns = [{ id: 'model', isTitle: true }, { id: 'score' }, { id: 'cost' }];

it('leaves hidden columns out, but never the one that names the rows', () => {
  const left = (hidden: string) => keepColumns(columns, hidden).map(({ id }) => id);
  expect(left('')).toEqual(['model', 'score', 'cost']);
  expect(left('cost,model')).toEqual(['model', 'score']);
  expect(left('gone,score,cost')).toEqual(['model']);
});

it('hides and shows a column', () => {
  expect(toggleColumn('', 'cost')).toBe('cost');
  expect(toggleColumn('cost', 'score')).toBe('cost,score');
  expect(toggleColumn('cost,score', 'cost')).toBe('score');
});
