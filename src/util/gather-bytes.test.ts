import fc from 'fast-check';
import { expect, it } from 'vitest';
import { gatherBytes } from './gather-bytes.ts';

it('gives the same bytes in fewer pieces', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme', maxLength: 40 })), async (texts) => {
      const source = (async function* () {
        yield* texts;
      })();
      const pieces: Buffer[] = [];
      for await (const piece of gatherBytes(source, 64)) pieces.push(Buffer.from(piece));
      expect(Buffer.concat(pieces).toString()).toBe(texts.join(''));
      expect(pieces.length).toBeLessThanOrEqual(texts.length);
    }),
  );
});
