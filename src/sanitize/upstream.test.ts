import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stripText } from '../util/python-text.ts';
import { needing } from '../util/testing/needs.ts';
import { recordedData, recordedSlice } from '../util/testing/recorded-data.ts';
import { createCodeExtractor, UnparsableText } from './extract-code.ts';
import { createSanitizer, type Sanitizer } from './sanitizer.ts';
import { answerTexts, mixWithAnswers, poisonedTexts } from './testing/answer-arbitrary.ts';
import { readRecordedAnswers, recordedFiles } from './testing/recorded-answers.ts';
import { findPython310, Reference } from './testing/reference.ts';

const python = findPython310();
const reference = python === undefined ? undefined : new Reference(python);
const python310 = { name: 'Python 3.10', isMet: reference !== undefined };
afterAll(() => reference?.[Symbol.dispose]());

let sanitizer: Sanitizer;
beforeAll(async () => {
  sanitizer = await createSanitizer();
});

function take(raw: string, entryPoint = 'task_func'): string {
  return sanitizer.sanitize({ raw, entryPoint, strategy: 'upstream' }).solution;
}

function extractOrRaise(text: string): string | 'raises' {
  try {
    return createCodeExtractor(text).extract().code;
  } catch (error) {
    if (error instanceof UnparsableText) return 'raises';
    throw error;
  }
}

describe('the longest Python', () => {
  test('is what trying all ranges finds', needing(python310), async () => {
    await fc.assert(
      fc.asyncProperty(answerTexts, async (text) => {
        expect(extractOrRaise(text)).toEqual(await reference?.extract(text));
      }),
      { numRuns: 250 },
    );
  });

  test('raises where the original does', needing(python310), async () => {
    await fc.assert(
      fc.asyncProperty(poisonedTexts, async (text) => {
        const expected = await reference?.extract(text);
        if (typeof expected === 'string' && /\p{Surrogate}/u.test(text)) return; // a single row is only encoded later
        expect(extractOrRaise(text)).toEqual(typeof expected === 'string' ? expected : 'raises');
      }),
      { numRuns: 100 },
    );
  });

  test('finds the same in the stripped text when asked within the whole one', () => {
    fc.assert(
      fc.property(answerTexts, (text) => {
        const both = createCodeExtractor(text);
        const stripped = both.extractStripped();
        both.extract();
        expect(both.extractStripped()).toEqual(stripped);
        const alone = createCodeExtractor(stripText(text)).extract();
        expect(alone).toEqual(stripped);
      }),
      { numRuns: 500 },
    );
  });
});

describe('strategy upstream', () => {
  test.each(recordedData)('gives the recorded bytes: $name', (data) => {
    // All of them are compared by `npm run parity`.
    const step = data.name === 'slice' ? 1 : 20;
    for (const file of recordedFiles) {
      for (const [at, row] of readRecordedAnswers(data, file).entries()) {
        if (at % step === 0) expect([row.task_id, take(row.raw_solution)]).toEqual([row.task_id, row.solution]);
      }
    }
  });

  test('keeps imports, then what the entry point reaches; the first definition of a name wins', () => {
    const raw =
      'X = 1\nimport os\ndef helper(): return X\ndef unused(): pass\ndef task_func(): return helper()\nX = 2\n';
    expect(take(raw)).toBe('import os\nX = 1\ndef helper(): return X');
  });

  test('drops a future import, decorated definitions and other statements', () => {
    const raw =
      'from __future__ import annotations\nimport a\n@cache\ndef h(): pass\ndef task_func():\n    return h()\nh()\n';
    expect(take(raw)).toBe('import a\ndef task_func():\n    return h()');
  });

  test('cuts trailing lines that mention the entry point, up to the first indented line', () => {
    const raw = 'def task_func():\n    return 1\nx = task_func()\ndef y(): return x\n';
    expect(take(raw, 'task_func')).toBe('def task_func():\n    return 1');
    expect(take('import task_func\nimport os')).toBe('import task_func\nimport os');
  });

  test('takes all of the Python, unstripped, where nothing remains', () => {
    expect(take('\nprint(1)\nprint(2)\n\nthe end\n')).toBe('\nprint(1)\nprint(2)');
    expect(take('Sorry, I cannot.')).toBe('Sorry, I cannot.');
    expect(take('')).toBe('');
    expect(take('just prose here\n')).toBe('just prose here');
  });

  test('names an assignment by its first identifier, whichever it is', () => {
    expect(take('a.b = helper\ndef task_func():\n    return helper\n')).toBe(
      'a.b = helper\ndef task_func():\n    return helper',
    );
  });

  test('splits lines where Python does before it cuts', () => {
    expect(take('x = "a\x0cb"\ndef z(): x\n', 'z')).toBe('x = "a\nb"');
  });

  test.each([
    ['a NUL', 'def task_func():\n    return "\0"', /NUL/],
    ['half a surrogate pair', 'x = "\ud800"', /surrogate/],
  ])('gives nothing and says why for %s', (_, raw, reason) => {
    const { solution, extraction } = sanitizer.sanitize({ raw, entryPoint: 'task_func', strategy: 'upstream' });
    expect(solution).toBe('');
    expect(extraction.trail.join()).toMatch(reason);
  });

  test('leaves reasoning where it is', () => {
    expect(take('<think>\nx = 1\n</think>\ndef task_func():\n    return 1')).toBe('def task_func():\n    return 1');
  });

  test('never fails on mixtures of real answers', () => {
    const answers = readRecordedAnswers(recordedSlice, 'instruct-chat').map(({ raw_solution }) => raw_solution);
    fc.assert(
      fc.property(mixWithAnswers(answers), (text) => {
        expect(typeof take(text)).toBe('string');
      }),
      { numRuns: 200 },
    );
  });
});
