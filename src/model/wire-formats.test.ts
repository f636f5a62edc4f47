import { describe, expect, test } from 'vitest';
import type { ModelRequest } from './model.ts';
import type { ResolveModelOptions } from './model-options.ts';
import { resolveModel } from './resolve-model.ts';
import { basePrompt, sampleRequest } from './testing/sample-request.ts';
import {
  anthropicMessage,
  googleContent,
  mistralChat,
  ollamaChat,
  openAiChat,
  openAiCompletion,
} from './testing/wire-formats.ts';
import { type Reply, startWireServer } from './testing/wire-server.ts';

const environment = {
  OPENAI_API_KEY: 'key-1',
  ANTHROPIC_KEY: 'key-1',
  GOOGLE_API_KEY: 'key-1',
  MISTRAL_API_KEY: 'key-1',
  HF_INFERENCE_API_KEY: 'key-1',
};

interface Ask extends ResolveModelOptions {
  readonly model: string;
  readonly reply: Reply;
  readonly request?: ModelRequest;
}

/** Asks one question of a loopback server that speaks the provider's format. */
async function ask({ model: name, reply, request = sampleRequest(), ...options }: Ask) {
  await using server = await startWireServer(reply);
  const { model } = await resolveModel(name, { environment, baseUrl: `${server.url}/v1`, ...options });
  const answers = await model.answer(request);
  const [seen] = server.seen;
  if (!seen) throw new Error('Nothing was sent.');
  return { answers, answer: answers[0], path: seen.path, headers: seen.headers, body: seen.body };
}

const messages = [{ role: 'user', content: 'Write one.\n' }];
const counted = { inputTokens: 100, outputTokens: 50 };
const six = ['<|endoftext|>', '<|endofmask|>', '</s>', '\nif __name__', '\ndef main(', '\nprint('];
const five = ['\ndef ', '\nclass ', '\nimport ', '\nfrom ', '\nassert '];
const sampling = sampleRequest({ parameters: { temperature: 0.8 }, samples: [{ index: 0 }, { index: 1 }] });

describe('OpenAI', () => {
  test('sends what the original sends', async () => {
    const { path, headers, body, answer } = await ask({ model: 'openai:gpt-4o', reply: openAiChat('one') });
    expect(path).toBe('/v1/chat/completions');
    expect(headers.authorization).toBe('Bearer key-1');
    expect(body).toEqual({
      model: 'gpt-4o',
      messages,
      temperature: 0,
      top_p: 0.95,
      max_completion_tokens: 1280,
      n: 1,
    });
    expect(answer).toMatchObject({
      text: 'one',
      finishReason: 'stop',
      rawFinishReason: 'stop',
      usage: { ...counted, cachedTokens: 20, reasoningTokens: 30 },
      responseId: 'chatcmpl-1',
      responseModel: 'served-model',
    });
  });

  test('gets several samples from one call, and counts its tokens once', async () => {
    const { body, answers } = await ask({
      model: 'openai:gpt-4o',
      reply: openAiChat('one', 'two'),
      request: sampling,
    });
    expect(body).toMatchObject({ n: 2, temperature: 0.8 });
    expect(answers.map(({ text, usage }) => [text, usage !== undefined])).toEqual([
      ['one', true],
      ['two', false],
    ]);
  });

  test('sends reasoning models only their effort', async () => {
    for (const model of ['openai:o3-mini', 'openai:deepseek-reasoner', 'openai:gpt-5-mini']) {
      const { body } = await ask({ model, reply: openAiChat('one') });
      expect(body).toEqual({ model: model.slice(7), messages, n: 1, reasoning_effort: 'medium' });
    }
  });

  test('what a model takes can be said in the config file', async () => {
    const models = { 'openai:gpt-5*': { capabilities: { sampling: true, maxTokens: true, reasoning: 'none' } } };
    const { body } = await ask({ model: 'openai:gpt-5-mini', reply: openAiChat('one'), models });
    expect(body).toEqual({
      model: 'gpt-5-mini',
      messages,
      temperature: 0,
      top_p: 0.95,
      max_completion_tokens: 1280,
      n: 1,
    });
  });

  test('a refusal is one, whatever it says', async () => {
    const reply: Reply = (_, response) => {
      const message = { role: 'assistant', content: null, refusal: 'No.' };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] }));
    };
    const { answer } = await ask({ model: 'openai:gpt-4o', reply });
    expect(answer).toMatchObject({ text: 'No.', finishReason: 'content-filter' });
  });
});

describe('Anthropic', () => {
  test('streams, and sends stop strings and the temperature', async () => {
    const { path, headers, body, answer } = await ask({
      model: 'anthropic:claude-sonnet-4-0',
      reply: anthropicMessage('one'),
    });
    expect(path).toBe('/v1/messages');
    expect(headers['x-api-key']).toBe('key-1');
    expect(body).toEqual({
      model: 'claude-sonnet-4-0',
      max_tokens: 1280,
      temperature: 0,
      stop_sequences: six,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Write one.\n' }] }],
      stream: true,
    });
    expect(answer).toMatchObject({
      text: 'one',
      finishReason: 'stop',
      usage: { inputTokens: 100, cachedTokens: 20, outputTokens: 50 },
      responseId: 'msg_1',
    });
  });

  test('a budget turns thinking on, makes room for it, and leaves the temperature out', async () => {
    const { headers, body, answer } = await ask({
      model: 'anthropic:claude-3-7-sonnet-latest',
      reply: anthropicMessage('one', { thinking: 'hm' }),
      request: sampleRequest({ parameters: { reasoningBudget: 2048, reasoningBeta: 'output-128k-2025-02-19' } }),
    });
    expect(headers['anthropic-beta']).toContain('output-128k-2025-02-19');
    expect(body).toMatchObject({ max_tokens: 1280 + 2048, thinking: { type: 'enabled', budget_tokens: 2048 } });
    expect(body).not.toHaveProperty('temperature');
    expect(answer).toMatchObject({ text: 'one', reasoning: 'hm' });
  });

  test('--request-profile upstream restores what the original sends', async () => {
    const { body } = await ask({
      model: 'anthropic:claude-3-7-sonnet-latest',
      reply: anthropicMessage('one'),
      requestProfile: 'upstream',
    });
    expect(body).toMatchObject({ max_tokens: 1280, thinking: { type: 'enabled', budget_tokens: 0 } });
    expect(body).not.toHaveProperty('temperature');
  });

  test('a refusal ends as one', async () => {
    const reply = anthropicMessage('', { stopReason: 'refusal' });
    const { answer } = await ask({ model: 'anthropic:claude-sonnet-4-0', reply });
    expect(answer).toMatchObject({ finishReason: 'content-filter', rawFinishReason: 'refusal' });
  });
});

describe('Google', () => {
  const contents = [{ role: 'user', parts: [{ text: 'Write one.\n' }] }];

  test('sends its own names, without safety filters', async () => {
    const { path, headers, body, answer } = await ask({
      model: 'google:gemini-2.0-flash',
      reply: googleContent('one'),
    });
    expect(path).toBe('/v1/models/gemini-2.0-flash:generateContent');
    expect(headers['x-goog-api-key']).toBe('key-1');
    expect(body.contents).toEqual(contents);
    expect(body.generationConfig).toEqual({ temperature: 0, maxOutputTokens: 1280 });
    expect(body.safetySettings).toHaveLength(4);
    expect(body.safetySettings).toContainEqual({
      category: 'HARM_CATEGORY_DANGEROUS_CONTENT',
      threshold: 'BLOCK_NONE',
    });
    expect(answer).toMatchObject({ text: 'one', usage: { ...counted, cachedTokens: 20, reasoningTokens: 30 } });
  });

  test('gets several candidates from one call', async () => {
    const { body, answers } = await ask({
      model: 'google:gemini-2.0-flash',
      reply: googleContent('one', 'two'),
      request: sampling,
    });
    expect(body.generationConfig).toMatchObject({ candidateCount: 2 });
    expect(answers.map(({ text }) => text)).toEqual(['one', 'two']);
  });

  test('no token limit for -thinking- models; a budget for those that take one', async () => {
    const thinking = await ask({ model: 'google:gemini-2.0-flash-thinking-exp', reply: googleContent('one') });
    expect(thinking.body.generationConfig).toEqual({ temperature: 0 });
    const budget = await ask({
      model: 'google:gemini-2.5-pro',
      reply: googleContent('one'),
      request: sampleRequest({ parameters: { reasoningBudget: 512 } }),
    });
    expect(budget.body.generationConfig).toMatchObject({ thinkingConfig: { thinkingBudget: 512 } });
  });
});

describe('Mistral', () => {
  test('sends the temperature; the original does not', async () => {
    const { path, body, answer } = await ask({ model: 'mistral:codestral-latest', reply: mistralChat('one') });
    expect(path).toBe('/v1/chat/completions');
    const sent = [{ role: 'user', content: [{ type: 'text', text: 'Write one.\n' }] }];
    expect(body).toEqual({ model: 'codestral-latest', max_tokens: 1280, temperature: 0, messages: sent });
    expect(answer).toMatchObject({ text: 'one', usage: counted });
    const upstream = await ask({
      model: 'mistral:codestral-latest',
      reply: mistralChat('one'),
      requestProfile: 'upstream',
    });
    expect(upstream.body).not.toHaveProperty('temperature');
  });
});

describe('servers of the OpenAI shape', () => {
  test('openai-compatible', async () => {
    const { body, headers } = await ask({
      model: 'openai-compatible:any/model',
      reply: openAiChat('one'),
      request: sampleRequest({ parameters: { topK: 5, seed: 3 }, samples: [{ index: 0, seed: 3 }] }),
    });
    expect(headers.authorization).toBeUndefined();
    expect(body).toEqual({
      model: 'any/model',
      messages,
      temperature: 0,
      top_p: 0.95,
      max_tokens: 1280,
      top_k: 5,
      seed: 3,
    });
  });

  test('Ollama', async () => {
    const { body, answer } = await ask({ model: 'ollama:qwen2.5-coder:7b', reply: ollamaChat('one') });
    expect(body).toMatchObject({ model: 'qwen2.5-coder:7b', messages, temperature: 0 });
    expect(answer).toMatchObject({ text: 'one', usage: counted });
  });

  test('Hugging Face', async () => {
    const { body, headers } = await ask({ model: 'huggingface:Qwen/Qwen3', reply: openAiChat('one') });
    expect(headers.authorization).toBe('Bearer key-1');
    expect(body).toEqual({ model: 'Qwen/Qwen3', messages, temperature: 0, max_tokens: 1280 });
  });

  test('vLLM goes on from a prefilled answer', async () => {
    const prompt = { form: 'chat' as const, messages: [{ role: 'user' as const, content: 'Q' }], prefill: 'A:\n' };
    const request = sampleRequest({ prompt });
    const { body } = await ask({ model: 'Qwen/Qwen2.5', backend: 'vllm', reply: openAiChat('one'), request });
    expect(body).toEqual({
      model: 'Qwen/Qwen2.5',
      messages: [
        { role: 'user', content: 'Q' },
        { role: 'assistant', content: 'A:\n' },
      ],
      continue_final_message: true,
      add_generation_prompt: false,
      temperature: 0,
      top_p: 1,
      max_tokens: 1280,
      n: 1,
      stop: six,
    });
  });

  test('a prefix that opens a fence adds its end to the stop strings', async () => {
    const prompt = { form: 'chat' as const, messages: [], prefill: 'Here:\n```\n```python\n' };
    const request = sampleRequest({ prompt });
    const { body } = await ask({ model: 'vllm:m', reply: openAiChat('one'), request });
    expect(body.stop).toEqual([...six, '\n```\n']);
  });

  test('reasoning beside the answer is kept apart; null content is an empty answer', async () => {
    const reply: Reply = (_, response) => {
      const message = { role: 'assistant', content: null, reasoning_content: 'hm' };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'length' }] }));
    };
    const { answer } = await ask({ model: 'openai-compatible:m', reply });
    expect(answer).toMatchObject({ text: '', reasoning: 'hm', finishReason: 'length', usage: {} });
  });
});

describe('base models', () => {
  const request = sampleRequest({ prompt: basePrompt, parameters: { temperature: 0.2 }, samples: sampling.samples });

  test('the raw prompt goes to /completions', async () => {
    const { path, body, answers } = await ask({
      model: 'vllm:bigcode/starcoder2',
      directCompletion: true,
      reply: openAiCompletion('a', 'b'),
      request,
    });
    expect(path).toBe('/v1/completions');
    expect(body).toEqual({
      model: 'bigcode/starcoder2',
      prompt: 'def task_func():\n',
      temperature: 0.2,
      top_p: 0.95,
      max_tokens: 1280,
      n: 2,
      stop: [...six, ...five],
    });
    expect(answers.map(({ text, finishReason }) => [text, finishReason])).toEqual([
      ['a', 'length'],
      ['b', 'length'],
    ]);
    expect(answers[0]?.usage).toEqual(counted);
  });

  test.each(['openai:gpt-4o', 'anthropic:claude', 'google:gemini', 'mistral:large'])('not for %s', async (name) => {
    await expect(resolveModel(name, { environment, directCompletion: true })).rejects.toThrow(/--direct-completion/);
  });
});

test('describe tells the exact request without sending it, and without secrets', async () => {
  const { model } = await resolveModel('openai:gpt-4o', { environment: {}, isDryRun: true });
  const described = await model.describe(sampleRequest());
  expect(described).toMatchObject({ method: 'POST', url: 'https://api.openai.com/v1/chat/completions' });
  expect(JSON.stringify(described)).not.toMatch(/authorization|Bearer/i);
  expect(JSON.parse(described.body)).toMatchObject({ model: 'gpt-4o', n: 1 });
  const streamed = await resolveModel('anthropic:claude-sonnet-4-0', { environment: {}, isDryRun: true });
  expect(JSON.parse((await streamed.model.describe(sampleRequest())).body)).toMatchObject({ stream: true });
});
