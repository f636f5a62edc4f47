import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { errorCodeOf } from '../util/system-error.ts';
import { openView, type ViewOptions } from './open-view.ts';
import { createSandboxDoor, type OpenSandbox } from './sandbox-door.ts';
import { createViewApp } from './view-app.ts';

export interface ViewServerOptions extends ViewOptions {
  /** 0 takes any free port. */
  readonly port: number;
  /** Opens what runs programs for the page, when it first asks; left out, it never does. */
  readonly openSandbox?: OpenSandbox | undefined;
  /** Left out, a new one for each start. */
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
  const { token = randomBytes(16).toString('hex'), openSandbox } = options;
  const view = await openView(options);
  // The first page finds its runs read; what is wrong with them, it tells.
  await view.documents.runs().catch(() => {});
  const sandbox = openSandbox && createSandboxDoor(openSandbox);
  const hosts: string[] = [];
  const info = { ...view.info, canExecute: sandbox !== undefined };
  const app = createViewApp({ ...view, info, sandbox, hosts, token });
  const server = serve({ fetch: app.fetch, hostname: host, port: options.port });
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve);
    server.once('error', (cause) => reject(explainListen(cause, options.port)));
  });
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo;
  hosts.push(`${host}:${port}`, `localhost:${port}`);
  const close = async () => {
    if ('closeAllConnections' in server) server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
    await sandbox?.[Symbol.asyncDispose]();
    await view[Symbol.asyncDispose]();
  };
  const origin = `http://${host}:${port}`;
  return { url: `${origin}/?token=${token}`, origin, token, close, [Symbol.asyncDispose]: close };
}

function explainListen(cause: unknown, port: number): BigCodeBenchError {
  const what = errorCodeOf(cause) === 'EADDRINUSE' ? 'is taken' : `cannot be used (${errorCodeOf(cause)})`;
  const message = `Port ${port} ${what}: pass another with --port, or 0 for any free one.`;
  return new BigCodeBenchError('USAGE', message, { cause });
}
