/** The part of the `e2b` package that is used here. It is optional: loaded when an E2B executor is opened. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';

/** How E2B, or whoever speaks as it does, is reached. Given to every call, so that none falls back on another place. */
export interface E2bConnection {
  readonly apiKey: string;
  readonly domain?: string | undefined;
  readonly apiUrl?: string | undefined;
  readonly sandboxUrl?: string | undefined;
}

export interface E2bCommand {
  /** Rejects when the command fails or its stream breaks. */
  wait(): Promise<unknown>;
  sendStdin(data: string): Promise<void>;
  closeStdin(): Promise<void>;
}

export interface E2bSandbox {
  readonly sandboxId: string;
  readonly commands: {
    run(
      command: string,
      options: {
        readonly background: true;
        readonly stdin: true;
        readonly timeoutMs: number;
        readonly onStdout: (text: string) => void;
        readonly onStderr: (text: string) => void;
      },
    ): Promise<E2bCommand>;
  };
  setTimeout(timeoutMs: number): Promise<void>;
  kill(): Promise<boolean>;
  getInfo(): Promise<{ readonly cpuCount: number; readonly memoryMB: number }>;
}

export interface E2bSandboxRow {
  readonly sandboxId: string;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface E2bSdk {
  create(template: string, connection: E2bConnection, settings: SandboxSettings): Promise<E2bSandbox>;
  /** Those that run and have this metadata. */
  list(connection: E2bConnection, metadata: Record<string, string>): Promise<readonly E2bSandboxRow[]>;
  /** False when there is none of that id. */
  kill(sandboxId: string, connection: E2bConnection): Promise<boolean>;
  hasTemplate(name: string, connection: E2bConnection): Promise<boolean>;
  build(connection: E2bConnection, request: TemplateRequest): Promise<void>;
}

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

/** Loads the package, or says how to get it. */
export async function loadE2bSdk(): Promise<E2bSdk> {
  const { Sandbox, Template } = await importE2b();
  return {
    create: (template, connection, settings) =>
      Sandbox.create(template, { ...complete(connection), ...settings, allowInternetAccess: false }),
    async list(connection, metadata) {
      const pages = Sandbox.list({ ...complete(connection), query: { metadata, state: ['running'] } });
      const rows: E2bSandboxRow[] = [];
      while (pages.hasNext) rows.push(...(await pages.nextItems()));
      return rows;
    },
    kill: (sandboxId, connection) => Sandbox.kill(sandboxId, complete(connection)),
    hasTemplate: (name, connection) => Template.exists(name, complete(connection)),
    async build(connection, { folder, name, cpuCount, memoryMb, onLog, signal }) {
      const dockerfile = await readFile(join(folder, 'Dockerfile'), 'utf8');
      const template = Template({ fileContextPath: folder }).fromDockerfile(dockerfile);
      await Template.build(template, name, {
        ...complete(connection),
        cpuCount,
        memoryMB: memoryMb,
        onBuildLogs: (entry) => onLog(entry.message),
        signal,
      });
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

/** The package tells undefined from left out; and its debug mode would start nothing and end nothing. */
function complete({ apiKey, domain, apiUrl, sandboxUrl }: E2bConnection) {
  return {
    apiKey,
    debug: false,
    ...(domain === undefined ? {} : { domain }),
    ...(apiUrl === undefined ? {} : { apiUrl }),
    ...(sandboxUrl === undefined ? {} : { sandboxUrl }),
  };
}
