import { describe, expect, test } from 'vitest';
import { ManualClock } from '../testing/manual-clock.ts';
import { ProviderError } from './provider-error.ts';
import { type ResolveModelOptions, resolveModel } from './resolve-model.ts';
import { sampleRequest } from './testing/sample-request.ts';
import { anthropicEvents, anthropicMessage, openAiChat } from './testing/wire-formats.ts';
import { events, json, type Reply, silence, startWireServer, text } from './testing/wire-server.ts';

/** Time passes only where something sleeps, so that minutes of waiting take no time; timers go off on the way. */
class JumpingClock extends ManualClock {
  override async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    await this.runUntil(super.sleep(ms, signal));
  }
}

interface Ask extends ResolveModelOptions {
  readonly name?: string;
  readonly replies: readonly Reply[];
}

async function ask({ name = 'openai-compatible:m', replies, ...options }: Ask) {
  await using server = await startWireServer(...replies);
  const clock = new JumpingClock(Date.parse('2026-01-01T00:00:00Z'));
  const retries: { delayMs: number; fault: string }[] = [];
  const model = await resolveModel(name, {
    baseUrl: `${server.url}/v1`,
    variables: { ANTHROPIC_API_KEY: 'sk-secret', OPENAI_API_KEY: 'sk-secret' },
    clock,
    random: () => 0.5,
    onRetry: ({ delayMs, error }) => retries.push({ delayMs, fault: error.fault }),
    ...options,
  });
  const outcome = await model.answer(sampleRequest()).then(
    ([answer]) => answer?.text,
    (error: unknown) => error,
  );
  return { outcome, retries, requests: server.seen.length };
}

async function askInVain(input: Ask): Promise<{ error: ProviderError; requests: number }> {
  const { outcome, requests } = await ask(input);
  if (!(outcome instanceof ProviderError)) throw new Error(`It answered ${String(outcome)}.`);
  return { error: outcome, requests };
}

const good = openAiChat('one');
const halfABody: Reply = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '4000' });
  response.write('{"choices": [{"message": {"con');
  setTimeout(() => response.destroy(), 20);
};
const apiError = (message: string, facts: object = {}) => ({ error: { message, ...facts } });

describe('what no other request can cure ends at once', () => {
  test('a wrong key names the variable and hides the key', async () => {
    const { error, requests } = await askInVain({
      name: 'openai:gpt-4o',
      replies: [json(apiError('Incorrect API key provided: sk-secret.', { code: 'invalid_api_key' }), 401)],
    });
    expect(requests).toBe(1);
    expect(error).toMatchObject({ fault: 'auth', code: 'MODEL', endsRun: true, isRetryable: false });
    expect(error.message).toContain('OPENAI_API_KEY');
    expect(error.message).not.toContain('sk-secret');
  });

  test('a wrong model name', async () => {
    const { error, requests } = await askInVain({
      replies: [json(apiError('The model `m` does not exist', { code: 'model_not_found' }), 404)],
    });
    expect(requests).toBe(1);
    expect(error).toMatchObject({ fault: 'unknown-model', code: 'MODEL', endsRun: true });
    expect(error.message).toMatch(/does not know the model m at http/);
  });

  test('no credit, although its status is that of a rate limit', async () => {
    const { error, requests } = await askInVain({
      replies: [json(apiError('You exceeded your quota', { code: 'insufficient_quota' }), 429)],
    });
    expect(requests).toBe(1);
    expect(error).toMatchObject({ fault: 'quota', endsRun: true });
  });

  test('no key at all: nothing is sent', async () => {
    for (const [name, variable] of [
      ['openai:gpt-4o', 'OPENAI_API_KEY'],
      ['anthropic:claude', 'ANTHROPIC_API_KEY'],
      ['google:gemini', 'GOOGLE_GENERATIVE_AI_API_KEY'],
      ['mistral:large', 'MISTRAL_API_KEY'],
      ['huggingface:m', 'HF_TOKEN'],
    ] as const) {
      await expect(resolveModel(name, { variables: {} })).rejects.toThrow(variable);
    }
  });
});

describe('what concerns one request only', () => {
  test.each([
    [400, apiError('too long', { code: 'context_length_exceeded' })],
    [400, { object: 'error', message: "This model's maximum context length is 4096 tokens.", code: 400 }],
    [
      400,
      { type: 'error', ...apiError('prompt is too long: 9 tokens > 8 maximum', { type: 'invalid_request_error' }) },
    ],
    [413, apiError('Payload too large')],
    [422, { error: '`inputs` tokens + `max_new_tokens` must be <= 4096', error_type: 'validation' }],
  ])('a context too long (%i) is recorded as that, not retried', async (status, body) => {
    const { error, requests } = await askInVain({ replies: [json(body, status)] });
    expect(requests).toBe(1);
    expect(error).toMatchObject({ fault: 'context-too-long', isRetryable: false, endsRun: false });
  });

  test('a request that is not taken', async () => {
    const { error, requests } = await askInVain({ replies: [json(apiError('n is not supported'), 400)] });
    expect(requests).toBe(1);
    expect(error).toMatchObject({ fault: 'bad-request', endsRun: false });
    expect(error.message).toContain('n is not supported');
  });
});

describe('what passes is retried', () => {
  test('429 with Retry-After in seconds', async () => {
    const limited = json(apiError('slow down'), 429, { 'retry-after': '7' });
    const { outcome, retries } = await ask({ replies: [limited, good] });
    expect(outcome).toBe('one');
    expect(retries).toEqual([{ fault: 'rate-limit', delayMs: 7500 }]);
  });

  test('429 with Retry-After as a date', async () => {
    const limited = json(apiError('slow down'), 429, { 'retry-after': 'Thu, 01 Jan 2026 00:01:00 GMT' });
    const { outcome, retries } = await ask({ replies: [limited, good] });
    expect(outcome).toBe('one');
    expect(retries).toEqual([{ fault: 'rate-limit', delayMs: 60_500 }]);
  });

  test('429 with the delay in the body, as Google does', async () => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '3s' }];
    const { retries } = await ask({ replies: [json(apiError('quota', { details }), 429), good] });
    expect(retries).toEqual([{ fault: 'rate-limit', delayMs: 3500 }]);
  });

  test('a wait of hours is not waited for', async () => {
    const { error, requests } = await askInVain({
      replies: [json(apiError('tomorrow'), 429, { 'retry-after': '7200' })],
    });
    expect(requests).toBe(1);
    expect(error).toMatchObject({ fault: 'rate-limit', retryAfterMs: 7_200_000, code: 'PROVIDER' });
  });

  test.each([
    ['500', text('Internal Server Error', 500), 'server'],
    ['503', text('', 503), 'overloaded'],
    ['529', json({ type: 'error', ...apiError('Overloaded', { type: 'overloaded_error' }) }, 529), 'overloaded'],
    ['an HTML error page', text('<html><h1>502 Bad Gateway</h1></html>', 502), 'server'],
    ['an HTML page that claims success', text('<html>Welcome</html>'), 'malformed'],
    ['an empty body', text(''), 'malformed'],
    ['JSON of another kind', json({ hello: 'world' }), 'malformed'],
    ['no choice', json({ id: 'x', choices: [] }), 'malformed'],
    ['half a body', halfABody, 'network'],
  ])('%s', async (_, reply, fault) => {
    const { outcome, retries } = await ask({ replies: [reply, good] });
    expect(outcome).toBe('one');
    expect(retries.map((retry) => retry.fault)).toEqual([fault]);
  });

  test('attempts are bounded, and each waits longer than the one before', async () => {
    const { retries, outcome, requests } = await ask({ replies: [text('', 500)] });
    expect(outcome).toMatchObject({ fault: 'server', code: 'PROVIDER' });
    expect(requests).toBe(6);
    expect(retries.map(({ delayMs }) => delayMs)).toEqual([750, 1500, 3000, 6000, 12_000]);
  });

  test('a server that is not there is given up in the end', async () => {
    const { url } = await startWireServer(good).then(async (server) => {
      await server[Symbol.asyncDispose]();
      return server;
    });
    const { error } = await askInVain({ replies: [good], baseUrl: `${url}/v1` });
    expect(error).toMatchObject({ fault: 'network' });
    expect(error.message).toContain(url);
  });
});

describe('streams', () => {
  const name = 'anthropic:claude-sonnet-4-0';

  test.each([
    ['torn down', true],
    ['ended early', false],
  ])('a stream that is %s is no short answer', async (_, cut) => {
    const whole = anthropicEvents('one');
    const { outcome, retries } = await ask({
      name,
      replies: [events(whole.slice(0, 3), { cut }), anthropicMessage('two')],
    });
    expect(outcome).toBe('two');
    expect(retries.map((retry) => retry.fault)).toEqual(['network']);
  });

  test('an error inside a stream is what it says', async () => {
    const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
    const begun = [...anthropicEvents('one').slice(0, 3), overloaded];
    const { outcome, retries } = await ask({ name, replies: [events(begun), anthropicMessage('two')] });
    expect(outcome).toBe('two');
    expect(retries.map((retry) => retry.fault)).toEqual(['overloaded']);
  });
});

describe('silence', () => {
  const options = { variables: {}, random: () => 0 };

  test('longer than the limit per request: asked again', async () => {
    await using server = await startWireServer(silence(60_000, good), good);
    const retries: string[] = [];
    const clock = new ManualClock();
    const model = await resolveModel('openai-compatible:m', {
      ...options,
      clock,
      baseUrl: `${server.url}/v1`,
      requestTimeoutMs: 100,
      onRetry: ({ error }) => retries.push(`${error.fault}: ${error.message}`),
    });
    const asked = model.answer(sampleRequest());
    await expect.poll(() => server.seen.length).toBe(1);
    clock.advance(100);
    await expect.poll(() => clock.sleeps.length).toBe(1);
    clock.advance(clock.sleeps[0] ?? 0);
    expect((await asked)[0]?.text).toBe('one');
    expect(retries).toEqual([
      expect.stringMatching(/^timeout: .* did not answer within 0\.1 s: raise --request-timeout-s/),
    ]);
  });

  test('shorter: waited for', async () => {
    await using server = await startWireServer(silence(300, good));
    const model = await resolveModel('openai-compatible:m', {
      ...options,
      baseUrl: `${server.url}/v1`,
      requestTimeoutMs: 60_000,
    });
    expect((await model.answer(sampleRequest()))[0]).toMatchObject({ text: 'one' });
    expect(server.seen).toHaveLength(1);
  });

  test('an interruption ends the call at once, with its own reason', async () => {
    await using server = await startWireServer(silence(60_000, good));
    const model = await resolveModel('openai-compatible:m', { ...options, baseUrl: `${server.url}/v1` });
    const controller = new AbortController();
    const asked = model.answer(sampleRequest(), { signal: controller.signal });
    setTimeout(() => controller.abort(new Error('enough')), 50);
    await expect(asked).rejects.toThrow('enough');
  });
});
