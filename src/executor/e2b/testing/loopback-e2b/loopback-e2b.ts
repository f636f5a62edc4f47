/**
 * E2B on this machine: its API and what runs in its sandboxes, written from the wire. The real packages drive it; the
 * commands they start run in bubblewrap without a network.
 */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { type Need, program } from '../../../../util/testing/needs.ts';
import { envdRoutes } from './envd-routes.ts';
import { LoopbackSandbox } from './loopback-sandbox.ts';
import { readBody, sendJson } from './messages.ts';
import { createTemplateRoutes, type TemplateBuild } from './template-routes.ts';

export interface LoopbackE2bOptions {
  /** Programs on PATH inside every sandbox. */
  readonly programs: Readonly<Record<string, string>>;
  readonly apiKey?: string;
  readonly templates?: readonly string[];
  /** As many run at once at most; more are answered with 429. */
  readonly maxSandboxes?: number;
  /** Further ports of 127.0.0.1 to listen on: the Python package's debug mode has fixed ones. */
  readonly ports?: readonly number[];
}

export interface LoopbackE2b extends AsyncDisposable {
  readonly url: string;
  /** Ids of all that were created, ended by a request, and that run now. */
  readonly created: readonly string[];
  readonly killed: readonly string[];
  readonly running: ReadonlyMap<string, LoopbackSandbox>;
  readonly builds: readonly TemplateBuild[];
  /** When each was created, in milliseconds. */
  readonly createdAt: readonly number[];
}

/** What the peer needs: a bubblewrap that can make namespaces. */
export function loopbackE2b(): Need {
  const words = ['--ro-bind', '/', '/', '--bind', '/proc', '/proc', '--unshare-user', '--unshare-net', 'true'];
  const bwrap = program('bwrap');
  return bwrap.isMet ? { name: 'user namespaces', isMet: spawnSync('bwrap', words).status === 0 } : bwrap;
}

const createSchema = z.object({
  templateID: z.string(),
  timeout: z.number().default(15),
  metadata: z.record(z.string(), z.string()).default({}),
  allow_internet_access: z.boolean().default(true),
});

export async function startLoopbackE2b(options: LoopbackE2bOptions): Promise<LoopbackE2b> {
  const { programs, apiKey = 'e2b_loopback', templates = ['bigcodebench_evaluator'], maxSandboxes = 20 } = options;
  const created: string[] = [];
  const createdAt: number[] = [];
  const killed: string[] = [];
  const running = new Map<string, LoopbackSandbox>();
  const known = new Set(templates);
  let starting = 0;
  const { routes: templateRoutes, builds } = createTemplateRoutes(known);

  const describe = ({ facts, startedAt, endAt }: LoopbackSandbox) => ({
    ...{ sandboxID: facts.id, templateID: facts.template, clientID: 'loopback', envdVersion: '0.4.0' },
    ...{ startedAt, endAt, cpuCount: 4, memoryMB: 8192, diskSizeMB: 10_240, state: 'running' },
    metadata: facts.metadata,
  });
  const create = async (request: IncomingMessage, response: ServerResponse) => {
    const body = createSchema.parse(JSON.parse((await readBody(request)).toString()));
    const fail = (code: number, message: string) => sendJson(response, code, { code, message });
    if (!known.has(body.templateID)) return fail(404, `template '${body.templateID}' not found`);
    if (running.size + starting >= maxSandboxes)
      return fail(429, 'you have reached the maximum number of concurrent sandboxes');
    const id = `i${randomUUID().replaceAll('-', '').slice(0, 19)}`;
    const facts = {
      id,
      template: body.templateID,
      metadata: body.metadata,
      hasNetwork: body.allow_internet_access,
      timeoutMs: body.timeout * 1000,
    };
    starting++;
    const sandbox = await LoopbackSandbox.create(facts, programs, () => running.delete(id));
    starting--;
    running.set(id, sandbox);
    created.push(id);
    createdAt.push(Date.now());
    sendJson(response, 201, { ...describe(sandbox), envdAccessToken: 'token', domain: null });
  };
  const list = (response: ServerResponse, url: URL) => {
    // The package encodes names and values twice.
    const wanted = [...new URLSearchParams(url.searchParams.get('metadata') ?? '')].map(
      ([name, value]) => [decodeURIComponent(name), decodeURIComponent(value)] as const,
    );
    const fits = ({ facts }: LoopbackSandbox) => wanted.every(([name, value]) => facts.metadata[name] === value);
    sendJson(response, 200, [...running.values()].filter(fits).map(describe));
  };
  const serveApi = async (request: IncomingMessage, response: ServerResponse, url: URL) => {
    const { method } = request;
    if (request.headers['x-api-key'] !== apiKey) {
      return sendJson(response, 401, { code: 401, message: 'Invalid API key' });
    }
    const [, id, action] = /^\/(?:v2\/)?sandboxes(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(url.pathname) ?? [];
    if (id === undefined && method === 'POST') return create(request, response);
    if (id === undefined && method === 'GET') return list(response, url);
    const sandbox = running.get(id ?? '');
    if (sandbox === undefined) return sendJson(response, 404, { code: 404, message: `sandbox ${id} not found` });
    if (method === 'DELETE') {
      killed.push(sandbox.facts.id);
      await sandbox.end();
      return response.writeHead(204).end();
    }
    if (action === 'timeout') {
      const { timeout } = z.object({ timeout: z.number() }).parse(JSON.parse((await readBody(request)).toString()));
      sandbox.setTimeout(timeout * 1000);
      return response.writeHead(204).end();
    }
    return sendJson(response, 200, describe(sandbox));
  };
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const route = envdRoutes[`${request.method} ${url.pathname}`];
    if (/^\/(v2\/)?sandboxes/.test(url.pathname)) return serveApi(request, response, url);
    if (route === undefined) return templateRoutes(request, response, url);
    // Without the header there is one sandbox only, as in the Python package's debug mode.
    const id = request.headers['e2b-sandbox-id'];
    const sandbox = typeof id === 'string' ? running.get(id) : [...running.values()].at(-1);
    if (sandbox) return route(sandbox, request, response, url);
    sendJson(response, 502, { code: 502, message: 'The sandbox was not found', sandboxId: id });
  };

  const servers: Server[] = [];
  for (const port of [0, ...(options.ports ?? [])]) {
    const server = createServer((request, response) => {
      serve(request, response).catch((error: unknown) =>
        sendJson(response, 400, { code: 400, message: String(error) }),
      );
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
    servers.push(server);
  }
  const address = servers[0]?.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    ...{ created, createdAt, killed, running, builds },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([...running.values()].map((sandbox) => sandbox.end()));
      for (const server of servers) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}
