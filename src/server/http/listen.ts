import type { Server as HttpServer } from 'node:http';
import { isIP } from 'node:net';
import { createAdaptorServer, type WebSocketServerLike } from '@hono/node-server';
import { WebSocketServer } from 'ws';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { errorCodeOf } from '../../util/system-error.ts';
import { isLoopback } from './local-guard.ts';

export interface ListenOptions {
  /** Default: this machine alone. */
  readonly host?: string | undefined;
  /** 0 takes a free one. */
  readonly port: number;
  /** How long the headers of a request may take to arrive. */
  readonly headersMs?: number | undefined;
  /** Whether faster classes may replace this process's `Request` and `Response`. Default: they may not. */
  readonly replacesGlobals?: boolean | undefined;
}

export type Listener = Awaited<ReturnType<typeof listen>>;

/** Open: no token is asked for. */
type Opening = ListenOptions & { readonly isOpen: boolean; readonly drain: Close };

type Close = (options?: { readonly graceMs?: number }) => Promise<void>;

const backlog = 4096;
/** Trainers keep connections for minutes; closing them earlier than the client does loses requests. */
const keepAliveMs = 310_000;
const defaultHeadersMs = 60_000;
/** Of a WebSocket, in bytes. */
const longestMessage = 12 * 1024 * 1024;
const closeIdleEveryMs = 20;
const lastBytesMs = 2000;

/** Opens the port that requests come in by. Without tokens only this machine may reach it. */
export async function listen(fetch: Parameters<typeof createAdaptorServer>[0]['fetch'], options: Opening) {
  const { host = '127.0.0.1', port, headersMs = defaultHeadersMs, replacesGlobals = false, isOpen, drain } = options;
  requireGuard(host, isOpen);
  // Slow connections are looked for this often.
  const serverOptions = { connectionsCheckingInterval: Math.min(headersMs, 10_000) };
  const sockets = new WebSocketServer({ noServer: true, maxPayload: longestMessage });
  const websocket = { server: sockets as WebSocketServerLike };
  const adaptor = { fetch, overrideGlobalObjects: replacesGlobals, serverOptions, websocket };
  const server = createAdaptorServer(adaptor) as HttpServer;
  server.keepAliveTimeout = keepAliveMs;
  server.headersTimeout = headersMs;
  // Bodies have limits of their own, by route: a stream of jobs may be sent for hours.
  server.requestTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => reject(explain(cause, host, port)));
    server.listen({ host, port, backlog }, resolve);
  });
  const address = server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  return {
    port: bound,
    url: `http://${isIP(host) === 6 ? `[${host}]` : host}:${bound}`,
    /** Drains, then closes the port and all connections. */
    async close(closing?: Parameters<Close>[0]) {
      await drain(closing);
      for (const socket of sockets.clients) socket.terminate();
      // The last answers may still be on their way out; connections are closed as they fall idle, and all of them soon.
      const closingIdle = setInterval(() => server.closeIdleConnections(), closeIdleEveryMs);
      const ending = setTimeout(() => server.closeAllConnections(), lastBytesMs);
      await new Promise((resolve) => server.close(resolve));
      clearInterval(closingIdle);
      clearTimeout(ending);
    },
  };
}

/** Refuses to listen beyond this machine without a token. */
export function requireGuard(host: string, isOpen: boolean): void {
  if (!isOpen || isLoopback(host)) return;
  throw new BigCodeBenchError(
    'USAGE',
    `--host ${host} lets others on the network run programs here: give a --token, or leave --host out.`,
  );
}

function explain(cause: unknown, host: string, port: number): BigCodeBenchError {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `port ${port} is taken: stop what uses it, or give another --port`,
    EACCES: `port ${port} needs root: pick a --port above 1023`,
    EADDRNOTAVAIL: 'this machine does not have that address: give another --host',
    ENOTFOUND: 'there is no such host: give another --host',
  };
  const why = reasons[errorCodeOf(cause) ?? ''] ?? String(cause);
  return new BigCodeBenchError('USAGE', `The server cannot listen on ${host}:${port}: ${why}.`, { cause });
}
