/** Parts of the API's description that most routes share. */
import { type RouteConfig, z } from '@hono/zod-openapi';
import type { App } from '../services.ts';

/** A response, or the body of a request, as JSON. */
export function json<Schema extends z.ZodType>(description: string, schema: Schema) {
  return { description, content: { 'application/json': { schema } } };
}

const issueSchema = z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() });
const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  issues: z.array(issueSchema).optional(),
});

/** What every route may answer instead. */
const problem = { description: 'What is wrong', content: { 'application/problem+json': { schema: problemSchema } } };

const params = z.object({ id: z.string() });

interface RouteText {
  readonly summary: string;
  readonly description?: string;
  /** What it takes: a schema by media type. */
  readonly body?: Readonly<Record<string, { readonly schema: z.ZodType }>>;
}

/** Describes a route such as `GET /v1/tasks/{id}`; one that takes a body is a POST. */
export function describeRoute(app: App, route: string, text: RouteText, responses: RouteConfig['responses']): void {
  const [verb = '', path = ''] = route.split(' ');
  const { body: content, ...words } = text;
  const request = { ...(path.includes('{id}') && { params }), ...(content && { body: { content } }) };
  const method = verb.toLowerCase() as RouteConfig['method'];
  app.openAPIRegistry.registerPath({ method, path, ...words, request, responses: { ...responses, default: problem } });
}
