import { createRoute, z } from '@hono/zod-openapi';
import { type ServerInfo, serverInfoSchema } from '../../schema/server-info.ts';
import { json } from '../http/openapi.ts';
import type { App, Services } from '../services.ts';

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
export function addHealthRoutes(app: App, { lifecycle }: Pick<Services, 'lifecycle'>): void {
  app.openapi(alive, (c) => c.json({ status: 'ok' as const }, 200));
  app.openapi(ready, (c) =>
    lifecycle.isDraining ? c.json({ status: 'draining' as const }, 503) : c.json({ status: 'ok' as const }, 200),
  );
}

const info = createRoute({
  method: 'get',
  path: '/v1/info',
  summary: 'Environment, isolation, version, slots',
  responses: { 200: json('Facts', serverInfoSchema) },
});

export function addInfoRoutes(app: App, services: Services): void {
  app.openapi(info, (c) => c.json(describeServer(services), 200));
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
