import type { LanguageModelV3, LanguageModelV3CallOptions } from '@ai-sdk/provider';
import { expect, test } from 'vitest';
import { fromLanguageModel } from './custom-model.ts';
import { sampleRequest } from './testing/sample-request.ts';

test('a model of the AI SDK answers behind our port', async () => {
  const calls: LanguageModelV3CallOptions[] = [];
  const languageModel: LanguageModelV3 = {
    specificationVersion: 'v3',
    provider: 'mine',
    modelId: 'm',
    supportedUrls: {},
    async doGenerate(options) {
      calls.push(options);
      return {
        content: [
          { type: 'reasoning', text: 'hm' },
          { type: 'text', text: 'one' },
        ],
        finishReason: { unified: 'stop', raw: 'end' },
        usage: {
          inputTokens: { total: 3, noCache: 3, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 2, text: 1, reasoning: 1 },
        },
        warnings: [{ type: 'unsupported', feature: 'seed' }],
      };
    },
    doStream: () => Promise.reject(new Error('It does not stream.')),
  };
  const model = fromLanguageModel(languageModel);
  const [answer] = await model.answer(sampleRequest({ parameters: { temperature: 0.5 } }));
  expect(model.name).toBe('mine:m');
  expect(answer).toMatchObject({
    text: 'one',
    reasoning: 'hm',
    finishReason: 'stop',
    rawFinishReason: 'end',
    usage: { inputTokens: 3, cachedTokens: 0, outputTokens: 2, reasoningTokens: 1 },
    warnings: ['unsupported: seed'],
  });
  expect(calls).toMatchObject([{ temperature: 0.5, maxOutputTokens: 1280 }]);
});
