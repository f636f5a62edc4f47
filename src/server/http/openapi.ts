/** Parts of the API's description that most routes share. */
import { type RouteConfig, z } from '@hono/zod-openapi';
import type { App } from '../services.ts';

/** A response, or the body of a request, as JSON. */
export function json<Schema extends z.ZodType>(description: string, schema: Schema) {
  return { description, content: { 'application/json': { schema } } };
}

const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  issues: z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })).optional(),
});

/** What every route may answer instead. */
export const problem = {
  description: 'What is wrong',
  content: { 'application/problem+json': { schema: problemSchema } },
};

const params = z.object({ id: z.string() });

/** Describes a route that takes no body: `GET /v1/tasks/{id}`. */
export function describeRoute(app: App, route: string, summary: string, responses: RouteConfig['responses']): void {
  const [verb = '', path = ''] = route.split(' ');
  const method = verb === 'DELETE' ? 'delete' : 'get';
  const request = path.includes('{id}') ? { params } : {};
  app.openAPIRegistry.registerPath({ method, path, summary, request, responses: { ...responses, default: problem } });
}
