/** Parts of the API's description that most routes share. */
import { z } from '@hono/zod-openapi';

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
