import { describe, expect, test } from 'vitest';
import { ManualClock } from '../testing/manual-clock.ts';
import type { ModelRequest } from './model.ts';
import { ProviderError } from './provider-error.ts';
import { type ResolveModelOptions, resolveModel } from './resolve-model.ts';
import { recorded } from './testing/recorded-exchanges.ts';
import { basePrompt, sampleRequest } from './testing/sample-request.ts';
import { anthropicMessage, openAiChat } from './testing/wire-formats.ts';
import { json, type Reply, startWireServer, text } from './testing/wire-server.ts';

/** Minutes of waiting take no time. */
class JumpingClock extends ManualClock {
  override async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    await this.runUntil(super.sleep(ms, signal));
  }
}

interface Ask extends ResolveModelOptions {
  readonly name?: string;
  readonly request?: ModelRequest;
  /** What follows the server's address. */
  readonly path?: string;
}

/** Asks once; the n-th request gets the n-th reply. */
async function ask(replies: readonly Reply[], options: Ask = {}) {
  const { name = 'openai-compatible:m', request = sampleRequest(), path = '/v1', ...others } = options;
  await using server = await startWireServer(...replies);
  const notices: string[] = [];
  const model = await resolveModel(name, {
    baseUrl: `${server.url}${path}`,
    variables: { ANTHROPIC_API_KEY: 'key-1', OPENAI_API_KEY: 'key-1' },
    clock: new JumpingClock(0),
    random: () => 0.5,
    onNotice: (sentence) => notices.push(sentence.replaceAll(server.url, 'URL')),
    ...others,
  });
  const outcome = await model.answer(request).catch((error: unknown) => error);
  return { outcome, notices, seen: server.seen, paths: server.seen.map((each) => each.path), model };
}

const twoSamples = sampleRequest({ parameters: { temperature: 0.8 }, samples: [{ index: 0 }, { index: 1 }] });

describe('an address without /v1', () => {
  test.each([
    ['litellm', 'no route'],
    ['llama-cpp-python', 'no route'],
    ['ollama', 'no route'],
    ['llama-cpp', 'no route'],
  ])('%s: what answers below /v1 is used, and that is said once', async (server, name) => {
    const { outcome, paths, notices } = await ask([recorded(server, name), openAiChat('one')], { path: '' });
    expect(outcome).toMatchObject([{ text: 'one' }]);
    expect(paths).toEqual(['/chat/completions', '/v1/chat/completions']);
    expect(notices).toEqual([expect.stringMatching(/^URL does not respond, but URL\/v1 does/)]);
  });

  test('later requests go there at once', async () => {
    await using server = await startWireServer(recorded('ollama', 'no route'), recorded('ollama', 'an answer'));
    const model = await resolveModel('ollama:llama3.2:1b', { baseUrl: server.url, variables: {} });
    await model.answer(sampleRequest());
    await model.answer(sampleRequest());
    expect(server.seen.map(({ path }) => path)).toEqual([
      '/chat/completions',
      '/v1/chat/completions',
      '/v1/chat/completions',
    ]);
  });

  test('ANTHROPIC_BASE_URL as Anthropic’s own client takes it', async () => {
    await using server = await startWireServer(json({ detail: 'Not Found' }, 404), anthropicMessage('one'));
    const variables = { ANTHROPIC_API_KEY: 'key-1', ANTHROPIC_BASE_URL: server.url };
    const model = await resolveModel('anthropic:claude-sonnet-4-0', { variables });
    expect(await model.answer(sampleRequest())).toMatchObject([{ text: 'one' }]);
    expect(server.seen.map(({ path }) => path)).toEqual(['/messages', '/v1/messages']);
  });

  test.each(['litellm', 'ollama', 'llama-cpp'])('%s: a wrong address is told from an unknown model', async (server) => {
    for (const path of ['', '/v1', '/api']) {
      const { outcome } = await ask([recorded(server, 'no route')], { path });
      expect(outcome).toMatchObject({ fault: 'unknown-route', code: 'MODEL', endsRun: true });
      expect(String(outcome)).toMatch(/has no API at http:.*check --base-url, which usually ends in \/v1/);
    }
  });
});

describe('an unknown model', () => {
  test.each([
    ['litellm', 'openai-compatible:nope', 'unknown model'],
    ['litellm', 'anthropic:nope', 'unknown model of Anthropic'],
    ['ollama', 'ollama:nope', 'unknown model'],
  ])('of %s, asked for as %s', async (server, name, exchange) => {
    const { outcome, paths } = await ask([recorded(server, exchange)], { name });
    expect(outcome).toMatchObject({ fault: 'unknown-model', code: 'MODEL', endsRun: true });
    expect(paths).toHaveLength(1);
  });
});

describe('fields that a server does not take', () => {
  test.each([
    ['litellm', 'n is not supported'],
    ['llama-cpp', 'n is not supported'],
  ])('%s without n: one sample per call, and that is said', async (server, name) => {
    const options = { name: 'vllm:m', request: twoSamples };
    const { outcome, seen, notices } = await ask([recorded(server, name), openAiChat('one')], options);
    expect(outcome).toMatchObject([{ text: 'one' }]);
    expect(seen.map(({ body }) => body.n)).toEqual([2, undefined]);
    expect(notices).toEqual(['The server does not support `n`; requesting one sample per call.']);
  });

  test('FastAPI’s list of wrong fields', async () => {
    const detail = [{ loc: ['body', 'n'], msg: 'Input should be less than or equal to 1', type: 'less_than_equal' }];
    const { outcome, seen } = await ask([json({ detail }, 422), openAiChat('one')], {
      name: 'vllm:m',
      request: twoSamples,
    });
    expect(outcome).toMatchObject([{ text: 'one' }]);
    expect(seen.map(({ body }) => body.n)).toEqual([2, undefined]);
  });

  test('a server that ignores max_completion_tokens is sent max_tokens', async () => {
    const long = (tokens: number): Reply =>
      json({
        choices: [{ index: 0, message: { role: 'assistant', content: 'x' }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 10, completion_tokens: tokens },
      });
    const { outcome, seen, notices } = await ask([long(1281), long(900)], { name: 'openai:m' });
    expect(seen.map(({ body }) => [body.max_completion_tokens, body.max_tokens])).toEqual([
      [1280, undefined],
      [undefined, 1280],
    ]);
    expect(outcome).toMatchObject([{ usage: { outputTokens: 900 } }]);
    expect(notices).toEqual(['`max_completion_tokens` is ignored by the server; sending `max_tokens` instead.']);
    const hopeless = await ask([long(1281), long(1281)], { name: 'openai:m' });
    expect(hopeless.seen).toHaveLength(2);
    expect(hopeless.outcome).toMatchObject([{ usage: { outputTokens: 1281 } }]);
  });

  test('llama-cpp-python ignores max_completion_tokens', async () => {
    const request = sampleRequest({ parameters: { maxNewTokens: 4 } });
    const replies = [
      recorded('llama-cpp-python', 'max_completion_tokens is ignored'),
      recorded('llama-cpp-python', 'n is ignored'),
    ];
    const { outcome, seen, notices } = await ask(replies, { name: 'openai:smollm', request });
    expect(seen[1]?.body).toMatchObject({ max_tokens: 4 });
    expect(outcome).toMatchObject([{ finishReason: 'length', usage: { outputTokens: 4 } }]);
    expect(notices).toHaveLength(1);
  });

  test('llama-cpp-python ignores n: it answers once, and the others are left to ask for', async () => {
    const options = { name: 'vllm:smollm', request: twoSamples };
    const { outcome } = await ask([recorded('llama-cpp-python', 'n is ignored')], options);
    expect(outcome).toHaveLength(1);
  });

  test('a server that wants the other field gets it, and is not asked forever', async () => {
    const message = "Unsupported parameter: 'max_tokens' is not supported with this model.";
    const refused = json({ error: { message, param: 'max_tokens', code: 'unsupported_parameter' } }, 400);
    const { outcome, seen } = await ask([refused, openAiChat('one')]);
    expect(outcome).toMatchObject([{ text: 'one' }]);
    expect(seen[1]?.body).toMatchObject({ max_completion_tokens: 1280 });
    const other = json({ error: { message, param: 'max_completion_tokens' } }, 400);
    const inVain = await ask([refused, other]);
    expect(inVain.outcome).toMatchObject({ fault: 'bad-request' });
    expect(inVain.seen).toHaveLength(2);
  });
});

describe('what a limit on tokens did', () => {
  const ended = (reason: string, tokens: number): Reply =>
    json({
      choices: [{ index: 0, message: { role: 'assistant', content: 'x' }, finish_reason: reason }],
      usage: { prompt_tokens: 10, completion_tokens: tokens },
    });

  test('an end exactly at the limit is cut off, whatever the server says', async () => {
    const { outcome } = await ask([ended('stop', 1280)]);
    expect(outcome).toMatchObject([
      { finishReason: 'length', rawFinishReason: 'stop', warnings: [expect.stringMatching(/^inferred: cut off/)] },
    ]);
    expect((await ask([ended('stop', 1279)])).outcome).toMatchObject([{ finishReason: 'stop', warnings: [] }]);
  });

  test('llama.cpp says how large its context is', async () => {
    const { outcome } = await ask([recorded('llama-cpp', 'context too long')]);
    expect(outcome).toMatchObject({ fault: 'context-too-long', isRetryable: false });
    expect(String(outcome)).toContain('context size (256 tokens)');
    const cut = await ask([recorded('llama-cpp', 'an answer cut by the context')]);
    expect(cut.outcome).toMatchObject([{ finishReason: 'length', usage: { inputTokens: 242, outputTokens: 14 } }]);
  });

  test('and so does llama-cpp-python', async () => {
    const { outcome } = await ask([recorded('llama-cpp-python', 'context too long')]);
    expect(outcome).toMatchObject({ fault: 'context-too-long', isRetryable: false });
    expect(String(outcome)).toContain('maximum context length is 256 tokens');
    const cut = await ask([recorded('llama-cpp-python', 'an answer cut by the context')]);
    expect(cut.outcome).toMatchObject([{ finishReason: 'length', usage: { inputTokens: 200, outputTokens: 56 } }]);
  });
});

describe('patience', () => {
  test('what the server does not have is not asked for again', async () => {
    for (const reply of [recorded('llama-cpp', 'not implemented'), text('', 405), text('', 410)]) {
      const { outcome, paths } = await ask([reply]);
      expect(outcome).toMatchObject({ fault: 'bad-request', isRetryable: false });
      expect(paths).toHaveLength(1);
    }
  });

  test('a connection that can never be secure is not tried again', async () => {
    await using server = await startWireServer(openAiChat('one'));
    const retries: string[] = [];
    const model = await resolveModel('openai-compatible:m', {
      baseUrl: `${server.url.replace('http:', 'https:')}/v1`,
      variables: {},
      onRetry: ({ error }) => retries.push(error.fault),
    });
    const error = await model.answer(sampleRequest()).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ProviderError);
    expect(error).toMatchObject({ fault: 'insecure', endsRun: true });
    expect(retries).toEqual([]);
  });

  test('a server that is down at first gets the patience of one that goes down later', async () => {
    const down: Reply = (_, response) => void response.destroy();
    const { outcome, paths } = await ask([down, down, down, down, down, openAiChat('one')]);
    expect(outcome).toMatchObject([{ text: 'one' }]);
    expect(paths).toHaveLength(6);
    const behind = recorded('litellm', 'its own server is down');
    expect((await ask([behind, behind, openAiChat('one')])).outcome).toMatchObject([{ text: 'one' }]);
  });
});

describe('base models of Ollama', () => {
  const request = sampleRequest({ prompt: basePrompt, parameters: { temperature: 0.2, topK: 5 } });
  const options = { name: 'ollama:starcoder2:3b', directCompletion: true, request };

  test.each(['', '/v1'])('go to /api/generate as they are, with an address ending in "%s"', async (path) => {
    const { outcome, seen } = await ask([recorded('ollama', 'a raw completion')], { ...options, path });
    expect(seen[0]?.path).toBe('/api/generate');
    expect(seen[0]?.body).toEqual({
      model: 'starcoder2:3b',
      prompt: 'def task_func():\n',
      raw: true,
      stream: false,
      options: {
        num_predict: 1280,
        temperature: 0.2,
        top_p: 0.95,
        top_k: 5,
        stop: expect.arrayContaining(['\nprint(', '\nassert ']),
      },
    });
    expect(outcome).toMatchObject([
      { text: '    return 1\n', finishReason: 'stop', usage: { inputTokens: 26, outputTokens: 5 } },
    ]);
  });

  test('an unknown one is told', async () => {
    const { outcome } = await ask([recorded('ollama', 'a raw completion of an unknown model')], options);
    expect(outcome).toMatchObject({ fault: 'unknown-model' });
  });
});
