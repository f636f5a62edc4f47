import { z } from '@hono/zod-openapi';
import type { Task } from '../../schema/task.ts';
import { describeRoute, json } from '../http/openapi.ts';
import type { App, Services } from '../services.ts';

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

const listSchema = z.object({
  name: z.string(),
  version: z.string(),
  hash: z.string(),
  tasks: z.array(entrySchema),
});

export function addTaskRoutes(app: App, { catalog }: Pick<Services, 'catalog'>): void {
  const { name, version, hash, tasks } = catalog;
  const all = json('All tasks', listSchema);
  describeRoute(app, 'GET /v1/tasks', { summary: 'The tasks that solutions are judged by' }, { 200: all });
  app.get('/v1/tasks', (c) => c.json({ name, version, hash, tasks: tasks.map(toEntry) }));
  const one = json('The task', taskDocumentSchema);
  describeRoute(app, 'GET /v1/tasks/{id}', { summary: 'One task: prompts and tests' }, { 200: one });
  // Ids hold a slash, which clients send as it is or as %2F.
  app.get('/v1/tasks/:id{.+}', (c) => c.json(toDocument(catalog.find(c.req.param('id')))));
}

function toEntry({ id, entryPoint, libs, domains, hard }: Task): z.infer<typeof entrySchema> {
  return { task_id: id, entry_point: entryPoint, libs, domains, hard };
}

function toDocument(task: Task): z.infer<typeof taskDocumentSchema> {
  return {
    ...toEntry(task),
    complete_prompt: task.completePrompt,
    instruct_prompt: task.instructPrompt,
    code_prompt: task.codePrompt,
    test: task.test,
  };
}
