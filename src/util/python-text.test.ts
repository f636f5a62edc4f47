import { describe, expect, test } from 'vitest';
import { hasLoneSurrogate } from './lone-surrogate.ts';
import { formatPythonFloat, isBlank, splitLines, splitLinesBackwards, stripText } from './python-text.ts';

describe('as Python does', () => {
  test.each([
    ['\u001c\u0085 x \u2028\u3000', 'x'],
    ['\ufeffx\ufeff', '\ufeffx\ufeff'],
    ['\u200bx', '\u200bx'],
    ['\n\t a b \r\n', 'a b'],
    ['\x1c\x1f\x85\u00a0\u2028x\u3000', 'x'],
    ['\ufeffx\u200b', '\ufeffx\u200b'],
    ['\x1b[0m ', '\x1b[0m'],
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

describe('formatPythonFloat', () => {
  test.each([
    [0, '0.0'],
    [1, '1.0'],
    [0.8, '0.8'],
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
    [1.25e-7, '1.25e-07'],
    [1e15, '1000000000000000.0'],
    [1e16, '1e+16'],
    [-2, '-2.0'],
  ])('%d → %s', (value, text) => {
    expect(formatPythonFloat(value)).toBe(text);
  });
});
