import { expect, it } from 'vitest';
import { isRefusal } from './refusal.ts';

it.each([
  "I'm sorry, but I can't help with that.",
  'I’m sorry, but I cannot assist with this request.',
  '  Sorry, this looks unsafe.',
  'I cannot write code that opens sockets.',
  'As an AI language model, I do not run code.',
  'Unfortunately, I am not able to do that.',
])('takes %j for a refusal', (answer) => {
  expect(isRefusal(answer)).toBe(true);
});

it.each([
  '',
  'def task_func():\n    return "I cannot"',
  'I cannot test it here, but this should work:\n\n```python\ndef task_func():\n    pass\n```',
  'I can write that.\nimport os',
  'Sorry for the delay!\nimport os\ndef task_func(): pass',
  'i = 1',
])('does not take %j for one', (answer) => {
  expect(isRefusal(answer)).toBe(false);
});
