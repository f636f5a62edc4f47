import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import type { ServerEnv, Services } from '../services.ts';

const statusSchema = z.object({ status: z.enum(['ok', 'draining']) });

const alive = createRoute({
  method: 'get',
  path: '/healthz',
  summary: 'The process is alive',
  responses: { 200: { description: 'Alive', content: { 'application/json': { schema: statusSchema } } } },
});

const ready = createRoute({
  method: 'get',
  path: '/readyz',
  summary: 'Requests are taken',
  responses: {
    200: { description: 'Ready', content: { 'application/json': { schema: statusSchema } } },
    503: { description: 'Shutting down', content: { 'application/json': { schema: statusSchema } } },
  },
});

/** For monitoring: no token is required. */
export function createHealthRoutes({ lifecycle }: Pick<Services, 'lifecycle'>): OpenAPIHono<ServerEnv> {
  const app = new OpenAPIHono<ServerEnv>();
  app.openapi(alive, (c) => c.json({ status: 'ok' as const }, 200));
  app.openapi(ready, (c) =>
    lifecycle.isDraining ? c.json({ status: 'draining' as const }, 503) : c.json({ status: 'ok' as const }, 200),
  );
  return app;
}
