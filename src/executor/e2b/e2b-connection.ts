import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';

/** How E2B, or a server that speaks as it does, is reached. */
export interface E2bConnection {
  readonly apiKey: string;
  readonly domain?: string | undefined;
  readonly apiUrl?: string | undefined;
  readonly sandboxUrl?: string | undefined;
}

/** Who starts sandboxes, so that a later start can end those of a process that was killed. */
export interface SandboxOwner {
  /** Names this process, and never another one. */
  readonly name: string;
  /** Whether the process of that name is known to have ended. */
  readonly isGone: (name: string) => Promise<boolean>;
}

/** By the variables that E2B's own packages read. The key comes from nowhere else. */
export function resolveE2bConnection(variables: Readonly<Record<string, string | undefined>>): E2bConnection {
  const { E2B_API_KEY: apiKey, E2B_DOMAIN: domain, E2B_API_URL: apiUrl, E2B_SANDBOX_URL: sandboxUrl } = variables;
  if (apiKey) return { apiKey, domain, apiUrl, sandboxUrl };
  throw new BigCodeBenchError(
    'USAGE',
    'E2B needs a key: set E2B_API_KEY to one from https://e2b.dev/dashboard, or run here with --execution local.',
  );
}
