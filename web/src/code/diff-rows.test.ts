import { describe, expect, it } from 'vitest';
import { type DiffFold, type DiffRow, diffLines, foldRows } from './diff-rows.ts';

/** `12=12 same`, `3-  removed`, ` +4 added`, `5~5 changed`. */
const show = ({ kind, left, right }: DiffRow) =>
  `${left?.line ?? ' '}${{ same: '=', changed: '~', removed: '-', added: '+' }[kind]}${right?.line ?? ' '}`;
const textsOf = (rows: readonly DiffRow[], side: 'left' | 'right') =>
  rows.flatMap((row) => (row[side] === undefined ? [] : [row[side].text])).join('\n');
const linesOf = (rows: readonly DiffRow[], side: 'left' | 'right') => rows.flatMap((row) => row[side]?.line ?? []);
const number = (count: number, name = 'line') => Array.from({ length: count }, (_, at) => `${name} ${at + 1}`);

describe('diffLines', () => {
  it.each([
    ['', ''],
    ['a', ''],
    ['', 'a\nb'],
    ['a\n', 'a'],
    ['a\nb\nc', 'a\nc'],
    ['same\nsame\nsame', 'same\nsame'],
    ['a\nb', 'b\na'],
    ['x = 1\n\n\ny = 2', 'x = 2\n\ny = 2\n\nz'],
  ])('gives back both texts, every line once and counted: %j and %j', (left, right) => {
    const rows = diffLines(left, right);
    expect([textsOf(rows, 'left'), textsOf(rows, 'right')]).toEqual([left, right]);
    for (const side of ['left', 'right'] as const) {
      expect(linesOf(rows, side)).toEqual(linesOf(rows, side).map((_, at) => at + 1));
    }
    for (const { kind, left: one, right: other } of rows) expect(one?.text === other?.text).toBe(kind === 'same');
  });

  it('puts removed lines beside the added ones, and what is left over alone', () => {
    const rows = diffLines('a\nold 1\nold 2\nold 3\nz', 'a\nnew 1\nz');
    expect(rows.map(show)).toEqual(['1=1', '2~2', '3- ', '4- ', '5=3']);
    expect(diffLines('a\nz', 'a\nnew 1\nnew 2\nz').map(show)).toEqual(['1=1', ' +2', ' +3', '2=4']);
  });

  it('does not put lines beside each other that a common line parts', () => {
    expect(diffLines('one\nkept', 'kept\ntwo').map(show)).toEqual(['1- ', '2=1', ' +2']);
  });

  it('marks the words that differ', () => {
    const [row] = diffLines('    return total + tax', '    return total - tax');
    expect(row?.left?.parts?.filter(({ isChanged }) => isChanged).map(({ text }) => text)).toEqual(['+']);
    expect(row?.right?.parts?.filter(({ isChanged }) => isChanged).map(({ text }) => text)).toEqual(['-']);
    for (const side of [row?.left, row?.right]) expect(side?.parts?.map(({ text }) => text).join('')).toBe(side?.text);
  });

  it('marks no words in lines that have little in common, or that nobody reads', () => {
    const [unlike] = diffLines('import os', 'return sorted(values, key=len)');
    const [long] = diffLines(`x = [${'1, '.repeat(200)}]`, `x = [${'1, '.repeat(200)}2]`);
    for (const row of [unlike, long]) {
      expect(row?.kind).toBe('changed');
      expect([row?.left?.parts, row?.right?.parts]).toEqual([undefined, undefined]);
    }
  });
});

describe('foldRows', () => {
  const shape = (rows: readonly (DiffRow | DiffFold)[]) =>
    rows.map((row) => (row.kind === 'fold' ? `fold ${row.rows.map(show).join(' ')}` : show(row)));
  const unfold = (rows: readonly (DiffRow | DiffFold)[]) =>
    rows.flatMap((row) => (row.kind === 'fold' ? row.rows : [row]));

  it('keeps three lines on either side of a change', () => {
    const lines = number(14);
    const rows = diffLines(['old', ...lines, 'old too'].join('\n'), ['new', ...lines, 'new too'].join('\n'));
    const folded = foldRows(rows);
    expect(shape(folded).map((text) => text.split(' ')[0])).toEqual([
      ...['1~1', '2=2', '3=3', '4=4', 'fold', '13=13', '14=14', '15=15', '16~16'],
    ]);
    expect(unfold(folded)).toEqual(rows);
  });

  it('folds nothing that is hardly longer than what it keeps', () => {
    const lines = number(13);
    const rows = diffLines(['old', ...lines, 'old'].join('\n'), ['new', ...lines, 'new'].join('\n'));
    expect(foldRows(rows)).toEqual(rows);
  });

  it('folds up to the ends of the text, and a text without a change as a whole', () => {
    const [head, tail] = [number(11, 'head'), number(11, 'tail')];
    const folded = foldRows(diffLines([...head, 'old', ...tail].join('\n'), [...head, 'new', ...tail].join('\n')));
    expect(folded.map(({ kind }) => kind)).toEqual([
      ...['fold', 'same', 'same', 'same', 'changed', 'same', 'same', 'same', 'fold'],
    ]);
    const same = number(8).join('\n');
    expect(foldRows(diffLines(same, same))).toMatchObject([{ kind: 'fold', rows: { length: 8 } }]);
    expect(foldRows([])).toEqual([]);
  });
});
