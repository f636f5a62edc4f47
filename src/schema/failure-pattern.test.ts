import { expect, test } from 'vitest';
import { patternOf } from './verdict.ts';

test.each([
  ["KeyError: 'Name'", "KeyError: 'age'"],
  ['AssertionError: 3.14 != 2.72', 'AssertionError: 1 != 10_000'],
  [
    "FileNotFoundError: [Errno 2] No such file or directory: '/tmp/a/b.csv'",
    'FileNotFoundError: [Errno 2] No such file or directory: "x.csv"',
  ],
  ['TypeError: <object object at 0x7f00aa> is not JSON', 'TypeError: <object object at 0x…> is not JSON'],
])('%s says the same as %s', (a, b) => {
  expect(patternOf(a)).toBe(patternOf(b));
});

test('keeps apart what differs in words', () => {
  expect(patternOf('KeyError: 1')).not.toBe(patternOf('ValueError: 1'));
  expect(patternOf('TypeError: unhashable type: list')).not.toBe(patternOf('TypeError: unhashable type: dict'));
});

test('does not choke on a line of a megabyte', () => {
  expect(patternOf(`ValueError: ${'('.repeat(1_000_000)}`).length).toBeLessThanOrEqual(160);
});

test('a message of quotes and backslashes takes no time', () => {
  for (const quote of ['"', "'", '`']) expect(patternOf(quote + '\\'.repeat(639))).toMatch(/\\/);
  expect(patternOf("KeyError: 'it\\'s'")).toBe('KeyError: …');
});
