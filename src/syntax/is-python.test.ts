import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { accepted } from '../sanitize/testing/accepted-grammar.ts';
import { answerTexts } from '../sanitize/testing/answer-arbitrary.ts';
import { findPython310, Reference } from '../sanitize/testing/reference.ts';
import { rejected } from '../sanitize/testing/rejected-grammar.ts';
import { needing } from '../util/testing/needs.ts';
import { findGrammarProblem, isPython } from './is-python.ts';

const python = findPython310();
const reference = python === undefined ? undefined : new Reference(python);
const python310 = { name: 'Python 3.10', isMet: reference !== undefined };
afterAll(() => reference?.[Symbol.dispose]());

describe('isPython', () => {
  test.each(accepted)('accepts %j', (text) => {
    expect(isPython(text)).toBe(true);
  });

  test.each(rejected)('rejects %j', (text) => {
    expect(isPython(text)).toBe(false);
  });

  test('CPython 3.10 says the same of these lists', needing(python310), async () => {
    for (const text of accepted) expect([text, await reference?.parses(text)]).toEqual([text, true]);
    for (const text of rejected) expect([text, await reference?.parses(text)]).toEqual([text, false]);
  });

  test('agrees with CPython 3.10 on mixtures', needing(python310), async () => {
    await fc.assert(
      fc.asyncProperty(answerTexts, async (text) => {
        expect(isPython(text)).toBe(await reference?.parses(text));
      }),
      { numRuns: 1500 },
    );
  });

  test('goes as deep as CPython does, and no deeper', () => {
    const elifs = (count: number) => `if x: pass\n${'elif x: pass\n'.repeat(count)}`;
    const nested = (count: number) =>
      `${Array.from({ length: count }, (_, depth) => `${' '.repeat(depth)}if x:\n`).join('')}${' '.repeat(count)}pass`;
    const cases: [string, boolean][] = [
      [elifs(5900), true],
      [elifs(6000), false],
      [nested(99), true],
      [nested(100), false],
      [`${'not '.repeat(5900)}x`, true],
      [`${'not '.repeat(6100)}x`, false],
      [`${'lambda: '.repeat(2900)}x`, true],
      [`${'lambda: '.repeat(3100)}x`, false],
      [`${'lambda x='.repeat(100_000)}1`, false],
      [`x${' ** x'.repeat(2900)}`, true],
      [`x${' ** x'.repeat(3100)}`, false],
      [`${'x if x else '.repeat(5900)}x`, true],
      [`${'x if x else '.repeat(6100)}x`, false],
      [`x${'.x'.repeat(20_000)}`, true],
      [`x${' + x'.repeat(20_000)}`, true],
    ];
    for (const [text, expected] of cases)
      expect([text.slice(0, 30), isPython(text)]).toEqual([text.slice(0, 30), expected]);
  });
});

describe('findGrammarProblem', () => {
  test.each([
    ['x = 1\ny = = 2\n', { line: 2, column: 5, message: 'invalid syntax' }],
    ['def f():\nx = 1\n', { line: 2, column: 1, message: 'expected an indented block' }],
    ['x = 1\n    y = 2', { line: 2, column: 1, message: 'unexpected indent' }],
    ['try:\n    x\n', { line: 3, column: 1, message: "expected 'except' or 'finally' block" }],
    ["s = '😀' )", { line: 1, column: 9, message: 'invalid syntax' }],
    ['if x:\n    y\n  z', { line: 3, column: 1, message: 'unindent does not match any outer indentation level' }],
  ])('%j', (text, problem) => {
    expect(findGrammarProblem(text)).toEqual(problem);
  });
});
