/**
 * Base models behind HTTP: the text is sent exactly as it is. The SDK's own completion models write
 * `user: … assistant:` around it, which a base model should not see.
 */
import {
  type LanguageModelV3,
  type LanguageModelV3CallOptions,
  type LanguageModelV3FinishReason,
  type LanguageModelV3GenerateResult,
  UnsupportedFunctionalityError,
} from '@ai-sdk/provider';
import { createJsonResponseHandler, createStatusCodeErrorResponseHandler, postJsonToApi } from '@ai-sdk/provider-utils';
import { z } from 'zod';
import type { Fetch } from '../util/http-fetch.ts';
import type { Connection } from './provider-table.ts';

const word = z.string().nullish();
const count = z.number().int().nonnegative().nullish();

interface Completion {
  readonly text: string;
  readonly reason?: z.infer<typeof word>;
  readonly inputTokens?: z.infer<typeof count>;
  readonly cachedTokens?: z.infer<typeof count>;
  readonly outputTokens?: z.infer<typeof count>;
  readonly id?: z.infer<typeof word>;
  readonly model?: z.infer<typeof word>;
}

/** How a server wants to be asked, and what it answers. */
interface CompletionFormat {
  readonly urlOf: (baseUrl: string) => string;
  readonly buildBody: (prompt: string, call: LanguageModelV3CallOptions) => Record<string, unknown>;
  readonly schema: z.ZodType<Completion>;
}

/** OpenAI's `/completions`. */
const completions: CompletionFormat = {
  urlOf: (baseUrl) => `${baseUrl}/completions`,
  buildBody: (prompt, call) => ({ prompt, max_tokens: call.maxOutputTokens, ...samplingOf(call) }),
  schema: z
    .looseObject({
      id: word,
      model: word,
      choices: z.tuple([z.looseObject({ text: word, finish_reason: word })]).rest(z.unknown()),
      usage: z
        .looseObject({
          prompt_tokens: count,
          completion_tokens: count,
          prompt_tokens_details: z.looseObject({ cached_tokens: count }).nullish(),
        })
        .nullish(),
    })
    .transform(({ choices: [choice], usage, id, model }) => ({
      text: choice.text ?? '',
      reason: choice.finish_reason,
      inputTokens: usage?.prompt_tokens,
      cachedTokens: usage?.prompt_tokens_details?.cached_tokens,
      outputTokens: usage?.completion_tokens,
      id,
      model,
    })),
};

/** Ollama's `/api/generate` with `raw`. Its `/v1/completions` puts the model's chat template around the prompt. */
const ollama: CompletionFormat = {
  urlOf: (baseUrl) => `${baseUrl.replace(/\/v1$/, '')}/api/generate`,
  buildBody: (prompt, call) => ({
    prompt,
    raw: true,
    stream: false,
    options: { num_predict: call.maxOutputTokens, ...samplingOf(call) },
  }),
  schema: z
    .looseObject({
      model: word,
      response: z.string(),
      done_reason: word,
      prompt_eval_count: count,
      eval_count: count,
    })
    .transform(({ response, done_reason, prompt_eval_count, eval_count, model }) => {
      const counts = { inputTokens: prompt_eval_count, outputTokens: eval_count };
      return { text: response, reason: done_reason, ...counts, model };
    }),
};

const formats = { completions, ollama };

export type BaseApi = keyof typeof formats;

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

export function createBaseLanguageModel(
  api: BaseApi,
  { modelId, baseUrl, apiKey, fetch }: Connection & { readonly fetch: Fetch },
): LanguageModelV3 {
  const { urlOf, buildBody, schema } = formats[api];
  return {
    specificationVersion: 'v3',
    provider: api,
    modelId,
    supportedUrls: {},
    async doGenerate(call) {
      const body = { model: modelId, ...buildBody(textOf(call), call) };
      const { value, rawValue, responseHeaders } = await postJsonToApi({
        url: urlOf(baseUrl.replace(/\/+$/, '')),
        body,
        headers: { ...(apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` }), ...call.headers },
        fetch,
        ...(call.abortSignal ? { abortSignal: call.abortSignal } : {}),
        failedResponseHandler: createStatusCodeErrorResponseHandler(),
        successfulResponseHandler: createJsonResponseHandler<Completion>(schema),
      });
      return toResult(value, body, { headers: responseHeaders, body: rawValue });
    },
    doStream() {
      throw new UnsupportedFunctionalityError({ functionality: 'streamed completions' });
    },
  };
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
  received: { readonly headers: Record<string, string> | undefined; readonly body: unknown },
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
    response: {
      ...(id ? { id } : {}),
      ...(model ? { modelId: model } : {}),
      headers: received.headers ?? {},
      body: received.body,
    },
  };
}
