import { describe, expect, test } from 'vitest';
import { splitThinking } from './think-tags.ts';

describe('splitThinking', () => {
  test.each([
    ['plain', { text: 'plain' }],
    ['<think>\nhm\n</think>\n\ncode', { text: 'code', reasoning: 'hm' }],
    ['hm</think>code', { text: 'code', reasoning: 'hm' }],
    ['<think>never ends', { text: '', reasoning: 'never ends' }],
    ['code with <think> inside', { text: 'code with <think> inside' }],
  ])('%j', (text, expected) => {
    expect(splitThinking(text)).toEqual(expected);
  });
});
