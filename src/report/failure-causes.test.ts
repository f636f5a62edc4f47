import { expect, test } from 'vitest';
import { exceptionOf } from './failure-causes.ts';

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
