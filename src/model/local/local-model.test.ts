import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest';
import { createTemporaryFolder } from '../../testing/temporary-folder.ts';
import { skipFor } from '../../util/testing/needs.ts';
import type { Model, ModelRequest } from '../model.ts';
import { resolveModel } from '../resolve-model.ts';
import { sampleRequest } from '../testing/sample-request.ts';
import { startWireServer, text } from '../testing/wire-server.ts';
import { installRuntime } from './llama-runtime.ts';
import { catalog, modelFile, pullModel } from './pull-model.ts';

const [entry] = catalog;
if (!entry) throw new Error('The catalog is empty.');

const chat = (content: string, prefill?: string): ModelRequest['prompt'] => ({
  form: 'chat',
  messages: [{ role: 'user', content }],
  ...(prefill === undefined ? {} : { prefill }),
});

/** The real model, fetched once into the user's cache; without a network these tests are skipped. */
describe('smollm2-135m', () => {
  let model: Model | undefined;
  let whyNot = '';
  beforeAll(async () => {
    try {
      await installRuntime(process.env);
      await pullModel({ entry, variables: process.env });
      model = await resolveModel('local:smollm2-135m');
    } catch (error) {
      whyNot = String(error);
      console.warn(`The local model cannot be had, so its tests are skipped: ${whyNot}`);
    }
  }, 600_000);
  afterAll(() => model?.close?.());

  async function ask(context: TestContext, request: Parameters<typeof sampleRequest>[0]) {
    if (!model) return skipFor(context, 'the local model');
    const [answer] = await model.answer(sampleRequest(request));
    if (!answer) throw new Error('It did not answer.');
    return answer;
  }

  test('answers in its chat template, the same every time', { timeout: 300_000 }, async (context) => {
    const request = { prompt: chat('What is the capital of France?'), parameters: { maxNewTokens: 24 } };
    const first = await ask(context, request);
    expect(first.text).toMatch(/\w{3}/);
    expect(first.usage?.inputTokens).toBeGreaterThan(30);
    expect(first.usage?.outputTokens).toBeLessThanOrEqual(24);
    expect(await ask(context, request)).toMatchObject({ text: first.text });
  });

  test('samples repeatably by seed', { timeout: 300_000 }, async (context) => {
    const withSeed = (seed: number) =>
      ask(context, {
        prompt: chat('Write a line of a poem.'),
        parameters: { temperature: 1.2, maxNewTokens: 12 },
        samples: [{ index: 0, seed }],
      });
    const [one, again, other] = [await withSeed(1), await withSeed(1), await withSeed(2)];
    expect(again.text).toBe(one.text);
    expect(other.text).not.toBe(one.text);
  });

  test('continues a prefilled answer and ends at a stop string', { timeout: 300_000 }, async (context) => {
    const answer = await ask(context, {
      prompt: chat('Count from one to ten.', '1, 2, 3, 4,'),
      parameters: { maxNewTokens: 24, stop: ['7'] },
    });
    expect(answer.text).toMatch(/^ ?5/);
    expect(answer.text).not.toContain('7');
    expect(answer.finishReason).toBe('stop');
  });

  test('completes a raw prompt, up to its budget', { timeout: 300_000 }, async (context) => {
    const prompt = { form: 'completion' as const, text: 'def add(a, b):\n    return' };
    const answer = await ask(context, { prompt, parameters: { maxNewTokens: 3, stop: [] } });
    expect(answer).toMatchObject({ finishReason: 'length', usage: { outputTokens: 3 } });
    expect(answer.text).toMatch(/^ a/);
  });

  test('a prompt longer than its context is its own error', { timeout: 300_000 }, async (context) => {
    const asked = ask(context, { prompt: chat('word '.repeat(9000)) });
    await expect(asked).rejects.toMatchObject({ fault: 'context-too-long' });
  });

  test('its exact prompt can be shown', { timeout: 300_000 }, async (context) => {
    if (!model) return skipFor(context, 'the local model');
    const { body } = await model.describe(sampleRequest({ prompt: chat('Hi', 'Below:\n') }));
    expect(JSON.parse(body).prompt).toBe(
      '<|im_start|>system\nYou are a helpful AI assistant named SmolLM, trained by Hugging Face<|im_end|>\n' +
        '<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\nBelow:\n',
    );
  });
});

describe('what is not installed', () => {
  test('a model that was not pulled, a file that does not exist', async () => {
    await using folder = await createTemporaryFolder();
    const variables = { BCB_CACHE_DIR: folder.path };
    await expect(resolveModel('local:smollm2-135m', { variables })).rejects.toThrow(/bcb model pull smollm2-135m/);
    await expect(resolveModel('local:none.gguf', { variables })).rejects.toThrow(/Model file not found:/);
    await writeFile(join(folder.path, 'x.gguf'), 'not a model');
    const model = await resolveModel('local:x.gguf', { variables, cwd: folder.path });
    await expect(model.answer(sampleRequest())).rejects.toThrow(/runtime for local models/);
  });
});

describe('pulling from the hub', () => {
  const tiny = { ...entry, bytes: 3, sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad' };
  const { wheel: _, ...withoutWheel } = tiny;

  test('only the right bytes get the model’s name', async () => {
    await using folder = await createTemporaryFolder();
    await using server = await startWireServer(text('abd'), text('abc'));
    const variables = { BCB_CACHE_DIR: folder.path, HF_ENDPOINT: server.url };
    await expect(pullModel({ entry: withoutWheel, variables })).rejects.toThrow(/corrupted in transit/);
    const done: number[] = [];
    const path = await pullModel({ entry: withoutWheel, variables, onProgress: (bytes) => done.push(bytes) });
    expect([path, done]).toEqual([modelFile(tiny, variables), [3]]);
    expect(server.seen[1]?.path).toBe(`/${tiny.hub.repo}/resolve/${tiny.hub.revision}/${tiny.file}`);
    await pullModel({ entry: withoutWheel, variables });
    expect(server.seen).toHaveLength(2);
  });

  test('says that it cannot be downloaded', async () => {
    await using folder = await createTemporaryFolder();
    await using server = await startWireServer(text('', 404));
    const variables = { BCB_CACHE_DIR: folder.path, HF_ENDPOINT: server.url };
    await expect(pullModel({ entry: withoutWheel, variables })).rejects.toThrow(/responded with 404/);
    const offline = { ...variables, HF_HUB_OFFLINE: '1' };
    await expect(pullModel({ entry: withoutWheel, variables: offline })).rejects.toThrow(/HF_HUB_OFFLINE/);
  });
});
