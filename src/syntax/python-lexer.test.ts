import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lexPython, lineAt, readLogicalLines } from './python-lexer.ts';

const kinds = (source: string) => [...lexPython(source)].map(({ kind, text }) => `${kind} ${text}`);

describe('lexPython', () => {
  test('tells strings from comments and code', () => {
    expect(kinds(`x = "# no" # 'yes'\nf(rb'\\'', 1e-3)`)).toEqual([
      'name x',
      'operator =',
      'string "# no"',
      "comment # 'yes'",
      'newline \n',
      'name f',
      'operator (',
      "string rb'\\''",
      'operator ,',
      'number 1e-3',
      'operator )',
    ]);
  });

  test('long strings run over lines, short ones end with theirs', () => {
    expect(kinds('"""a\n"b" \\""" c"""')).toEqual(['string """a\n"b" \\""" c"""']);
    expect(kinds('"a\nb')).toEqual(['string "a', 'newline \n', 'name b']);
    expect(kinds("'''open")).toEqual(["string '''open"]);
  });

  test('covers any text without gaps other than white space', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab1 \t\n\r"\'\\#().:é€') }), (source) => {
        let at = 0;
        for (const { start, end, text } of lexPython(source)) {
          expect(source.slice(at, start)).toMatch(/^([ \t\f]|\\\r?\n)*$/);
          expect(text).toBe(source.slice(start, end));
          expect(end).toBeGreaterThan(start);
          at = end;
        }
        expect(source.slice(at)).toMatch(/^([ \t\f]|\\\r?\n)*$/);
      }),
    );
  });
});

describe('readLogicalLines', () => {
  test('joins what brackets hold together and measures indentation', () => {
    const source = 'def f(a,\n      b):  # why\n\n\tif a and \\\n  b:\n        return """\nx"""\n';
    const lines = [...readLogicalLines(source)].map(({ indent, tokens }) => [
      indent,
      tokens.map((t) => t.text).join(' '),
    ]);
    expect(lines).toEqual([
      [0, 'def f ( a , b ) :'],
      [8, 'if a and b :'],
      [8, 'return """\nx"""'],
    ]);
  });
});

test('lineAt counts from 1', () => {
  expect([0, 1, 2, 3].map((position) => lineAt('a\nb\n', position))).toEqual([1, 1, 2, 2]);
});
