import { expect, test } from 'vitest';
import { findTurnedTests } from './find-turned-tests.ts';

const tests = (outcomes: Record<string, 'pass' | 'fail' | 'error' | 'missing'>) =>
  Object.entries(outcomes).map(([name, outcome]) => ({ name, outcome }));

test('tests turn when they begin or cease to pass, repairs first', () => {
  const before = tests({ test_a: 'pass', test_b: 'fail', test_c: 'fail', test_d: 'pass', test_e: 'missing' });
  const after = tests({ test_a: 'error', test_b: 'pass', test_c: 'error', test_d: 'pass', test_e: 'pass' });
  expect(findTurnedTests(before, after)).toEqual([
    { name: 'test_b', from: 'fail', to: 'pass' },
    { name: 'test_e', from: 'missing', to: 'pass' },
    { name: 'test_a', from: 'pass', to: 'error' },
  ]);
  expect(findTurnedTests(before, before)).toEqual([]);
  expect(findTurnedTests([], tests({ test_a: 'pass' }))).toEqual([{ name: 'test_a', from: 'missing', to: 'pass' }]);
});
