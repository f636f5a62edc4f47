import { describe, expect, test } from 'vitest';
import { resolveModel } from './resolve-model.ts';
import { askModel, counted, keys, messages } from './testing/ask-model.ts';
import { basePrompt, sampleRequest } from './testing/sample-request.ts';
import { ollamaChat, openAiChat, openAiCompletion } from './testing/wire-formats.ts';
import type { Reply } from './testing/wire-server.ts';

const six = ['<|endoftext|>', '<|endofmask|>', '</s>', '\nif __name__', '\ndef main(', '\nprint('];
const five = ['\ndef ', '\nclass ', '\nimport ', '\nfrom ', '\nassert '];
const sampling = sampleRequest({ parameters: { temperature: 0.8 }, samples: [{ index: 0 }, { index: 1 }] });

describe('servers of the OpenAI shape', () => {
  test('openai-compatible', async () => {
    const { body, headers } = await askModel({
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
    const { body, answer } = await askModel({ model: 'ollama:qwen2.5-coder:7b', reply: ollamaChat('one') });
    expect(body).toMatchObject({ model: 'qwen2.5-coder:7b', messages, temperature: 0 });
    expect(answer).toMatchObject({ text: 'one', usage: counted });
  });

  test('Hugging Face', async () => {
    const { body, headers } = await askModel({ model: 'huggingface:Qwen/Qwen3', reply: openAiChat('one') });
    expect(headers.authorization).toBe('Bearer key-1');
    expect(body).toEqual({ model: 'Qwen/Qwen3', messages, temperature: 0, max_tokens: 1280 });
  });

  test('vLLM continues a prefilled answer', async () => {
    const prompt = { form: 'chat' as const, messages: [{ role: 'user' as const, content: 'Q' }], prefill: 'A:\n' };
    const request = sampleRequest({ prompt });
    const { body } = await askModel({ model: 'Qwen/Qwen2.5', backend: 'vllm', reply: openAiChat('one'), request });
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
    const { body } = await askModel({ model: 'vllm:m', reply: openAiChat('one'), request });
    expect(body.stop).toEqual([...six, '\n```\n']);
  });

  test('reasoning beside the answer is kept apart; null content is an empty answer', async () => {
    const reply: Reply = (_, response) => {
      const message = { role: 'assistant', content: null, reasoning_content: 'hm' };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'length' }] }));
    };
    const { answer } = await askModel({ model: 'openai-compatible:m', reply });
    expect(answer).toMatchObject({ text: '', reasoning: 'hm', finishReason: 'length', usage: {} });
  });
});

describe('base models', () => {
  const request = sampleRequest({ prompt: basePrompt, parameters: { temperature: 0.2 }, samples: sampling.samples });

  test('the raw prompt goes to /completions', async () => {
    const { path, body, answers } = await askModel({
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
    await expect(resolveModel(name, { variables: keys, directCompletion: true })).rejects.toThrow(
      /--direct-completion/,
    );
  });
});
