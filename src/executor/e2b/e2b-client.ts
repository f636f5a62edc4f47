import type * as E2b from 'e2b';
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

export interface E2bClient extends Pick<typeof E2b, 'Sandbox' | 'Template'> {
  readonly connection: E2b.ConnectionOpts;
}

/**
 * What is used of the `e2b` package, which is optional: it is loaded here, or a sentence says how to get it. The connection
 * is to be given to every call, so that none falls back on the environment.
 */
export async function openE2bClient(connection: E2bConnection): Promise<E2bClient> {
  const { Sandbox, Template } = await importE2b();
  // The package tells undefined from left out; and its debug mode would start nothing and end nothing.
  const given = Object.entries(connection).filter(([, value]) => value !== undefined);
  return { Sandbox, Template, connection: { ...Object.fromEntries(given), debug: false } };
}

function importE2b() {
  return import('e2b').catch((cause: unknown) => {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND';
    if (!isMissing) throw cause;
    throw new BigCodeBenchError(
      'USAGE',
      'E2B needs a package that is not installed: run `npm install e2b`, or use --execution local.',
      { cause },
    );
  });
}
