import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import type { E2bConnection } from './e2b-sdk.ts';

/** How E2B is reached, by the variables that its own packages read. The key comes from nowhere else. */
export function resolveE2bConnection(variables: Readonly<Record<string, string | undefined>>): E2bConnection {
  const { E2B_API_KEY: apiKey, E2B_DOMAIN: domain, E2B_API_URL: apiUrl, E2B_SANDBOX_URL: sandboxUrl } = variables;
  if (!apiKey) {
    throw new BigCodeBenchError(
      'USAGE',
      'E2B needs a key: set E2B_API_KEY to one from https://e2b.dev/dashboard, or run here with --execution local.',
    );
  }
  return { apiKey, domain, apiUrl, sandboxUrl };
}
