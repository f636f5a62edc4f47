import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { errorCodeOf } from '../util/system-error.ts';
import { createDocuments } from './build-documents.ts';
import { createCatalog } from './catalog.ts';
import type { RunPlace } from './find-run-places.ts';
import { openResultsRun } from './results-run.ts';
import { createSandboxDoor, type OpenSandbox } from './sandbox-door.ts';
import { createTaskShelf, type LoadTaskSet, type TaskShelf } from './task-shelf.ts';
import { createViewApp } from './view-app.ts';
import type { ViewRun } from './view-run.ts';
import { openWebFiles } from './web-files.ts';

export interface ViewServerOptions {
  /** Folders of results, run folders, result files; absolute. */
  readonly paths: readonly string[];
  /** 0 takes any free port. */
  readonly port: number;
  readonly version: string;
  readonly loadTaskSet: LoadTaskSet;
  /** Folder of the built web app. */
  readonly webFolder: string;
  /** Opens what runs programs for the page, when it first asks; left out, it never does. */
  readonly openSandbox?: OpenSandbox | undefined;
  readonly token?: string | undefined;
}

/** The explorer on a loopback address, until it is closed. */
export interface ViewServer extends AsyncDisposable {
  /** With the token of this start. */
  readonly url: string;
  readonly origin: string;
  readonly token: string;
  close(): Promise<void>;
}

const host = '127.0.0.1';

export async function createViewServer(options: ViewServerOptions): Promise<ViewServer> {
  const { paths, version, loadTaskSet, webFolder, token = randomBytes(16).toString('hex') } = options;
  const files = await openWebFiles(webFolder);
  const catalog = createCatalog({ paths, shelf: createTaskShelf(loadTaskSet), openRun });
  const documents = createDocuments(catalog);
  const hosts: string[] = [];
  const sandbox = options.openSandbox && createSandboxDoor(options.openSandbox);
  const info = { version, kind: 'live' as const, canExecute: sandbox !== undefined, folders: paths };
  const app = createViewApp({ documents, catalog, files, sandbox, info, hosts, token });
  const server = serve({ fetch: app.fetch, hostname: host, port: options.port });
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve);
    server.once('error', (cause) => reject(explainListen(cause, options.port)));
  });
  const { port } = server.address() as AddressInfo;
  hosts.push(`${host}:${port}`, `localhost:${port}`);
  const close = async () => {
    if ('closeAllConnections' in server) server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
    await sandbox?.[Symbol.asyncDispose]();
    await catalog[Symbol.asyncDispose]();
  };
  const origin = `http://${host}:${port}`;
  return { url: `${origin}/?token=${token}`, origin, token, close, [Symbol.asyncDispose]: close };
}

async function openRun({ path, kind }: RunPlace, shelf: TaskShelf): Promise<ViewRun> {
  if (kind === 'results') return openResultsRun(path, shelf);
  throw new BigCodeBenchError('BAD_INPUT', `${path} cannot be read.`);
}

function explainListen(cause: unknown, port: number): BigCodeBenchError {
  const what = errorCodeOf(cause) === 'EADDRINUSE' ? 'is taken' : `cannot be used (${errorCodeOf(cause)})`;
  return new BigCodeBenchError('USAGE', `Port ${port} ${what}: pass another with --port, or 0 for any free one.`, {
    cause,
  });
}
