import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createFrameDecoder, encodeFrame } from './frame-codec.ts';

it('gives back every message, whatever the chunks', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.array(fc.integer({ min: 1, max: 50 })), (messages, sizes) => {
      const seen: unknown[] = [];
      const decode = createFrameDecoder((message) => seen.push(message));
      const stream = Buffer.concat(messages.map(encodeFrame));
      for (let at = 0, turn = 0; at < stream.length; turn++) {
        const size = sizes[turn % Math.max(1, sizes.length)] ?? 13;
        decode(stream.subarray(at, at + size));
        at += size;
      }
      expect(seen).toEqual(messages.map((message): unknown => JSON.parse(JSON.stringify(message))));
    }),
  );
});

it('refuses a frame that no runner would send', () => {
  const decode = createFrameDecoder(() => {});
  expect(() => decode(Buffer.from([0xff, 0xff, 0xff, 0xff]))).toThrow(/frame of 4294967295 bytes/);
});
