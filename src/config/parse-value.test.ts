import { expect, it } from 'vitest';
import { splitEscaped } from './parse-value.ts';

it.each([
  ['\\n', ['\n']],
  ['\\n\\n,\\tdef ', ['\n\n', '\tdef ']],
  ['a\\,b,c', ['a,b', 'c']],
  ['\\\\,n', ['\\', 'n']],
  ['\\\\n', ['\\n']],
  ['\\x41\\u00e9', ['Aé']],
  ['\\d \\x4', ['\\d \\x4']],
  ['</s>, ', ['</s>', ' ']],
  ['', []],
  [',', []],
])('%j means %j', (spelled, meant) => {
  expect(splitEscaped(spelled)).toEqual(meant);
});
