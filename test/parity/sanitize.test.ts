import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCodeExtractor } from '../../src/sanitize/extract-code.ts';
import { createSanitizer, type Sanitizer } from '../../src/sanitize/sanitizer.ts';
import { answerTexts, mixWithAnswers } from '../../src/sanitize/testing/answer-arbitrary.ts';
import { readRecordedAnswers, recordedFiles } from '../../src/sanitize/testing/recorded-answers.ts';
import { findPython310, Reference } from '../../src/sanitize/testing/reference.ts';
import { isPython } from '../../src/syntax/is-python.ts';
import { describeNeeding, needing } from '../../src/util/testing/needs.ts';
import { recordedWhole } from '../../src/util/testing/recorded-data.ts';
import { recordings } from '../../src/util/testing/shared-data.ts';

const python = findPython310();
const reference = python === undefined ? undefined : new Reference(python);
const python310 = { name: 'Python 3.10', isMet: reference !== undefined };
afterAll(() => reference?.[Symbol.dispose]());

let sanitizer: Sanitizer;
beforeAll(async () => {
  sanitizer = await createSanitizer();
});

describeNeeding(recordings)('recorded answers', () => {
  test('every solution is byte for byte what the original took out', () => {
    const differing: string[] = [];
    let count = 0;
    for (const file of recordedFiles) {
      for (const { task_id, raw_solution, solution } of readRecordedAnswers(recordedWhole, file)) {
        count++;
        const taken = sanitizer.sanitize({ raw: raw_solution, entryPoint: 'task_func', strategy: 'upstream' });
        if (taken.solution !== solution) differing.push(`${file} ${task_id}`);
      }
    }
    console.log(`identical ${count - differing.length}/${count}`);
    expect(differing).toEqual([]);
  });

  test('CPython 3.10 says the same of every raw and every taken text', needing(python310), async () => {
    for (const file of recordedFiles) {
      for (const { task_id, raw_solution, solution } of readRecordedAnswers(recordedWhole, file)) {
        for (const text of [raw_solution, solution]) {
          expect([task_id, isPython(text)]).toEqual([task_id, await reference?.parses(text)]);
        }
      }
    }
  });

  test('the longest Python of mixtures is what trying all ranges finds', needing(python310), async () => {
    const answers = recordedFiles
      .flatMap((file) => readRecordedAnswers(recordedWhole, file))
      .map((row) => row.raw_solution);
    await fc.assert(
      fc.asyncProperty(mixWithAnswers(answers), async (text) => {
        expect(createCodeExtractor(text).extract().code).toEqual(await reference?.extract(text));
      }),
      { numRuns: 5000 },
    );
  });
});

test('CPython 3.10 agrees on mixtures of hard rows', needing(python310), async () => {
  await fc.assert(
    fc.asyncProperty(answerTexts, async (text) => {
      expect(isPython(text)).toBe(await reference?.parses(text));
      expect(createCodeExtractor(text).extract().code).toEqual(await reference?.extract(text));
    }),
    { numRuns: 10_000 },
  );
});
