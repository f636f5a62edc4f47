import type { CallSettings, Wire } from './build-call.ts';
import type { ModelAnswer, ModelRequest } from './model.ts';

/** Set if the token limit is exactly the requested one, without room for anything else. */
const exactWires: readonly Wire[] = ['openai', 'openai-compatible', 'completions'];

/**
 * Some servers say `stop` when the token limit cut an answer off. One that ends exactly at the limit counts as cut off;
 * `rawFinishReason` keeps the server's word.
 */
export function inferTruncation(answer: ModelAnswer, request: ModelRequest, settings: CallSettings): ModelAnswer {
  const { maxNewTokens } = request.parameters;
  const isExact = exactWires.includes(settings.wire) && settings.capabilities.maxTokens;
  // The tokens of several answers in one call are counted together.
  if (!isExact || request.samples.length !== 1 || answer.finishReason !== 'stop') return answer;
  if (answer.usage?.outputTokens !== maxNewTokens) return answer;
  const warning = `inferred: cut off, because it ends exactly at the limit of ${maxNewTokens} tokens`;
  return { ...answer, finishReason: 'length', warnings: [...answer.warnings, warning] };
}
