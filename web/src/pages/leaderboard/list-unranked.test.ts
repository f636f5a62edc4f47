import { expect, it } from 'vitest';
import type { LeaderboardDocument } from '../../../../src/schema/view/overview-document.ts';
import { listUnranked } from './list-unranked.ts';

type Board = LeaderboardDocument['boards'][number];

const board = (name: string, ...models: string[]) =>
  ({ name, board: { models: models.map((model) => ({ model })) } }) as unknown as Board;

it('keeps every model in sight that a board does not rank, with the reason', () => {
  const large = board('starter, 50 tasks', 'a', 'b');
  const small = board('starter, 8 tasks', 'b', 'c');
  const document = { boards: [large, small], left: [{ model: 'd', reason: 'is stopped: 3 of 50 verdicts' }] };
  expect(listUnranked(document, large)).toEqual([
    { model: 'd', reason: 'is stopped: 3 of 50 verdicts' },
    { model: 'c', reason: 'was given other tasks (starter, 8 tasks)' },
  ]);
  expect(listUnranked(document, small).map(({ model }) => model)).toEqual(['d', 'a']);
});
