import { expect, test } from 'vitest';
import { describeFailure, exceptionOf } from './verdict.ts';

test.each([
  ['Traceback\n  File "x"\nKeyError: 1\n', 'KeyError', 'KeyError: 1'],
  ['AssertionError: frames differ\n\nExpected: 1\nActual: 2', 'AssertionError', 'AssertionError: frames differ'],
  [
    'subprocess.CalledProcessError: Command failed',
    'subprocess.CalledProcessError',
    'subprocess.CalledProcessError: Command failed',
  ],
  ['KeyError\n\nDuring handling of the above exception\n\nValueError: b', 'ValueError', 'ValueError: b'],
  ['StopIteration', 'StopIteration', 'StopIteration'],
  ['no exception at all', 'no exception at all', 'no exception at all'],
])('%j raised %s', (traceback, name, line) => {
  expect(exceptionOf(traceback)).toEqual({ name, line });
});

const judged = { outcome: 'fail' as const, reason: undefined, solution: 'def f(): pass' };
const asserting = {
  name: 'test_b',
  outcome: 'fail' as const,
  ms: 1,
  message: 'Traceback\nAssertionError: 1 != 2\n\n- 1',
};

test('names the first test that says something, and what it says', () => {
  const tests = [{ name: 'test_a', outcome: 'missing' as const, ms: 0 }, asserting];
  expect(describeFailure({ ...judged, tests })).toMatchObject({ test: 'test_b', line: 'AssertionError: 1 != 2' });
});

test('names no test where the tests are not why it failed', () => {
  const { test: named, line } = describeFailure({ outcome: 'timeout', reason: 'cpu', tests: [asserting] });
  expect([named, line]).toEqual([undefined, 'timeout: cpu']);
});

test('calls a refusal one, whatever Python says of its text', () => {
  const refusal = { outcome: 'error' as const, reason: 'SyntaxError: invalid syntax', tests: [] };
  const solution = "I'm sorry, but I can't help with that.";
  expect(describeFailure({ ...refusal, solution })).toMatchObject({
    cause: 'refusal',
    pattern: 'refusal',
    line: `refusal: ${solution}`,
  });
  expect(describeFailure({ ...refusal, solution: 'def f(:' }).cause).toBe('SyntaxError');
});
