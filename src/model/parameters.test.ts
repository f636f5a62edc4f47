import { describe, expect, test } from 'vitest';
import { findUnsentParameters } from './parameters.ts';
import { resolveModel } from './resolve-model.ts';
import { sampleRequest } from './testing/sample-request.ts';

const sampling = { temperature: 0.8, topP: 0.95, topK: 41, frequencyPenalty: 0.5, seed: 3, stop: ['END'] };

describe('findUnsentParameters', () => {
  test.each([
    ['openai:gpt-4o', {}, ['topK']],
    ['openai:o3-mini', {}, ['temperature', 'topP', 'topK', 'frequencyPenalty', 'maxNewTokens', 'stop']],
    // With a temperature, Anthropic takes no top_p.
    ['anthropic:claude-3-5-sonnet', {}, ['topP', 'frequencyPenalty', 'seed']],
    ['google:gemini-2.5-pro', {}, ['frequencyPenalty']],
    ['google:gemini-1.5-pro', {}, []],
    ['mistral:large', {}, ['topK']],
    ['mistral:large', { requestProfile: 'upstream' }, ['temperature', 'topK']],
    ['vllm:org/model', { baseUrl: 'http://127.0.0.1:1/v1' }, []],
    ['ollama:llama3', {}, []],
  ] as const)('%s %j', async (name, options, expected) => {
    const model = await resolveModel(name, { ...options, variables: {}, isDryRun: true });
    const unsent = await findUnsentParameters(model, sampleRequest({ parameters: sampling }));
    expect(unsent).toEqual(expected);
  });

  test('a value that happens to be the default is sent all the same', async () => {
    const model = await resolveModel('openai:gpt-4o', { variables: {}, isDryRun: true });
    const parameters = { temperature: 0.8, topP: 0.95 };
    expect(await findUnsentParameters(model, sampleRequest({ parameters }))).toEqual([]);
  });
});
