/**
 * Base models behind HTTP: the text is sent exactly as it is. The SDK's own completion models write
 * `user: … assistant:` around it, which a base model should not see.
 */
import {
  APICallError,
  InvalidResponseDataError,
  type LanguageModelV3,
  type LanguageModelV3CallOptions,
  type LanguageModelV3FinishReason,
  type LanguageModelV3GenerateResult,
  UnsupportedFunctionalityError,
} from '@ai-sdk/provider';
import { z } from 'zod';
import type { Fetch } from './fetch.ts';
import type { Connection } from './provider-table.ts';

interface BaseModelOptions extends Connection {
  readonly fetch: Fetch;
}

interface Completion {
  readonly text: string;
  readonly reason?: string | null | undefined;
  readonly inputTokens?: number | null | undefined;
  readonly cachedTokens?: number | null | undefined;
  readonly outputTokens?: number | null | undefined;
  readonly id?: string | null | undefined;
  readonly model?: string | null | undefined;
}

/** How a server wants to be asked, and what it answers. */
interface CompletionFormat {
  readonly provider: string;
  readonly urlOf: (baseUrl: string) => string;
  readonly buildBody: (prompt: string, call: LanguageModelV3CallOptions) => Record<string, unknown>;
  /** Throws if the body is something else. */
  readonly read: (body: unknown) => Completion;
}

const count = z.number().int().nonnegative().nullish();

const completionsSchema = z.looseObject({
  id: z.string().nullish(),
  model: z.string().nullish(),
  choices: z.array(z.looseObject({ text: z.string().nullish(), finish_reason: z.string().nullish() })),
  usage: z
    .looseObject({
      prompt_tokens: count,
      completion_tokens: count,
      prompt_tokens_details: z.looseObject({ cached_tokens: count }).nullish(),
    })
    .nullish(),
});

/** OpenAI's `/completions`. */
export const createCompletionsLanguageModel = createWith({
  provider: 'completions',
  urlOf: (baseUrl) => `${baseUrl}/completions`,
  buildBody: (prompt, call) => ({ prompt, max_tokens: call.maxOutputTokens, ...samplingOf(call) }),
  read(body) {
    const { choices, usage, id, model } = completionsSchema.parse(body);
    const [choice] = choices;
    if (!choice) throw new InvalidResponseDataError({ data: body, message: 'The response has no choices.' });
    return {
      text: choice.text ?? '',
      reason: choice.finish_reason,
      inputTokens: usage?.prompt_tokens,
      cachedTokens: usage?.prompt_tokens_details?.cached_tokens,
      outputTokens: usage?.completion_tokens,
      id,
      model,
    };
  },
});

const ollamaSchema = z.looseObject({
  model: z.string().nullish(),
  response: z.string(),
  done_reason: z.string().nullish(),
  prompt_eval_count: count,
  eval_count: count,
});

/** Ollama's `/api/generate` with `raw`. Its `/v1/completions` puts the model's chat template around the prompt. */
export const createOllamaLanguageModel = createWith({
  provider: 'ollama',
  urlOf: (baseUrl) => `${baseUrl.replace(/\/v1$/, '')}/api/generate`,
  buildBody: (prompt, call) => ({
    prompt,
    raw: true,
    stream: false,
    options: { num_predict: call.maxOutputTokens, ...samplingOf(call) },
  }),
  read(body) {
    const { response, done_reason, prompt_eval_count, eval_count, model } = ollamaSchema.parse(body);
    const counts = { inputTokens: prompt_eval_count, outputTokens: eval_count };
    return { text: response, reason: done_reason, ...counts, model };
  },
});

function samplingOf(call: LanguageModelV3CallOptions) {
  return {
    temperature: call.temperature,
    top_p: call.topP,
    top_k: call.topK,
    frequency_penalty: call.frequencyPenalty,
    seed: call.seed,
    stop: call.stopSequences,
  };
}

function createWith(format: CompletionFormat): (options: BaseModelOptions) => LanguageModelV3 {
  const { provider, urlOf, buildBody, read } = format;
  return ({ modelId, baseUrl, apiKey, fetch }) => ({
    specificationVersion: 'v3',
    provider,
    modelId,
    supportedUrls: {},
    async doGenerate(call) {
      const body = { model: modelId, ...buildBody(textOf(call), call) };
      const headers = { ...(apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` }), ...call.headers };
      const url = urlOf(baseUrl.replace(/\/+$/, ''));
      const answer = await postJson({ url, body, headers, fetch, signal: call.abortSignal, read });
      return toResult(answer.value, body, { headers: answer.headers, body: answer.raw });
    },
    doStream() {
      throw new UnsupportedFunctionalityError({ functionality: 'streamed completions' });
    },
  });
}

function textOf(call: LanguageModelV3CallOptions): string {
  return call.prompt
    .flatMap((message) => (message.role === 'user' ? message.content : []))
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('');
}

const finishReasons: Readonly<Record<string, LanguageModelV3FinishReason['unified']>> = {
  stop: 'stop',
  eos_token: 'stop',
  stop_sequence: 'stop',
  length: 'length',
  content_filter: 'content-filter',
};

function toResult(
  { text, reason, id, model, ...counts }: Completion,
  sent: object,
  received: { readonly headers: Record<string, string>; readonly body: unknown },
): LanguageModelV3GenerateResult {
  const unknown = { noCache: undefined, cacheWrite: undefined };
  const cacheRead = counts.cachedTokens ?? undefined;
  return {
    content: text === '' ? [] : [{ type: 'text', text }],
    finishReason: { unified: finishReasons[reason ?? ''] ?? 'other', raw: reason ?? undefined },
    usage: {
      inputTokens: { ...unknown, total: counts.inputTokens ?? undefined, cacheRead },
      outputTokens: { total: counts.outputTokens ?? undefined, text: undefined, reasoning: undefined },
    },
    warnings: [],
    request: { body: sent },
    response: { ...(id ? { id } : {}), ...(model ? { modelId: model } : {}), ...received },
  };
}

interface PostJson<Value> {
  readonly url: string;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly fetch: Fetch;
  readonly signal: AbortSignal | undefined;
  readonly read: (body: unknown) => Value;
}

/** Posts JSON and reads JSON back. Throws the SDK's own errors, so that they are mapped like all others. */
async function postJson<Value>({ url, body, headers, fetch, signal, read }: PostJson<Value>) {
  const given = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const facts = { url, requestBodyValues: body };
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...Object.fromEntries(given) },
      signal: signal ?? null,
    });
    text = await response.text();
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new APICallError({ ...facts, message: 'The connection failed.', cause, isRetryable: true });
  }
  const responseHeaders = Object.fromEntries(response.headers);
  const answered = { ...facts, statusCode: response.status, responseHeaders, responseBody: text };
  if (!response.ok) throw new APICallError({ ...answered, message: response.statusText });
  try {
    const raw: unknown = JSON.parse(text);
    return { raw, value: read(raw), headers: responseHeaders };
  } catch (cause) {
    if (InvalidResponseDataError.isInstance(cause)) throw cause;
    throw new APICallError({ ...answered, message: 'The body is not the JSON of a completion.', cause });
  }
}
