import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SandboxInfo } from 'e2b';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import type { E2bConnection } from './e2b-connection.ts';

export interface SandboxSettings {
  /** How long it lives unless it is renewed. */
  readonly timeoutMs: number;
  readonly metadata: Record<string, string>;
}

export interface TemplateRequest {
  /** Holds the Dockerfile and what it copies. */
  readonly folder: string;
  readonly name: string;
  readonly cpuCount: number;
  readonly memoryMb: number;
  readonly onLog: (line: string) => void;
  readonly signal: AbortSignal;
}

export type E2bClient = Awaited<ReturnType<typeof openE2bClient>>;

/**
 * What is used of the `e2b` package, which is optional: it is loaded here, or a sentence says how to get it. The connection
 * is given to every call, so that none falls back on the environment.
 */
export async function openE2bClient({ apiKey, domain, apiUrl, sandboxUrl }: E2bConnection) {
  const { Sandbox, Template } = await importE2b();
  // The package tells undefined from left out; and its debug mode would start nothing and end nothing.
  const connection = {
    apiKey,
    debug: false,
    ...(domain === undefined ? {} : { domain }),
    ...(apiUrl === undefined ? {} : { apiUrl }),
    ...(sandboxUrl === undefined ? {} : { sandboxUrl }),
  };
  return {
    create: (template: string, settings: SandboxSettings) =>
      Sandbox.create(template, { ...connection, ...settings, allowInternetAccess: false }),
    /** Those that run and have this metadata. */
    async list(metadata: Record<string, string>): Promise<readonly SandboxInfo[]> {
      const pages = Sandbox.list({ ...connection, query: { metadata, state: ['running'] } });
      const rows: SandboxInfo[] = [];
      while (pages.hasNext) rows.push(...(await pages.nextItems()));
      return rows;
    },
    /** False when there is none of that id. */
    kill: (sandboxId: string) => Sandbox.kill(sandboxId, connection),
    hasTemplate: (name: string) => Template.exists(name, connection),
    async build({ folder, name, cpuCount, memoryMb, onLog, signal }: TemplateRequest): Promise<void> {
      const dockerfile = await readFile(join(folder, 'Dockerfile'), 'utf8');
      const template = Template({ fileContextPath: folder }).fromDockerfile(dockerfile);
      const onBuildLogs = (entry: { readonly message: string }) => onLog(entry.message);
      await Template.build(template, name, { ...connection, cpuCount, memoryMB: memoryMb, onBuildLogs, signal });
    },
  };
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
