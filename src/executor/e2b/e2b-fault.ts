import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import type { E2bConnection, E2bSdk } from './e2b-sdk.ts';

export interface E2bPlaceFacts {
  readonly sdk: E2bSdk;
  readonly connection: E2bConnection;
  readonly template: string;
}

/** Why E2B could not be used, and what to do about it. */
export async function explainE2bError(error: unknown, facts: E2bPlaceFacts): Promise<BigCodeBenchError> {
  const { sdk, connection, template } = facts;
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof Error && error.name === 'AuthenticationError') {
    return new BigCodeBenchError('USAGE', `E2B refused the key in E2B_API_KEY (${reason}).`, { cause: error });
  }
  // The package does not say by its class that a template is missing.
  if (!(await sdk.hasTemplate(template, connection).catch(() => true))) {
    return new BigCodeBenchError(
      'USAGE',
      `E2B has no template ${template}: run \`bcb e2b build\`, or name another with --execution e2b:TEMPLATE.`,
      { cause: error },
    );
  }
  return new BigCodeBenchError('NETWORK', `E2B cannot be used (${reason}): try later, or use --execution local.`, {
    cause: error,
    isRetryable: true,
  });
}
