import { z } from '@hono/zod-openapi';
import { type ServerInfo, serverInfoSchema } from '../../schema/server-info.ts';
import type { Task } from '../../schema/task.ts';
import { describeRoute, json } from '../http/openapi.ts';
import type { App, Services } from '../services.ts';

const statusSchema = z.object({ status: z.enum(['ok', 'draining']) });

/** For monitoring: no token is required. */
export function addHealthRoutes(app: App, { lifecycle }: Pick<Services, 'lifecycle'>): void {
  const ready = { 200: json('Ready', statusSchema), 503: json('Shutting down', statusSchema) };
  describeRoute(app, 'GET /healthz', { summary: 'The process is alive' }, { 200: json('Alive', statusSchema) });
  describeRoute(app, 'GET /readyz', { summary: 'Requests are taken' }, ready);
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', (c) => (lifecycle.isDraining ? c.json({ status: 'draining' }, 503) : c.json({ status: 'ok' })));
}

const entrySchema = z.object({
  task_id: z.string(),
  entry_point: z.string(),
  libs: z.array(z.string()),
  domains: z.array(z.string()),
  hard: z.boolean(),
});

const taskDocumentSchema = entrySchema.extend({
  complete_prompt: z.string(),
  instruct_prompt: z.string(),
  code_prompt: z.string(),
  test: z.string(),
});

const listSchema = serverInfoSchema.shape.tasks.omit({ count: true }).extend({ tasks: z.array(entrySchema) });

export function addInfoRoutes(app: App, { version, executor, queue, catalog, maxLimits }: Services): void {
  const { tasks } = catalog;
  const set = { name: catalog.name, version: catalog.version, hash: catalog.hash };
  const facts = json('Facts', serverInfoSchema);
  describeRoute(app, 'GET /v1/info', { summary: 'Environment, isolation, version, slots' }, { 200: facts });
  app.get('/v1/info', (c) => {
    const { name, level, fingerprint, engine, python, caveat } = executor.info;
    const info: ServerInfo = {
      version,
      executor: { name, level, fingerprint, engine, python, caveat },
      slots: executor.capacity,
      ...queue.state,
      limits: maxLimits,
      tasks: { ...set, count: tasks.length },
    };
    return c.json(info);
  });
  const all = json('All tasks', listSchema);
  describeRoute(app, 'GET /v1/tasks', { summary: 'The tasks that solutions are judged by' }, { 200: all });
  app.get('/v1/tasks', (c) => c.json({ ...set, tasks: tasks.map(toEntry) }));
  const one = json('The task', taskDocumentSchema);
  describeRoute(app, 'GET /v1/tasks/{id}', { summary: 'One task: prompts and tests' }, { 200: one });
  // Ids hold a slash, which clients send as it is or as %2F.
  app.get('/v1/tasks/:id{.+}', (c) => c.json(toDocument(catalog.find(c.req.param('id')))));
}

function toEntry({ id, entryPoint, libs, domains, hard }: Task): z.infer<typeof entrySchema> {
  return { task_id: id, entry_point: entryPoint, libs, domains, hard };
}

function toDocument(task: Task): z.infer<typeof taskDocumentSchema> {
  const { completePrompt: complete_prompt, instructPrompt: instruct_prompt, codePrompt: code_prompt, test } = task;
  return { ...toEntry(task), complete_prompt, instruct_prompt, code_prompt, test };
}
