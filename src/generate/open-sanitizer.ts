import type { StrategyName } from '../sanitize/strategy.ts';
import type { Sanitize } from './build-sample.ts';

/** Extracts code from answers with the chosen strategy. */
export async function openSanitizer(strategy: StrategyName): Promise<Sanitize> {
  const { createSanitizer } = await import('../sanitize/sanitizer.ts');
  const { sanitize } = await createSanitizer();
  return (raw, { entryPoint }) => sanitize({ raw, entryPoint, strategy });
}
