import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as a provider would see it. */
export interface SeenRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Record<string, unknown>;
}

/** What the server does with one request. */
export type Reply = (request: SeenRequest, response: ServerResponse) => void | Promise<void>;

export interface WireServer extends AsyncDisposable {
  readonly url: string;
  readonly seen: SeenRequest[];
}

/** A loopback server; the n-th request gets the n-th reply, and the last one repeats. */
export async function startWireServer(...replies: readonly Reply[]): Promise<WireServer> {
  const seen: SeenRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
    const request = { path: incoming.url ?? '', headers: incoming.headers, body };
    seen.push(request);
    await replies[Math.min(seen.length, replies.length) - 1]?.(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Reply {
  return text(JSON.stringify(value), status, { 'content-type': 'application/json', ...headers });
}

export function text(content: string, status = 200, headers: Record<string, string> = {}): Reply {
  return (_, response) => {
    response.writeHead(status, headers).end(content);
  };
}

/** Server-sent events; with `cut`, the connection is dropped after them instead of closed. */
export function events(list: readonly unknown[], { cut = false } = {}): Reply {
  return (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of list) {
      const type = (event as { type?: string }).type;
      response.write(`${type ? `event: ${type}\n` : ''}data: ${JSON.stringify(event)}\n\n`);
    }
    if (cut) setTimeout(() => response.destroy(), 20);
    else response.end();
  };
}

/** Stays silent for a while, then sends the other reply. */
export function silence(ms: number, then: Reply): Reply {
  return async (request, response) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    await then(request, response);
  };
}
