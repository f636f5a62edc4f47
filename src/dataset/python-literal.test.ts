import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePythonStringList } from './task-row.ts';

/** Prints as Python's `repr` does for plain text. */
function printList(items: readonly string[]): string {
  const quoted = items.map((item) => {
    const escaped = item
      .replaceAll('\\', '\\\\')
      .replaceAll('\n', '\\n')
      .replaceAll('\t', '\\t')
      .replaceAll('\r', '\\r');
    return escaped.includes("'") && !escaped.includes('"') ? `"${escaped}"` : `'${escaped.replaceAll("'", "\\'")}'`;
  });
  return `[${quoted.join(', ')}]`;
}

describe('parsePythonStringList', () => {
  test.each([
    ["['random', 'itertools']", ['random', 'itertools']],
    ['[]', []],
    [' [ "os" , ] ', ['os']],
    [String.raw`['it\'s', "a\x41\u00e9"]`, ["it's", 'aAé']],
  ])('%s', (literal, expected) => {
    expect(parsePythonStringList(literal)).toEqual(expected);
  });

  test.each(['', 'os', "['os'", "['os' 're']", '[os]', '[1, 2]', "['os'], 1", String.raw`['\q']`, "['a\n']"])(
    '%j is none',
    (literal) => {
      expect(parsePythonStringList(literal)).toBeUndefined();
    },
  );

  test('reads back whatever Python prints', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (items) => {
        expect(parsePythonStringList(printList(items))).toEqual(items);
      }),
    );
  });
});
