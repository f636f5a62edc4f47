import type { CallSettings, Wire } from './build-call.ts';
import type { ModelAnswer, ModelRequest } from './model.ts';

/** Where the limit on tokens is the one that was asked for, without room for anything else. */
const exactWires: readonly Wire[] = ['openai', 'openai-compatible', 'completions'];

/**
 * Some servers say `stop` where the limit on tokens cut an answer off. One that ends exactly there counts as cut off;
 * `rawFinishReason` keeps what was said.
 */
export function inferTruncation(answer: ModelAnswer, request: ModelRequest, settings: CallSettings): ModelAnswer {
  const { maxNewTokens } = request.parameters;
  const isExact = exactWires.includes(settings.wire) && settings.capabilities.maxTokens;
  // Several answers of one call have their tokens counted together.
  if (!isExact || request.samples.length !== 1 || answer.finishReason !== 'stop') return answer;
  if (answer.usage?.outputTokens !== maxNewTokens) return answer;
  const warning = `inferred: cut off, because it ends exactly at the limit of ${maxNewTokens} tokens`;
  return { ...answer, finishReason: 'length', warnings: [...answer.warnings, warning] };
}
