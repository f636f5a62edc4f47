import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCodeExtractor } from '../../src/sanitize/extract-code.ts';
import { createSanitizer, type Sanitizer } from '../../src/sanitize/sanitizer.ts';
import { answerTexts, mixWithAnswers } from '../../src/sanitize/testing/answer-arbitrary.ts';
import { readRecordedAnswers, recordedFiles } from '../../src/sanitize/testing/recorded-answers.ts';
import { findPython310, Reference } from '../../src/sanitize/testing/reference.ts';
import { isPython } from '../../src/syntax/is-python.ts';
import { recordedWhole } from '../../src/util/testing/recorded-data.ts';
import { hasSharedData } from '../../src/util/testing/shared-data.ts';

const python = findPython310();
const reference = python === undefined ? undefined : new Reference(python);
afterAll(() => reference?.[Symbol.dispose]());

let sanitizer: Sanitizer;
beforeAll(async () => {
  sanitizer = await createSanitizer();
});

describe.skipIf(!hasSharedData)('recorded answers (skipped without the data)', () => {
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

  test.skipIf(!reference)('CPython 3.10 says the same of every raw and every taken text', async () => {
    for (const file of recordedFiles) {
      for (const { task_id, raw_solution, solution } of readRecordedAnswers(recordedWhole, file)) {
        for (const text of [raw_solution, solution]) {
          expect([task_id, isPython(text)]).toEqual([task_id, await reference?.parses(text)]);
        }
      }
    }
  });

  test.skipIf(!reference)('the longest Python of mixtures is what trying all ranges finds', async () => {
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

test.skipIf(!reference)('CPython 3.10 agrees on mixtures of hard rows (skipped without one)', async () => {
  await fc.assert(
    fc.asyncProperty(answerTexts, async (text) => {
      expect(isPython(text)).toBe(await reference?.parses(text));
      expect(createCodeExtractor(text).extract().code).toEqual(await reference?.extract(text));
    }),
    { numRuns: 10_000 },
  );
});
