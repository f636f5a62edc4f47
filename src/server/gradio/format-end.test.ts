import fc from 'fast-check';
import { expect, it } from 'vitest';
import { joinLines } from './format-end.ts';

it('makes one line of JSON, however it is cut', async () => {
  const cuts = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(fc.json(), cuts, async (json, sizes) => {
      const text = `${JSON.stringify(JSON.parse(json), null, 4)}\n`;
      const pieces: string[] = [];
      for (let from = 0, at = 0; from < text.length; at++) {
        const to = from + (sizes[at % sizes.length] ?? 1);
        pieces.push(text.slice(from, to));
        from = to;
      }
      let joined = '';
      for await (const piece of joinLines(pieces)) joined += piece;
      expect(joined).toBe(text.replace(/\n\s*/g, ''));
      expect(JSON.parse(joined)).toEqual(JSON.parse(json));
    }),
  );
});
