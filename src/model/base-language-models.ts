/** Base models behind HTTP get the text as it is; the SDK's own write `user: … assistant:` around it. */
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

const details = z.looseObject({ cached_tokens: count }).nullish();
const completionSchema = z.looseObject({
  id: word,
  model: word,
  choices: z.tuple([z.looseObject({ text: word, finish_reason: word })]).rest(z.unknown()),
  usage: z.looseObject({ prompt_tokens: count, completion_tokens: count, prompt_tokens_details: details }).nullish(),
});

type Completion = z.infer<typeof completionSchema>;

/** How a server wants to be asked, and what it answers, told in OpenAI's words. */
interface CompletionFormat {
  readonly urlOf: (baseUrl: string) => string;
  readonly buildBody: (prompt: string, call: LanguageModelV3CallOptions) => Record<string, unknown>;
  readonly schema: z.ZodType<Completion>;
}

/** OpenAI's `/completions`. */
const completions: CompletionFormat = {
  urlOf: (baseUrl) => `${baseUrl}/completions`,
  buildBody: (prompt, call) => ({ prompt, max_tokens: call.maxOutputTokens, ...samplingOf(call) }),
  schema: completionSchema,
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
    .looseObject({ model: word, response: z.string(), done_reason: word, prompt_eval_count: count, eval_count: count })
    .transform(({ response, done_reason, prompt_eval_count, eval_count, model }) => ({
      model,
      choices: [{ text: response, finish_reason: done_reason }],
      usage: { prompt_tokens: prompt_eval_count, completion_tokens: eval_count },
    })),
};

const formats = { completions, ollama };

export type BaseApi = keyof typeof formats;

function samplingOf({ temperature, topP, topK, frequencyPenalty, seed, stopSequences }: LanguageModelV3CallOptions) {
  return { temperature, top_p: topP, top_k: topK, frequency_penalty: frequencyPenalty, seed, stop: stopSequences };
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
      return toResult(value, body, { headers: responseHeaders ?? {}, body: rawValue });
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
  { choices: [{ text, finish_reason: reason }], usage, id, model }: Completion,
  sent: object,
  received: { readonly headers: Record<string, string>; readonly body: unknown },
): LanguageModelV3GenerateResult {
  const unknown = { noCache: undefined, cacheWrite: undefined };
  const cacheRead = usage?.prompt_tokens_details?.cached_tokens ?? undefined;
  return {
    content: text ? [{ type: 'text', text }] : [],
    finishReason: { unified: finishReasons[reason ?? ''] ?? 'other', raw: reason ?? undefined },
    usage: {
      inputTokens: { ...unknown, total: usage?.prompt_tokens ?? undefined, cacheRead },
      outputTokens: { total: usage?.completion_tokens ?? undefined, text: undefined, reasoning: undefined },
    },
    warnings: [],
    request: { body: sent },
    response: { ...(id ? { id } : {}), ...(model ? { modelId: model } : {}), ...received },
  };
}
