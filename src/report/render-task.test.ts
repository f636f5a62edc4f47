import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { highlightPython, type Palette } from './render-task.ts';

const tag = (name: string) => (text: string) => `<${name}>${text}</${name}>`;
const colors: Palette = {
  bold: tag('b'),
  dim: tag('comment'),
  green: tag('string'),
  cyan: tag('name'),
  magenta: tag('keyword'),
  yellow: tag('number'),
};

describe('highlightPython', () => {
  test('colors tokens by their meaning', () => {
    expect(highlightPython('def f(x): # why\n    return "not def" + 1', colors)).toBe(
      '<keyword>def</keyword> <name>f</name>(x): <comment># why</comment>\n' +
        '    <keyword>return</keyword> <string>"not def"</string> + <number>1</number>',
    );
  });

  test('colors a long string line by line', () => {
    expect(highlightPython('"""a\n\nb"""', colors)).toBe('<string>"""a</string>\n\n<string>b"""</string>');
  });

  test('changes nothing but colors', () => {
    const plain = (text: string) => text;
    const none: Palette = { bold: plain, dim: plain, green: plain, cyan: plain, magenta: plain, yellow: plain };
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (source) => {
        expect(highlightPython(source, none)).toBe(source);
      }),
    );
  });
});
