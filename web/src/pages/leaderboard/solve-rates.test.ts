import { expect, it } from 'vitest';
import { describeSolveRates } from './solve-rates.ts';

type Board = Parameters<typeof describeSolveRates>[0];
// Only the rates are read.
const describe = (rates: Board['solve_rates']) => describeSolveRates({ solve_rates: rates } as Board);

it('says for each split how much nobody and everybody solves', () => {
  expect(
    describe({ complete: { 'T/0': 0, 'T/1': 100, 'T/2': 33.3 }, instruct: { 'T/0': 0, 'T/1': 0, 'T/2': 99.9 } }),
  ).toEqual([
    'complete: 1 of 3 tasks are solved by no model here, 1 by all; somebody solves 66.7%.',
    'instruct: 2 of 3 tasks are solved by no model here, 0 by all; somebody solves 33.3%.',
  ]);
});

it('says nothing of nothing, and divides by no tasks', () => {
  expect(describe({})).toEqual([]);
  expect(describe({ complete: {} })).toEqual([
    'complete: 0 of 0 tasks are solved by no model here, 0 by all; somebody solves 0.0%.',
  ]);
});
