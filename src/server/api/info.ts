import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { type ServerInfo, serverInfoSchema } from '../../schema/server-info.ts';
import { json } from '../http/openapi.ts';
import type { ServerEnv, Services } from '../services.ts';

const statusSchema = z.object({ status: z.enum(['ok', 'draining']) });

const alive = createRoute({
  method: 'get',
  path: '/healthz',
  summary: 'The process is alive',
  responses: { 200: json('Alive', statusSchema) },
});

const ready = createRoute({
  method: 'get',
  path: '/readyz',
  summary: 'Requests are taken',
  responses: { 200: json('Ready', statusSchema), 503: json('Shutting down', statusSchema) },
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

const info = createRoute({
  method: 'get',
  path: '/v1/info',
  summary: 'Environment, isolation, version, slots',
  responses: { 200: json('Facts', serverInfoSchema) },
});

export function createInfoRoutes(services: Services): OpenAPIHono<ServerEnv> {
  const app = new OpenAPIHono<ServerEnv>();
  app.openapi(info, (c) => c.json(describeServer(services), 200));
  return app;
}

function describeServer({ version, executor, queue, catalog, maxLimits }: Services): ServerInfo {
  const { name, level, fingerprint, engine, python, caveat } = executor.info;
  return {
    version,
    executor: { name, level, fingerprint, engine, python, caveat },
    slots: executor.capacity,
    ...queue.state,
    limits: maxLimits,
    tasks: { name: catalog.name, version: catalog.version, hash: catalog.hash, count: catalog.tasks.length },
  };
}
