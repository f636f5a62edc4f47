import {
  InvalidResponseDataError,
  type LanguageModelV3,
  type LanguageModelV3CallOptions,
  type LanguageModelV3FinishReason,
  type LanguageModelV3GenerateResult,
  UnsupportedFunctionalityError,
} from '@ai-sdk/provider';
import { z } from 'zod';
import type { Fetch } from './patch-fetch.ts';
import { postJson } from './post-json.ts';
import { rawPromptOf } from './raw-prompt.ts';

export interface CompletionsOptions {
  readonly modelId: string;
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: Fetch;
}

const count = z.number().int().nonnegative().nullish();

const bodySchema = z.looseObject({
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

/**
 * `/completions` for base models: the text is sent exactly as it is. The SDK's own completion models write
 * `user: … assistant:` around it, which a base model should not see.
 */
export function createCompletionsLanguageModel(options: CompletionsOptions): LanguageModelV3 {
  const { modelId, baseUrl, headers, fetch } = options;
  const doGenerate = async (call: LanguageModelV3CallOptions): Promise<LanguageModelV3GenerateResult> => {
    const url = `${baseUrl.replace(/\/$/, '')}/completions`;
    const body = buildBody(modelId, call);
    const posted = await postJson({
      url,
      body,
      headers: { ...headers, ...call.headers },
      fetch,
      signal: call.abortSignal,
      schema: bodySchema,
    });
    const [choice] = posted.value.choices;
    if (!choice) throw new InvalidResponseDataError({ data: posted.raw, message: 'The response has no choices.' });
    const { usage, id, model } = posted.value;
    const cached = usage?.prompt_tokens_details?.cached_tokens ?? undefined;
    return {
      content: choice.text ? [{ type: 'text', text: choice.text }] : [],
      finishReason: {
        unified: finishReasons[choice.finish_reason ?? ''] ?? 'other',
        raw: choice.finish_reason ?? undefined,
      },
      usage: {
        inputTokens: {
          total: usage?.prompt_tokens ?? undefined,
          noCache: undefined,
          cacheRead: cached,
          cacheWrite: undefined,
        },
        outputTokens: { total: usage?.completion_tokens ?? undefined, text: undefined, reasoning: undefined },
      },
      warnings: [],
      request: { body },
      response: {
        ...(id ? { id } : {}),
        ...(model ? { modelId: model } : {}),
        headers: posted.headers,
        body: posted.raw,
      },
    };
  };
  const doStream = () => {
    throw new UnsupportedFunctionalityError({ functionality: 'streamed completions' });
  };
  return { specificationVersion: 'v3', provider: 'completions', modelId, supportedUrls: {}, doGenerate, doStream };
}

const finishReasons: Readonly<Record<string, LanguageModelV3FinishReason['unified']>> = {
  stop: 'stop',
  eos_token: 'stop',
  stop_sequence: 'stop',
  length: 'length',
  content_filter: 'content-filter',
};

function buildBody(modelId: string, call: LanguageModelV3CallOptions): Record<string, unknown> {
  return {
    model: modelId,
    prompt: rawPromptOf(call),
    max_tokens: call.maxOutputTokens,
    temperature: call.temperature,
    top_p: call.topP,
    top_k: call.topK,
    frequency_penalty: call.frequencyPenalty,
    seed: call.seed,
    stop: call.stopSequences,
  };
}
