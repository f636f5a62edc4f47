import { describe, expect, test } from 'vitest';
import { createCustomModel } from './custom-model.ts';
import { ProviderError } from './provider-error.ts';
import { resolveModel } from './resolve-model.ts';
import { sampleRequest } from './testing/sample-request.ts';

describe('a function', () => {
  test('is asked once per wanted sample and fills in what it leaves out', async () => {
    const asked: (readonly [number, number | undefined])[] = [];
    const { model, ...facts } = createCustomModel({
      name: 'mine',
      model: ({ index, seed, prompt }) => {
        asked.push([index, seed]);
        return index === 0 ? `to ${prompt.form}` : { text: 'cut', finishReason: 'length', usage: { outputTokens: 7 } };
      },
    });
    expect(facts).toMatchObject({ name: 'mine', provider: 'custom', kind: 'chat', price: undefined });
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
    expect(await flaky.model.answer(sampleRequest())).toMatchObject([{ text: 'there' }]);
    expect(calls).toBe(2);
    const broken = createCustomModel({
      name: 'broken',
      model: () => {
        throw new TypeError('a mistake of its author');
      },
    });
    await expect(broken.model.answer(sampleRequest())).rejects.toThrow(TypeError);
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
    const asking = mute.model.answer(sampleRequest(), { stopSignal: stop.signal });
    await expect(asking).rejects.toThrow(/mute did not answer within 0.005 s/);
  });
});

test('our own port is taken as it is', async () => {
  const { model } = await resolveModel('canonical');
  const custom = createCustomModel({ name: 'perfect', model, price: { input: 1, output: 2 } });
  expect(custom.model).toBe(model);
  expect(custom).toMatchObject({ backend: 'custom', price: { input: 1, output: 2 } });
});
