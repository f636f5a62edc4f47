import { describe, expect, test } from 'vitest';
import { hasLoneSurrogate } from '../util/lone-surrogate.ts';
import { isBlank, splitLines, splitLinesBackwards, stripText } from './python-text.ts';

describe('as Python does', () => {
  test.each([
    ['\u001c\u0085 x \u2028\u3000', 'x'],
    ['\ufeffx\ufeff', '\ufeffx\ufeff'],
    ['\u200bx', '\u200bx'],
    [' \n', ''],
    ['', ''],
  ])('strip %j', (text, expected) => {
    expect(stripText(text)).toBe(expected);
    expect(isBlank(text)).toBe(expected === '');
  });

  test.each([
    ['', []],
    ['a', ['a']],
    ['a\n', ['a']],
    ['a\n\n', ['a', '']],
    ['\n', ['']],
    ['\r\n\r', ['', '']],
    ['a\r\n\nb\r\n', ['a', '', 'b']],
    ['a\r\nb\rc\vd\fe\u001cf\u001dg\u001eh\u0085i\u2028j\u2029k', [...'abcdefghijk']],
    ['a\u001fb', ['a\u001fb']],
  ])('splitlines %j', (text, expected) => {
    expect(splitLines(text)).toEqual(expected);
    expect([...splitLinesBackwards(text)].map(({ line }) => line).reverse()).toEqual(expected);
  });

  test('surrogates', () => {
    expect(hasLoneSurrogate('😀')).toBe(false);
    expect(hasLoneSurrogate('x\ud83d')).toBe(true);
    expect(hasLoneSurrogate('\ude00x')).toBe(true);
  });
});
