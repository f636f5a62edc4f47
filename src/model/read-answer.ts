import type {
  LanguageModelV3Content,
  LanguageModelV3FinishReason,
  LanguageModelV3GenerateResult,
  LanguageModelV3StreamPart,
  LanguageModelV3Usage,
  SharedV3Warning,
} from '@ai-sdk/provider';
import type { FinishReason, Usage } from '../schema/sample.ts';
import type { ModelAnswer } from './model.ts';
import { ProviderError } from './provider-error.ts';

const finishReasons: Record<LanguageModelV3FinishReason['unified'], FinishReason> = {
  stop: 'stop',
  length: 'length',
  'content-filter': 'content-filter',
  'tool-calls': 'other',
  error: 'error',
  other: 'other',
};

/** What a language model returned, as our own type. */
export function readAnswer(result: LanguageModelV3GenerateResult, latencyMs: number): ModelAnswer {
  const { finishReason, response } = result;
  const reasoning = joinText(result.content, 'reasoning');
  return {
    text: joinText(result.content, 'text'),
    ...(reasoning === '' ? {} : { reasoning }),
    finishReason: finishReasons[finishReason.unified],
    ...(finishReason.raw === undefined ? {} : { rawFinishReason: finishReason.raw }),
    usage: readUsage(result.usage),
    latencyMs,
    warnings: result.warnings.map(describeWarning),
    ...(response?.id === undefined ? {} : { responseId: response.id }),
    ...(response?.modelId === undefined ? {} : { responseModel: response.modelId }),
  };
}

/** Assembles a streamed answer. A stream that breaks off is a fault, never a short answer. */
export async function readStream(
  stream: ReadableStream<LanguageModelV3StreamPart>,
): Promise<Omit<LanguageModelV3GenerateResult, 'request'>> {
  const content: LanguageModelV3Content[] = [];
  const warnings: SharedV3Warning[] = [];
  let response: NonNullable<LanguageModelV3GenerateResult['response']> = {};
  let finish: Extract<LanguageModelV3StreamPart, { type: 'finish' }> | undefined;
  // Node's streams are async iterable, but the DOM type does not say so.
  for await (const part of stream as unknown as AsyncIterable<LanguageModelV3StreamPart>) {
    if (part.type === 'text-delta') content.push({ type: 'text', text: part.delta });
    else if (part.type === 'reasoning-delta') content.push({ type: 'reasoning', text: part.delta });
    else if (part.type === 'stream-start') warnings.push(...part.warnings);
    else if (part.type === 'response-metadata') response = { ...response, ...part };
    else if (part.type === 'error') throw part.error;
    else if (part.type === 'finish') finish = part;
  }
  if (finish === undefined || finish.finishReason.raw === undefined) {
    throw new ProviderError('network', 'The answer broke off in the middle: try again.');
  }
  return { content, warnings, response, finishReason: finish.finishReason, usage: finish.usage };
}

function readUsage({ inputTokens, outputTokens }: LanguageModelV3Usage): Usage {
  const counts = {
    inputTokens: inputTokens.total,
    cachedTokens: inputTokens.cacheRead,
    outputTokens: outputTokens.total,
    reasoningTokens: outputTokens.reasoning,
  };
  const known = Object.entries(counts).filter(([, count]) => Number.isSafeInteger(count) && (count ?? -1) >= 0);
  return Object.fromEntries(known);
}

function joinText(content: readonly LanguageModelV3Content[], type: 'text' | 'reasoning'): string {
  return content.flatMap((part) => (part.type === type ? [part.text] : [])).join('');
}

function describeWarning(warning: SharedV3Warning): string {
  if (warning.type === 'other') return warning.message;
  return `${warning.type}: ${warning.feature}${warning.details ? ` (${warning.details})` : ''}`;
}
