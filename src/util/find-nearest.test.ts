import { expect, test } from 'vitest';
import { findNearest } from './find-nearest.ts';

test.each([
  ['evalute', 'evaluate'],
  ['evalaute', 'evaluate'],
  ['rnu', 'run'],
  ['sanitise', 'sanitize'],
  ['frobnicate', undefined],
  ['x', undefined],
])('%s suggests %s', (word, nearest) => {
  expect(findNearest(word, ['generate', 'evaluate', 'run', 'sanitize'])).toBe(nearest);
});

test('prefers the closer word, then the earlier one', () => {
  expect(findNearest('hard', ['cards', 'herd', 'hart'])).toBe('herd');
});
