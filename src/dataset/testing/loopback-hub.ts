/**
 * A hub on loopback with the URL layout of the real one: `/api/datasets/…/tree/main/data` lists with pages,
 * `/datasets/…/resolve/main/…` redirects to a second origin that serves ranges, and a xet-aware client gets xet file
 * information instead of the redirect.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sha256 } from '../../util/hash.ts';

export interface HubRequest {
  readonly origin: 'hub' | 'storage';
  readonly path: string;
  readonly authorization: string | undefined;
  readonly range: string | undefined;
}

/** What a request gets instead of its response. */
export type Fault =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  | { readonly cutAfterBytes: number };

export interface LoopbackHub extends AsyncDisposable {
  readonly endpoint: string;
  readonly requests: HubRequest[];
  /** The next requests whose path contains `path` get these faults, in order. */
  failNext(path: string, ...faults: Fault[]): void;
}

export interface LoopbackHubOptions {
  /** Dataset → path → content. */
  readonly datasets: Readonly<Record<string, Readonly<Record<string, Uint8Array>>>>;
  /** Only requests with this token succeed. */
  readonly token?: string;
  readonly pageSize?: number;
  /** The SHA-256 the listing claims, if not the content's own. */
  readonly claimedSha256?: string;
}

/** Starts the two servers. */
export async function startLoopbackHub(options: LoopbackHubOptions): Promise<LoopbackHub> {
  const requests: HubRequest[] = [];
  const faults: { path: string; fault: Fault }[] = [];
  const listen = async (origin: HubRequest['origin'], answer: Answer): Promise<Server> => {
    const server = createServer((request, response) => {
      const path = request.url ?? '/';
      const { authorization, range } = request.headers;
      requests.push({ origin, path, authorization, range });
      const at = faults.findIndex((candidate) => path.includes(candidate.path));
      const [planned] = at >= 0 ? faults.splice(at, 1) : [];
      if (planned && 'status' in planned.fault) {
        response.writeHead(planned.fault.status, planned.fault.headers).end(planned.fault.body ?? '');
        return;
      }
      if (planned && 'cutAfterBytes' in planned.fault) cutAfter(response, planned.fault.cutAfterBytes);
      answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return server;
  };
  const storage = await listen('storage', (request, response) => {
    const content = findFile(options, (request.url ?? '').replace('/storage/', ''));
    if (content) sendRange(request, response, content);
    else response.writeHead(404).end();
  });
  const hub = await listen('hub', (request, response) => {
    const url = new URL(request.url ?? '/', addressOf(hub));
    if (options.token && request.headers.authorization !== `Bearer ${options.token}`) {
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"Invalid username or password."}');
      return;
    }
    if (url.pathname.startsWith('/api/')) sendListing(url, response, options);
    else sendResolved({ url, request, response, options, storage: addressOf(storage) });
  });
  return {
    endpoint: addressOf(hub),
    requests,
    failNext: (path, ...planned) => void faults.push(...planned.map((fault) => ({ path, fault }))),
    async [Symbol.asyncDispose]() {
      for (const server of [hub, storage]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function findFile({ datasets }: LoopbackHubOptions, name: string): Uint8Array | undefined {
  const [owner, repository, ...path] = name.split('/');
  return datasets[`${owner}/${repository}`]?.[path.join('/')];
}

function sendListing(url: URL, response: ServerResponse, options: LoopbackHubOptions): void {
  const [, dataset, folder] = /^\/api\/datasets\/([^/]+\/[^/]+)\/tree\/main\/(.+)$/.exec(url.pathname) ?? [];
  const files = options.datasets[dataset ?? ''];
  if (!files) {
    response.writeHead(404, { 'x-error-code': 'RepoNotFound' }).end();
    return;
  }
  const { pageSize = 100 } = options;
  const start = Number(url.searchParams.get('cursor') ?? 0);
  const entries = Object.entries(files)
    .filter(([path]) => path.startsWith(`${folder}/`))
    .map(([path, content]) => {
      const oid = options.claimedSha256 ?? sha256(content);
      const lfs = { oid, size: content.byteLength, pointerSize: 132 };
      return { type: 'file', oid: oid.slice(0, 40), size: content.byteLength, path, lfs };
    });
  const headers: Record<string, string> = { 'content-type': 'application/json; charset=utf-8' };
  if (start + pageSize < entries.length) {
    url.searchParams.set('cursor', String(start + pageSize));
    headers.link = `<${url.href}>; rel="next"`;
  }
  response.writeHead(200, headers).end(JSON.stringify(entries.slice(start, start + pageSize)));
}

function sendResolved(input: {
  url: URL;
  request: IncomingMessage;
  response: ServerResponse;
  options: LoopbackHubOptions;
  storage: string;
}): void {
  const { url, request, response, options, storage } = input;
  const [, dataset, path] = /^\/datasets\/([^/]+\/[^/]+)\/resolve\/main\/(.+)$/.exec(url.pathname) ?? [];
  const content = findFile(options, `${dataset}/${path}`);
  if (!content) {
    response.writeHead(404, { 'x-error-code': 'EntryNotFound' }).end();
    return;
  }
  const hash = sha256(content);
  const headers = {
    'x-repo-commit': '0'.repeat(40),
    'x-linked-size': String(content.byteLength),
    'x-linked-etag': `"${hash}"`,
    'x-xet-hash': hash,
  };
  if (request.headers.accept?.includes('application/vnd.xet-fileinfo+json')) {
    const link = ['xet-auth', 'xet-reconstruction-info'].map((rel) => `<${storage}/${rel}>; rel="${rel}"`).join(', ');
    response.writeHead(200, { ...headers, link, 'content-type': 'application/vnd.xet-fileinfo+json' }).end('{}');
    return;
  }
  response.writeHead(302, { ...headers, location: `${storage}/storage/${dataset}/${path}` }).end();
}

function sendRange(request: IncomingMessage, response: ServerResponse, content: Uint8Array): void {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  const headers = { etag: `"${sha256(content)}"`, 'accept-ranges': 'bytes' };
  if (from === undefined || to === undefined) {
    response.writeHead(200, { ...headers, 'content-length': content.byteLength }).end(content);
    return;
  }
  const piece = content.subarray(Number(from), Number(to) + 1);
  const contentRange = `bytes ${from}-${Number(from) + piece.byteLength - 1}/${content.byteLength}`;
  response.writeHead(206, { ...headers, 'content-range': contentRange, 'content-length': piece.byteLength }).end(piece);
}

/** Sends part of the body, then drops the connection. */
function cutAfter(response: ServerResponse, bytes: number): void {
  const end = response.end.bind(response);
  response.end = ((body: Uint8Array | string) => {
    response.write(Buffer.from(body).subarray(0, bytes), () => response.destroy());
    return response;
  }) as typeof end;
}
