import { expect, it } from 'vitest';
import { createLineDecoder } from './line-decoder.ts';

function decodeAll(chunks: readonly (Buffer | string)[]): string[] {
  const lines: string[] = [];
  const decode = createLineDecoder((line) => lines.push(line));
  for (const chunk of chunks) decode(chunk);
  return lines;
}

it('joins lines across chunks, wherever bytes are cut', () => {
  const bytes = Buffer.from('first\n{"text":"ü€😀\\u2028"}\n\nlast without an end');
  for (let cut = 1; cut < bytes.length; cut++) {
    expect(decodeAll([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(['first', '{"text":"ü€😀\\u2028"}', '']);
  }
});

it('ends lines at \\n only', () => {
  expect(decodeAll(['a\u2028b\u0085c\rd\n'])).toEqual(['a\u2028b\u0085c\rd']);
});

it('refuses a line without an end', () => {
  const decode = createLineDecoder(() => {}, { maxLineLength: 10 });
  decode('0123456789');
  expect(() => decode('0')).toThrow('longer than 10');
});
