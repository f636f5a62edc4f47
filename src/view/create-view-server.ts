import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { streamSSE } from 'hono/streaming';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { ProblemDocument } from '../schema/view/run-document.ts';
import { execRequestDocumentSchema } from '../schema/view/sample-document.ts';
import { errorCodeOf } from '../util/system-error.ts';
import type { ViewDocuments } from './build-documents.ts';
import { openView, type View, type ViewOptions } from './open-view.ts';
import { type GuardOptions, guardRequests, refuse } from './request-guard.ts';
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
