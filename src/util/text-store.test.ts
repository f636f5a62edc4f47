import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TextStore } from './text-store.ts';

it('gives back every text, whatever its characters', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), fc.array(fc.string()), (odd, plain) => {
      const texts = [...odd, ...plain, '\ud800', 'x\udfff', ''];
      const store = new TextStore();
      const ids = texts.map((text) => store.add(text));
      expect(ids.map((id) => store.get(id))).toEqual(texts);
    }),
  );
});

it('holds texts of any size', () => {
  const store = new TextStore();
  const texts = [9, 3, 1, 5, 0].map((megabytes) => 'é'.repeat(megabytes << 20));
  const ids = texts.map((text) => store.add(text));
  expect(ids.every((id, at) => store.get(id) === texts[at])).toBe(true);
});

it('finds each of many, in whatever order', () => {
  const store = new TextStore();
  const texts = Array.from({ length: 5000 }, (_, at) => `${at} ${'text '.repeat(at % 97)}`);
  const ids = texts.map((text) => store.add(text));
  const stride = 1777; // prime to the length: visits each once, far from the last
  for (let step = 0; step < texts.length; step++) {
    const at = (step * stride) % texts.length;
    expect(store.get(ids[at] ?? -1)).toBe(texts[at]);
  }
});
