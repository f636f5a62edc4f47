import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editDistance, findNearest } from './edit-distance.ts';

describe('editDistance', () => {
  test.each([
    ['', '', 0],
    ['abc', '', 3],
    ['evalaute', 'evaluate', 1],
    ['sanitise', 'sanitize', 1],
    ['kitten', 'sitting', 3],
  ])('%s → %s is %i', (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance);
  });

  test('is symmetric, zero only for equal words, and bounded by the longer one', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (a, b) => {
        const distance = editDistance(a, b);
        expect(editDistance(b, a)).toBe(distance);
        expect(distance === 0).toBe(a === b);
        expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length));
      }),
    );
  });
});

describe('findNearest', () => {
  test('suggests a near word and stays silent for a far one', () => {
    expect(findNearest('evalute', ['generate', 'evaluate'])).toBe('evaluate');
    expect(findNearest('frobnicate', ['generate', 'evaluate'])).toBeUndefined();
  });
});
