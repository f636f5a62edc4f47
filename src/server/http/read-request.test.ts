import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitLines } from './read-request.ts';

async function split(chunks: readonly Uint8Array[], maxLineBytes = 1000): Promise<[number, string][]> {
  async function* source() {
    yield* chunks;
  }
  const lines: [number, string][] = [];
  for await (const { number, bytes } of splitLines(source(), maxLineBytes)) {
    lines.push([number, Buffer.from(bytes).toString()]);
  }
  return lines;
}

describe('splitLines', () => {
  it('gives the lines that hold something, with their numbers, however the body is cut', async () => {
    const text = fc
      .array(fc.constantFrom('a', ' ', '\n', '\t', 'é', '\r'), { maxLength: 60 })
      .map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), async (body, size) => {
        const bytes = Buffer.from(body);
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
          bytes.subarray(at * size, (at + 1) * size),
        );
        const expected = body
          .split('\n')
          .map((line, at): [number, string] => [at + 1, line.trimStart()])
          .filter(([, line]) => line !== '');
        expect(await split(chunks)).toEqual(expected);
      }),
    );
  });

  it('looks for no line in white space', async () => {
    let searches = 0;
    class Counted extends Uint8Array {
      override indexOf(...given: [number, number?]): number {
        searches++;
        return super.indexOf(...given);
      }
    }
    const chunks = ['\n', ' ', ' \n'].map((piece) => new Counted(Buffer.from(piece.repeat(50_000))));
    expect(await split(chunks, 10)).toEqual([]);
    expect(searches).toBeLessThanOrEqual(chunks.length);
  });

  it('refuses a line that is too long', async () => {
    const chunks = [Buffer.from('a\nbbb'), Buffer.from('bbb\n')];
    await expect(split(chunks, 5)).rejects.toMatchObject({ status: 413, message: 'Line 2 is too long.' });
  });
});
