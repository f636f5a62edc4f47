import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { parseModelName } from './model-name.ts';
import { expandGrid, parseModelsSection, settingsOf } from './model-settings.ts';
import { keepRelevant } from './parameters.ts';
import { priceOf } from './prices.ts';
import { resolveModel } from './resolve-model.ts';
import { basePrompt, sampleRequest } from './testing/sample-request.ts';

describe('parseModelName', () => {
  test.each([
    ['openai:gpt-4o', undefined, 'openai', 'gpt-4o'],
    ['ollama:qwen2.5-coder:7b', undefined, 'ollama', 'qwen2.5-coder:7b'],
    ['Qwen/Qwen2.5-Coder', undefined, 'vllm', 'Qwen/Qwen2.5-Coder'],
    ['ft:gpt-4o:org', 'openai', 'openai', 'ft:gpt-4o:org'],
    ['openai:gpt-4o', 'openai', 'openai', 'gpt-4o'],
    ['m', 'hf', 'hf', 'm'],
    ['m', 'hf-inference', 'huggingface', 'm'],
    ['canonical', undefined, 'canonical', 'canonical'],
    ['replay:a/b.jsonl', undefined, 'replay', 'a/b.jsonl'],
  ])('%s with backend %s', (name, backend, provider, modelId) => {
    expect(parseModelName(name, backend)).toMatchObject({ provider, modelId });
  });

  test('an unknown provider gets the list, and what was probably meant', () => {
    expect(() => parseModelName('antropic:claude')).toThrow(/did you mean anthropic:claude\? Providers: openai, /);
    expect(() => parseModelName('openai:')).toThrow(/is not a model/);
    expect(() => parseModelName('llama3.2:1b')).toThrow(/did you mean ollama:llama3\.2:1b\?/);
    expect(() => parseModelName('ft:gpt-4o:org')).toThrow(/did you mean openai:ft:gpt-4o:org\?/);
  });

  test.each([
    ['gpt-4o', /^"gpt-4o" has no provider: did you mean openai:gpt-4o\?/],
    ['o3-mini', /openai:o3-mini/],
    ['claude-sonnet-4-0', /anthropic:claude-sonnet-4-0/],
    ['gemini-2.5-pro', /google:gemini-2\.5-pro/],
    ['codestral-latest', /mistral:codestral-latest/],
    ['weights/q4.gguf', /local:weights\/q4\.gguf/],
    ['qwen2.5', /ollama:qwen2\.5, or openai-compatible:qwen2\.5 with --base-url/],
    ['Qwen/Qwen3', /vllm:Qwen\/Qwen3 .*huggingface:Qwen\/Qwen3 .*ollama:NAME/],
  ])('%s without a provider offers what was probably meant', async (name, offer) => {
    const variables = { PATH: '' };
    await expect(resolveModel(name, { variables })).rejects.toThrow(offer);
    const behindServer = await resolveModel(name, { variables, baseUrl: 'http://127.0.0.1:1/v1' });
    expect(behindServer.name).toBe(`vllm:${name}`);
  });

  test.each([
    ['nowhere', /^Invalid base URL "nowhere"/],
    ['http://me:secret@host:1/v1', /^The base URL of host:1 holds a user name/],
  ])('the address %s is refused before any request', async (baseUrl, told) => {
    const resolving = resolveModel('openai:m', { variables: { OPENAI_API_KEY: 'k' }, baseUrl });
    await expect(resolving).rejects.toThrow(told);
  });
});

describe('what the config file says of models', () => {
  const section = parseModelsSection({
    'openai:*': { parameters: { temperature: [0, 0.2], maxNewTokens: 100 }, concurrency: 3 },
    'openai:gpt-4o': { parameters: { maxNewTokens: 200, nSamples: [1, 5], stop: ['a', 'b'] }, kind: 'chat' },
  });

  test('the more special entry wins; lists become runs', () => {
    const settings = settingsOf('openai:gpt-4o', section);
    expect(settings).toMatchObject({ concurrency: 3, kind: 'chat' });
    expect(expandGrid(settings.parameters)).toEqual([
      { temperature: 0, maxNewTokens: 200, nSamples: 1, stop: ['a', 'b'] },
      { temperature: 0, maxNewTokens: 200, nSamples: 5, stop: ['a', 'b'] },
      { temperature: 0.2, maxNewTokens: 200, nSamples: 1, stop: ['a', 'b'] },
      { temperature: 0.2, maxNewTokens: 200, nSamples: 5, stop: ['a', 'b'] },
    ]);
    expect(expandGrid(settingsOf('mistral:x', section).parameters)).toEqual([{}]);
  });

  test('reports what is invalid', () => {
    expect(() => parseModelsSection({ 'openai:*': { temprature: 1 } })).toThrow(/temprature/);
    expect(() => parseModelsSection({ 'openai:*': { parameters: { temperature: [-1] } } })).toThrow(/temperature/);
    expect(() => priceOf('openai:x', { prices: { 'openai:x': { input: 'a lot' } } })).toThrow(/prices/);
  });
});

describe('keepRelevant', () => {
  const parameters = {
    temperature: 0,
    maxNewTokens: 9,
    reasoningEffort: 'high',
    reasoningBudget: 100,
    reasoningBeta: 'beta',
  };

  test('only what the model has decides the run', async () => {
    const { capabilities, profile } = await resolveModel('empty');
    const plain = { temperature: 0, maxNewTokens: 9 };
    expect(keepRelevant(parameters, capabilities, profile)).toEqual(plain);
    expect(keepRelevant(parameters, { ...capabilities, reasoning: 'effort' }, profile)).toEqual({
      ...plain,
      reasoningEffort: 'high',
    });
    expect(keepRelevant(parameters, { ...capabilities, reasoning: 'budget' }, profile)).toEqual({
      ...plain,
      reasoningBudget: 100,
      reasoningBeta: 'beta',
    });
    expect(
      keepRelevant({ ...parameters, reasoningBudget: 0 }, { ...capabilities, reasoning: 'budget' }, profile),
    ).toEqual(plain);
  });
});

describe('models without a network', () => {
  test('canonical and empty', async () => {
    const canonical = await resolveModel('canonical');
    const [chat] = await canonical.answer(sampleRequest());
    expect(chat?.text).toBe('```python\ndef task_func():\n    """One."""\n\n    return 1\n\n```\n');
    const [base] = await canonical.answer(sampleRequest({ prompt: basePrompt }));
    expect(base?.text).toBe('\n    return 1\n');
    const [empty] = await (await resolveModel('empty')).answer(sampleRequest());
    expect(empty).toMatchObject({ text: '', finishReason: 'stop' });
  });

  test('replay gives the recorded answers by task and order, raw ones first', async () => {
    await using folder = await createTemporaryFolder();
    const path = join(folder.path, 'samples.jsonl');
    const lines = [
      { task_id: 'Test/0', solution: 'code', raw_solution: 'raw' },
      { task_id: 'Test/1', completion: 'other' },
      { task_id: 'Test/0', solution: 'second' },
    ];
    await writeFile(path, lines.map((line) => JSON.stringify(line)).join('\n'));
    const model = await resolveModel('replay:samples.jsonl', { cwd: folder.path });
    const ask = async (index: number) => (await model.answer(sampleRequest({ samples: [{ index }] })))[0]?.text;
    expect([await ask(0), await ask(1)]).toEqual(['raw', 'second']);
    await expect(ask(2)).rejects.toThrow(/no answer 2 for Test\/0/);
    await writeFile(path, '{"task_id": "Test/0"}\n');
    await expect(resolveModel('replay:samples.jsonl', { cwd: folder.path })).rejects.toThrow(/samples\.jsonl:1/);
    await expect(resolveModel('replay:none.jsonl', { cwd: folder.path })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringMatching(/none\.jsonl cannot be used as samples: no such file or folder\.$/),
    });
    await expect(resolveModel('replay:x', { directCompletion: true })).rejects.toThrow(/--direct-completion/);
  });
});

describe('profiles', () => {
  test('any can be chosen by name; the original’s only if it has one', async () => {
    const variables = {};
    const baseUrl = 'http://127.0.0.1:1/v1';
    const tgi = await resolveModel('openai-compatible:m', { variables, baseUrl, requestProfile: 'vllm' });
    expect(tgi.profile).toMatchObject({ name: 'vllm', expandsTabs: true });
    await expect(resolveModel('ollama:m', { variables, requestProfile: 'upstream' })).rejects.toThrow(/The original/);
    await expect(resolveModel('ollama:m', { variables, requestProfile: 'x' })).rejects.toThrow(/use upstream/);
  });
});
