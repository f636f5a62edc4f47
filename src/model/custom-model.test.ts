import { describe, expect, test } from 'vitest';
import { createCustomModel } from './custom-model.ts';
import type { Model } from './model.ts';
import { ProviderError } from './provider-error.ts';
import { resolveModel } from './resolve-model.ts';
import { sampleRequest } from './testing/sample-request.ts';

describe('a function', () => {
  test('is asked once per wanted sample and fills in what it leaves out', async () => {
    const asked: (readonly [number, number | undefined])[] = [];
    const model = createCustomModel({
      name: 'mine',
      model: ({ index, seed, prompt }) => {
        asked.push([index, seed]);
        return index === 0 ? `to ${prompt.form}` : { text: 'cut', finishReason: 'length', usage: { outputTokens: 7 } };
      },
    });
    expect(model).toMatchObject({ name: 'mine', provider: 'custom', kind: 'chat', price: undefined });
    const [first] = await model.answer(sampleRequest());
    const [second] = await model.answer(sampleRequest({ samples: [{ index: 1, seed: 5 }] }));
    expect(asked).toEqual([
      [0, undefined],
      [1, 5],
    ]);
    expect(first).toMatchObject({ text: 'to chat', finishReason: 'stop', warnings: [] });
    expect(second).toMatchObject({ text: 'cut', finishReason: 'length', usage: { outputTokens: 7 } });
  });

  test('is asked again where its error says that this may help, and not where it does not', async () => {
    let calls = 0;
    const flaky = createCustomModel({
      name: 'flaky',
      model: () => {
        if (++calls === 1) throw new ProviderError('overloaded', 'Busy.', { retryAfterMs: 1 });
        return 'there';
      },
    });
    expect(await flaky.answer(sampleRequest())).toMatchObject([{ text: 'there' }]);
    expect(calls).toBe(2);
    const broken = createCustomModel({
      name: 'broken',
      model: () => {
        throw new TypeError('a mistake of its author');
      },
    });
    await expect(broken.answer(sampleRequest())).rejects.toMatchObject({ code: 'MODEL', cause: expect.any(TypeError) });
  });

  test('that never answers is given up', async () => {
    const stop = new AbortController();
    const mute = createCustomModel({
      name: 'mute',
      requestTimeoutMs: 5,
      model: ({ signal }) => {
        // Nothing is tried again after this.
        stop.abort();
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      },
    });
    const asking = mute.answer(sampleRequest(), { stopSignal: stop.signal });
    await expect(asking).rejects.toThrow(/mute did not answer within 0.005 s/);
  });
});

describe('our own port', () => {
  test('is used as it is', async () => {
    const model = await resolveModel('canonical');
    const custom = createCustomModel({ name: 'perfect', model, price: { input: 1, output: 2 } });
    expect(custom).toMatchObject({ name: 'perfect', backend: 'custom', price: { input: 1, output: 2 } });
    expect(await custom.answer(sampleRequest())).toEqual(await model.answer(sampleRequest()));
    const { task } = sampleRequest();
    expect(custom.fingerprintOf?.(task)).toBe(model.fingerprintOf?.(task));
    expect(custom.close).toBeUndefined();
  });

  test('may be an instance of a class', async () => {
    class Counter implements Model {
      readonly samplesPerCall = 3;
      readonly maxConcurrency = 2;
      readonly drainMs = 1;
      calls = 0;
      isClosed = false;
      async answer() {
        return [{ text: String(++this.calls), finishReason: 'stop' as const, latencyMs: 0, warnings: [] }];
      }
      async describe() {
        return { method: 'COUNT', url: String(this.calls), headers: {}, body: '' };
      }
      async close() {
        this.isClosed = true;
      }
    }
    const counter = new Counter();
    const custom = createCustomModel({ name: 'counter', model: counter });
    await custom.answer(sampleRequest());
    expect(await custom.answer(sampleRequest())).toMatchObject([{ text: '2' }]);
    expect(await custom.describe(sampleRequest())).toMatchObject({ url: '2' });
    expect(custom).toMatchObject({ samplesPerCall: 3, maxConcurrency: 2, drainMs: 1 });
    await custom.close?.();
    expect(counter.isClosed).toBe(true);
  });
});
