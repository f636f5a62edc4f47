import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatCsv } from './csv.ts';

describe('formatCsv', () => {
  test.each([
    ['plain', 'plain'],
    ['', ''],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ['=1+1', "'=1+1"],
    ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
    ['@SUM(A1)', "'@SUM(A1)"],
    ["+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"],
    ['-2+3', "'-2+3"],
    ['  =1+1', "'  =1+1"],
    ['\t=1+1', `"'\t=1+1"`],
    ['\r=1', `"'\r=1"`],
    ['\uff1d1+1', "'\uff1d1+1"],
    ['a=1', 'a=1'],
  ])('%j is written as %j', (cell, written) => {
    expect(formatCsv([[cell]])).toBe(`${written}\r\n`);
  });

  test('a negative number stays a number', () => {
    expect(formatCsv([['a', -1.5]])).toBe('a,-1.5\r\n');
  });

  test('every cell comes back, with at most an apostrophe before it', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\r', '\n', '\t', '=', ' ', "'", 'é') });
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 }), (rows) => {
        const read = parseCsv(formatCsv(rows));
        expect(read.map((row) => row.length)).toEqual(rows.map((row) => row.length));
        for (const [at, row] of rows.entries()) {
          for (const [column, text] of row.entries()) expect([text, `'${text}`]).toContain(read[at]?.[column]);
        }
        for (const text of read.flat()) expect(text.trimStart()).not.toMatch(/^=/);
      }),
    );
  });
});

/** A strict RFC 4180 parser. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  for (let found = field.exec(text); found; found = field.exec(text)) {
    const [, quoted, bare = '', end] = found;
    row.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
