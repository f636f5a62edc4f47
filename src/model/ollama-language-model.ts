import {
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

export interface OllamaOptions {
  readonly modelId: string;
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: Fetch;
}

const bodySchema = z.looseObject({
  model: z.string().nullish(),
  response: z.string(),
  done_reason: z.string().nullish(),
  prompt_eval_count: z.number().int().nonnegative().nullish(),
  eval_count: z.number().int().nonnegative().nullish(),
});

const finishReasons: Readonly<Record<string, LanguageModelV3FinishReason['unified']>> = {
  stop: 'stop',
  length: 'length',
};

/**
 * Base models behind Ollama. Its `/v1/completions` puts the model's chat template around the prompt; `/api/generate`
 * with `raw` does not.
 */
export function createOllamaLanguageModel({ modelId, baseUrl, headers, fetch }: OllamaOptions): LanguageModelV3 {
  const doGenerate = async (call: LanguageModelV3CallOptions): Promise<LanguageModelV3GenerateResult> => {
    const url = `${baseUrl.replace(/\/+$/, '').replace(/\/v1$/, '')}/api/generate`;
    const body = buildBody(modelId, call);
    const posted = await postJson({
      url,
      body,
      headers: { ...headers, ...call.headers },
      fetch,
      signal: call.abortSignal,
      schema: bodySchema,
    });
    const { response: text, done_reason: reason, model } = posted.value;
    return {
      content: text === '' ? [] : [{ type: 'text', text }],
      finishReason: { unified: finishReasons[reason ?? ''] ?? 'other', raw: reason ?? undefined },
      usage: {
        inputTokens: {
          total: posted.value.prompt_eval_count ?? undefined,
          noCache: undefined,
          cacheRead: undefined,
          cacheWrite: undefined,
        },
        outputTokens: { total: posted.value.eval_count ?? undefined, text: undefined, reasoning: undefined },
      },
      warnings: [],
      request: { body },
      response: { ...(model ? { modelId: model } : {}), headers: posted.headers, body: posted.raw },
    };
  };
  const doStream = () => {
    throw new UnsupportedFunctionalityError({ functionality: 'streamed completions' });
  };
  return { specificationVersion: 'v3', provider: 'ollama', modelId, supportedUrls: {}, doGenerate, doStream };
}

function buildBody(modelId: string, call: LanguageModelV3CallOptions): Record<string, unknown> {
  return {
    model: modelId,
    prompt: rawPromptOf(call),
    raw: true,
    stream: false,
    options: {
      num_predict: call.maxOutputTokens,
      temperature: call.temperature,
      top_p: call.topP,
      top_k: call.topK,
      frequency_penalty: call.frequencyPenalty,
      seed: call.seed,
      stop: call.stopSequences,
    },
  };
}
