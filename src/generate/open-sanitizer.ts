import type { Options } from '../config/option-table.ts';
import type { Sanitize } from '../generate/build-sample.ts';

/** Takes code out of answers by the chosen strategy. */
export async function openSanitizer(strategy: Options['strategy']): Promise<Sanitize> {
  const { createSanitizer } = await import('../sanitize/sanitizer.ts');
  const { sanitize } = await createSanitizer();
  return (raw, { entryPoint }) => sanitize({ raw, entryPoint, strategy });
}
