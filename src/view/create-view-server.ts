import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { getCookie, setCookie } from 'hono/cookie';
import { streamSSE } from 'hono/streaming';
import { timingSafeEqual } from 'hono/utils/buffer';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { ProblemDocument } from '../schema/view/run-document.ts';
import { execRequestDocumentSchema } from '../schema/view/sample-document.ts';
import { isFromElsewhere, isNavigation, isRead } from '../util/browser-request.ts';
import { readJsonAsset } from '../util/read-asset.ts';
import { errorCodeOf } from '../util/system-error.ts';
import type { ViewDocuments } from './build-documents.ts';
import { openView, type View, type ViewOptions } from './open-view.ts';
import { createSandboxDoor, type OpenSandbox, type SandboxDoor } from './sandbox-door.ts';

export interface ViewServerOptions extends ViewOptions {
  /** 0 takes any free port. */
  readonly port: number;
  /** Opens what runs programs for the page, when it first asks; left out, it never does. */
  readonly openSandbox?: OpenSandbox | undefined;
  /** Left out, a new one for each start. */
  readonly token?: string | undefined;
}

const host = '127.0.0.1';

export type ViewServer = Awaited<ReturnType<typeof createViewServer>>;

/** The explorer on a loopback address, until it is closed; its `url` carries the token of this start. */
export async function createViewServer(options: ViewServerOptions) {
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

/** Without a sandbox, nothing is executed. */
type ViewAppOptions = Omit<View, keyof AsyncDisposable> & GuardOptions & { readonly sandbox?: SandboxDoor | undefined };

type Read = (documents: ViewDocuments, asked: Readonly<Record<string, string>>) => Promise<object | undefined>;

/** Documents that are about the whole view, by their names. */
const wholes = ['runs', 'tasks', 'matrix', 'failures', 'leaderboard', 'audit', 'analysis'] as const;

/** The others by their addresses; what is asked for are the parts of the address and what follows its question mark. */
const routes: Readonly<Record<string, Read>> = {
  'runs/:id': (documents, { id = '' }) => documents.run(id),
  'runs/:id/rows': (documents, { id = '', from = '0' }) =>
    documents.rows(id, Number.isSafeInteger(Number(from)) ? Number(from) : 0),
  'runs/:id/samples/:index/:task': (documents, { id = '', index, task = '' }) =>
    documents.sample(id, { taskId: task, index: Number(index) }),
  'runs/:id/extraction/:index/:task': (documents, { id = '', index, task = '' }) =>
    documents.extraction(id, { taskId: task, index: Number(index) }),
  'tasks/:task': (documents, { task = '' }) => documents.task(task),
  'tasks/:task/answers': (documents, { task = '' }) => documents.answers(task),
  'compare/:a/:b': (documents, { a = '', b = '' }) => documents.compare(a, b),
};

/** The explorer's HTTP face: JSON documents below `/api`, the built app everywhere else. */
export function createViewApp(options: ViewAppOptions): Hono {
  const { documents, catalog, files, sandbox, info, hosts, token } = options;
  const app = new Hono();
  app.use(guardRequests({ hosts, token }));
  app.onError((error, context) => {
    const isKnown = error instanceof BigCodeBenchError;
    const problem = { code: isKnown ? error.code : 'INVARIANT', message: isKnown ? error.message : String(error) };
    // What was asked for cannot be answered, as when two runs share no task; the server is fine.
    return context.json(problem satisfies ProblemDocument, problem.code === 'BAD_INPUT' ? 422 : 500);
  });
  const answer = (context: Context, document: object | undefined) => {
    context.header('cache-control', 'no-store');
    if (document) return context.json(document);
    return refuse(context, 404, 'NOT_FOUND', 'No run, task or sample of this view has that address.');
  };

  for (const name of wholes) app.get(`/api/${name}`, async (context) => answer(context, await documents[name]()));
  for (const [path, read] of Object.entries(routes)) {
    app.get(`/api/${path}`, async (context) =>
      answer(context, await read(documents, { ...context.req.query(), ...context.req.param() })),
    );
  }
  app.get('/api/info', (context) => answer(context, info));
  app.get('/api/events', (context) =>
    streamSSE(context, async (stream) => {
      const stop = catalog.listen((event) => void stream.writeSSE({ data: JSON.stringify(event) }).catch(() => {}));
      stream.onAbort(stop);
      // The first line tells the page that it is connected; then silence is broken so that dead connections are noticed.
      while (!stream.aborted) {
        await stream.writeSSE({ event: 'pulse', data: '' });
        await stream.sleep(15_000);
      }
    }),
  );
  app.post('/api/exec', bodyLimit({ maxSize: 2_000_000 }), async (context) => {
    if (sandbox === undefined) return refuse(context, 403, 'NO_EXEC', 'This view was started with --no-exec.');
    const body = execRequestDocumentSchema.safeParse(await context.req.json().catch(() => undefined));
    if (!body.success) return refuse(context, 400, 'BAD_INPUT', 'The body needs taskId, solution and times.');
    await documents.task(body.data.taskId);
    const task = catalog.tasks.find(body.data.taskId);
    if (task === undefined) return answer(context, undefined);
    const libs = catalog.tasks.libsAround(task.id);
    return answer(context, await sandbox.execute({ ...body.data, task, libs, signal: context.req.raw.signal }));
  });
  app.all('/api/*', (context) => answer(context, undefined));
  app.get('*', (context) => files.respond(context));
  return app;
}

interface GuardOptions {
  /** `Host` headers that are answered; anything else is another name for this machine (DNS rebinding). */
  readonly hosts: readonly string[];
  /** Of this start; printed with the address, kept by the browser as a cookie. */
  readonly token: string;
}

const headers = Object.entries(readJsonAsset<Readonly<Record<string, string>>>('view-headers.json'));

/**
 * What every request must pass: an exact Host; no other site as its sender; the token of this start for documents; and
 * for what changes or executes something, our own Origin and a JSON body.
 */
function guardRequests({ hosts, token }: GuardOptions): MiddlewareHandler {
  return async (context, next) => {
    for (const [name, value] of headers) context.header(name, value);
    const { req } = context;
    const host = req.header('host') ?? '';
    if (!hosts.includes(host)) return refuse(context, 403, 'HOST', 'This server answers to its own address only.');
    if (isFromElsewhere(req, hosts)) return refuse(context, 403, 'ORIGIN', 'Requests from other sites are refused.');
    if (!isRead(req)) {
      if (req.header('origin') === undefined) return refuse(context, 403, 'ORIGIN', 'This request needs an Origin.');
      const isJson = /^application\/json\b/.test(req.header('content-type') ?? '');
      if (!isJson) return refuse(context, 403, 'CONTENT_TYPE', 'This request needs a JSON body.');
    }
    const cookie = cookieNameOf(host);
    const given = req.query('token');
    if (given !== undefined && (await timingSafeEqual(given, token))) {
      setCookie(context, cookie, token, { httpOnly: true, sameSite: 'Strict', path: '/' });
      if (isNavigation(req) || req.header('accept')?.includes('text/html'))
        return context.redirect(withoutToken(req.url));
    }
    if (req.path.startsWith('/api/')) {
      const bearer = /^Bearer (.+)$/.exec(req.header('authorization') ?? '')?.[1];
      const offered = [given, bearer, getCookie(context, cookie)].filter((word) => word !== undefined);
      const same = await Promise.all(offered.map((word) => timingSafeEqual(word, token)));
      if (!same.includes(true)) {
        return refuse(context, 401, 'TOKEN', 'Open the address that `bcb view` printed: it carries the token.');
      }
    }
    await next();
  };
}

/** Browsers share cookies between ports, so each server has its own. */
const cookieNameOf = (host: string): string => `bcb_view_${host.split(':').at(-1) ?? ''}`;

function refuse(context: Context, status: 400 | 401 | 403 | 404, code: string, message: string): Response {
  const problem: ProblemDocument = { code, message };
  return context.json(problem, status);
}

function withoutToken(address: string): string {
  const url = new URL(address);
  url.searchParams.delete('token');
  // One slash: two would name another host.
  return `${url.pathname.replace(/^\/+/, '/')}${url.search}`;
}
