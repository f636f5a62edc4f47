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

/** Named, because the package does not name all that a declaration of it would need. */
export interface E2bClient extends Pick<typeof E2b, 'Sandbox' | 'Template'> {
  readonly connection: E2b.ConnectionOpts;
}

/**
 * What is used of the `e2b` package, which is optional: it is loaded here, or a sentence says how to get it. The connection
 * is to be given to every call, so that none falls back on the environment.
 */
export async function openE2bClient(given: E2bConnection): Promise<E2bClient> {
  const { Sandbox, Template } = await import('e2b').catch((cause: unknown) => {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND';
    if (!isMissing) throw cause;
    const message = 'E2B needs a package that is not installed: run `npm install e2b`, or use --execution local.';
    throw new BigCodeBenchError('USAGE', message, { cause });
  });
  // The package tells undefined from left out; and its debug mode would start nothing and end nothing.
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  const connection = { ...Object.fromEntries(entries), debug: false };
  return { Sandbox, Template, connection };
}

/** The name that the original gives its template, and `bcb e2b build` ours. */
export const defaultTemplate = 'bigcodebench_evaluator';

export const templateSize: Pick<E2b.SandboxInfo, 'cpuCount' | 'memoryMB'> = { cpuCount: 4, memoryMB: 8192 };

/** E2B's list prices in US dollars for an hour, of October 2026; what an account really pays may differ. */
const dollarsPerCpuHour = 0.0504;
const dollarsPerGibHour = 0.0162;

export function hourlyCost({ cpuCount, memoryMB } = templateSize): number {
  return cpuCount * dollarsPerCpuHour + (memoryMB / 1024) * dollarsPerGibHour;
}

/** Says before a run what it will cost while it lasts. */
export function describeRate(sandboxes: number, size = templateSize): string {
  const dollars = (sandboxes * hourlyCost(size)).toFixed(2);
  const each = `${size.cpuCount} vCPU, ${size.memoryMB / 1024} GiB`;
  if (sandboxes === 1) return `One E2B sandbox (${each}) costs about $${dollars} an hour at list price`;
  return `${sandboxes} E2B sandboxes (${each} each) cost about $${dollars} an hour at list price`;
}
