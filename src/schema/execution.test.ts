import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { scriptSchema } from './execution.ts';

it('takes for base64 what zod does', () => {
  const text = fc.oneof(
    fc.base64String(),
    fc.array(fc.constantFrom('A', '+', '/', '=', '-', ' ', '\n'), { maxLength: 9 }).map((letters) => letters.join('')),
  );
  fc.assert(
    fc.property(text, (content) => {
      const isTaken = scriptSchema.safeParse({ files: { a: content } }).success;
      expect(isTaken).toBe(z.base64().safeParse(content).success);
    }),
  );
});
