import type { Options } from '../../config/option-table.ts';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { type RetryKind, retryKindSchema } from '../../generate/generation-event.ts';
import type { GenerationOptions } from '../../generate/generation-run.ts';

/** What `--retry` and `--retry-max-new-tokens` ask for. */
export function parseRetry({ retry, retryMaxNewTokens }: Options): GenerationOptions['retry'] {
  if (retry === undefined) {
    if (retryMaxNewTokens === undefined) return undefined;
    throw new BigCodeBenchError('USAGE', '--retry-max-new-tokens needs --retry, such as --retry truncated.');
  }
  const kinds = retry.map((word): RetryKind => {
    const parsed = retryKindSchema.safeParse(word);
    if (parsed.success) return parsed.data;
    throw new BigCodeBenchError(
      'USAGE',
      `--retry cannot be ${JSON.stringify(word)}: give ${retryKindSchema.options.join(', ')}.`,
    );
  });
  return { kinds: [...new Set(kinds)], maxNewTokens: retryMaxNewTokens };
}
