import { expect, it } from 'vitest';
import { listPages } from './list-pages.ts';

it('names every page of a view, and those that a file says it has', () => {
  expect(listPages(undefined, 0)).toContain('/audit');
  expect(listPages({ kind: 'live' }, 1)).toContain('/compare');
  expect(listPages({ kind: 'report', pages: ['/compare'] }, 2)).toEqual(['/compare']);
});

it('leaves out of a report what it has nothing for', () => {
  expect(listPages({ kind: 'report' }, 1)).toEqual(['/', '/tasks', '/failures', '/analysis']);
  expect(listPages({ kind: 'report' }, 2)).toEqual([
    ...['/', '/tasks', '/compare', '/matrix', '/failures', '/leaderboard', '/analysis'],
  ]);
});
