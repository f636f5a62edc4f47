import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { streamSSE } from 'hono/streaming';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { InfoDocument, ProblemDocument } from '../schema/view/run-document.ts';
import type { ViewDocuments } from './build-documents.ts';
import type { Catalog } from './catalog.ts';
import { guardRequests } from './request-guard.ts';
import { execBodySchema, type SandboxDoor } from './sandbox-door.ts';
import type { WebFiles } from './web-files.ts';

export interface ViewAppOptions {
  readonly documents: ViewDocuments;
  readonly catalog: Catalog;
  readonly files: WebFiles;
  /** Left out, nothing is executed. */
  readonly sandbox?: SandboxDoor | undefined;
  readonly info: InfoDocument;
  readonly hosts: readonly string[];
  readonly token: string;
}

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
    const problem: ProblemDocument = { code: 'NOT_FOUND', message: 'There is no such document in this view.' };
    return context.json(problem, 404);
  };

  app.get('/api/info', (context) => answer(context, info));
  app.get('/api/runs', async (context) => answer(context, await documents.runs()));
  app.get('/api/runs/:id', async (context) => answer(context, await documents.run(context.req.param('id'))));
  app.get('/api/runs/:id/rows', async (context) => {
    const from = Number(context.req.query('from') ?? 0);
    return answer(context, await documents.rows(context.req.param('id'), Number.isSafeInteger(from) ? from : 0));
  });
  app.get('/api/runs/:id/samples/:index/:task', async (context) => {
    const { id, index, task } = context.req.param();
    return answer(context, await documents.sample(id, { taskId: task, index: Number(index) }));
  });
  app.get('/api/runs/:id/extraction/:index/:task', async (context) => {
    const { id, index, task } = context.req.param();
    return answer(context, await documents.extraction(id, { taskId: task, index: Number(index) }));
  });
  app.get('/api/tasks', async (context) => answer(context, await documents.tasks()));
  app.get('/api/tasks/:task', async (context) => answer(context, await documents.task(context.req.param('task'))));
  app.get('/api/tasks/:task/answers', async (context) =>
    answer(context, await documents.answers(context.req.param('task'))),
  );
  app.get('/api/matrix', async (context) => answer(context, await documents.matrix()));
  app.get('/api/failures', async (context) => {
    const runIds = (context.req.query('runs') ?? '').split(',').filter((id) => id !== '');
    return answer(context, await documents.failures(runIds));
  });
  app.get('/api/compare/:a/:b', async (context) => {
    const { a, b } = context.req.param();
    return answer(context, await documents.compare(a, b));
  });
  app.get('/api/leaderboard', async (context) => answer(context, await documents.leaderboard()));
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
    const body = execBodySchema.safeParse(await context.req.json().catch(() => undefined));
    if (!body.success) return refuse(context, 400, 'BAD_INPUT', 'The body needs taskId, solution and times.');
    await documents.task(body.data.taskId);
    const task = catalog.shelf.find(body.data.taskId);
    if (task === undefined) return answer(context, undefined);
    const libs = catalog.shelf.libsAround(task.id);
    return answer(context, await sandbox.execute({ ...body.data, task, libs, signal: context.req.raw.signal }));
  });
  app.all('/api/*', (context) => answer(context, undefined));
  app.get('*', (context) => files.respond(context));
  return app;
}

function refuse(context: Context, status: 400 | 403, code: string, message: string): Response {
  const problem: ProblemDocument = { code, message };
  return context.json(problem, status);
}
