import { removeReasoning } from '../../sanitize/reasoning.ts';
import { createSanitizer, type Sanitizer } from '../../sanitize/sanitizer.ts';
import type { StrategyName } from '../../sanitize/strategy.ts';
import type { Services } from '../services.ts';

/** Takes the code out of what a model said, its thinking aside. The parser is loaded when the first answer comes. */
export function createAnswerSanitizer(strategy: StrategyName): Services['sanitize'] {
  let loading: Promise<Sanitizer> | undefined;
  return async (answer, { entryPoint }) => {
    loading ??= createSanitizer();
    const { sanitize } = await loading;
    return sanitize({ raw: removeReasoning(answer).text, entryPoint, strategy });
  };
}
