import { describe, expect, test } from 'vitest';
import { formatPythonFloat, stripPython } from './python-text.ts';

describe('stripPython', () => {
  test.each([
    ['\n\t a b \r\n', 'a b'],
    ['\x1c\x1f\x85\u00a0\u2028x\u3000', 'x'],
    ['\ufeffx\u200b', '\ufeffx\u200b'],
    ['\x1b[0m ', '\x1b[0m'],
    [' \n', ''],
  ])('%j → %j', (text, stripped) => {
    expect(stripPython(text)).toBe(stripped);
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
