import { expect, it } from 'vitest';
import { showAll } from './visible-text.ts';

it.each([
  ['tabs\tand\nline ends\r\nstay', 'tabs\tand\nline ends\nstay'],
  ['grüße, 你好, 🎉, café', 'grüße, 你好, 🎉, café'],
  ['nul \0, escape \u001b[31m, delete \u007f', 'nul ␀, escape ␛[31m, delete ␡'],
  ['bell \u0007 page \f next line \u0085', 'bell ␇ page ␌ next line ⟦U+0085⟧'],
  ['progress 1\rprogress 2', 'progress 1␍\nprogress 2'],
  ['if x:\u202e } \u2066# end\u2069', 'if x:⟦U+202E⟧ } ⟦U+2066⟧# end⟦U+2069⟧'],
  ['\ufeffzero\u200bwidth\u200d', '⟦U+FEFF⟧zero⟦U+200B⟧width⟦U+200D⟧'],
  ['', ''],
])('shows %j as %j', (text, shown) => {
  expect(showAll(text)).toBe(shown);
});
