import { describe, expect, test } from 'vitest';
import { resolveModel } from './resolve-model.ts';
import { askModel, counted, messages } from './testing/ask-model.ts';
import { sampleRequest } from './testing/sample-request.ts';
import { anthropicMessage, googleContent, mistralChat, openAiChat } from './testing/wire-formats.ts';
import type { Reply } from './testing/wire-server.ts';

const six = ['<|endoftext|>', '<|endofmask|>', '</s>', '\nif __name__', '\ndef main(', '\nprint('];
const sampling = sampleRequest({ parameters: { temperature: 0.8 }, samples: [{ index: 0 }, { index: 1 }] });

describe('OpenAI', () => {
  test('sends what the original sends', async () => {
    const { path, headers, body, answer } = await askModel({ model: 'openai:gpt-4o', reply: openAiChat('one') });
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
    const { body, answers } = await askModel({
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
      const { body } = await askModel({ model, reply: openAiChat('one') });
      expect(body).toEqual({ model: model.slice(7), messages, n: 1, reasoning_effort: 'medium' });
    }
  });

  test('what a model takes can be said in the config file', async () => {
    const models = { 'openai:gpt-5*': { capabilities: { sampling: true, maxTokens: true, reasoning: 'none' } } };
    const { body } = await askModel({ model: 'openai:gpt-5-mini', reply: openAiChat('one'), models });
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
    const { answer } = await askModel({ model: 'openai:gpt-4o', reply });
    expect(answer).toMatchObject({ text: 'No.', finishReason: 'content-filter' });
  });
});

describe('Anthropic', () => {
  test('streams, and sends stop strings and the temperature', async () => {
    const { path, headers, body, answer } = await askModel({
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
    const { headers, body, answer } = await askModel({
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
    const { body } = await askModel({
      model: 'anthropic:claude-3-7-sonnet-latest',
      reply: anthropicMessage('one'),
      requestProfile: 'upstream',
    });
    expect(body).toMatchObject({ max_tokens: 1280, thinking: { type: 'enabled', budget_tokens: 0 } });
    expect(body).not.toHaveProperty('temperature');
  });

  test('a refusal ends as one', async () => {
    const reply = anthropicMessage('', { stopReason: 'refusal' });
    const { answer } = await askModel({ model: 'anthropic:claude-sonnet-4-0', reply });
    expect(answer).toMatchObject({ finishReason: 'content-filter', rawFinishReason: 'refusal' });
  });
});

describe('Google', () => {
  const contents = [{ role: 'user', parts: [{ text: 'Write one.\n' }] }];

  test('sends its own names, without safety filters', async () => {
    const { path, headers, body, answer } = await askModel({
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
    const { body, answers } = await askModel({
      model: 'google:gemini-2.0-flash',
      reply: googleContent('one', 'two'),
      request: sampling,
    });
    expect(body.generationConfig).toMatchObject({ candidateCount: 2 });
    expect(answers.map(({ text }) => text)).toEqual(['one', 'two']);
  });

  test('no token limit for -thinking- models; a budget for those that take one', async () => {
    const thinking = await askModel({ model: 'google:gemini-2.0-flash-thinking-exp', reply: googleContent('one') });
    expect(thinking.body.generationConfig).toEqual({ temperature: 0 });
    const budget = await askModel({
      model: 'google:gemini-2.5-pro',
      reply: googleContent('one'),
      request: sampleRequest({ parameters: { reasoningBudget: 512 } }),
    });
    expect(budget.body.generationConfig).toMatchObject({ thinkingConfig: { thinkingBudget: 512 } });
  });
});

describe('Mistral', () => {
  test('sends the temperature; the original does not', async () => {
    const { path, body, answer } = await askModel({ model: 'mistral:codestral-latest', reply: mistralChat('one') });
    expect(path).toBe('/v1/chat/completions');
    const sent = [{ role: 'user', content: [{ type: 'text', text: 'Write one.\n' }] }];
    expect(body).toEqual({ model: 'codestral-latest', max_tokens: 1280, temperature: 0, messages: sent });
    expect(answer).toMatchObject({ text: 'one', usage: counted });
    const upstream = await askModel({
      model: 'mistral:codestral-latest',
      reply: mistralChat('one'),
      requestProfile: 'upstream',
    });
    expect(upstream.body).not.toHaveProperty('temperature');
  });
});

test('describe tells the exact request without sending it, and without secrets', async () => {
  const model = await resolveModel('openai:gpt-4o', { variables: {}, isDryRun: true });
  const described = await model.describe(sampleRequest());
  expect(described).toMatchObject({ method: 'POST', url: 'https://api.openai.com/v1/chat/completions' });
  expect(JSON.stringify(described)).not.toMatch(/authorization|Bearer/i);
  expect(JSON.parse(described.body)).toMatchObject({ model: 'gpt-4o', n: 1 });
  const streamed = await resolveModel('anthropic:claude-sonnet-4-0', { variables: {}, isDryRun: true });
  expect(JSON.parse((await streamed.describe(sampleRequest())).body)).toMatchObject({ stream: true });
});
