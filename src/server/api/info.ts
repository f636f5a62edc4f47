import { z } from '@hono/zod-openapi';
import { type ServerInfo, serverInfoSchema } from '../../schema/server-info.ts';
import { describeRoute, json } from '../http/openapi.ts';
import type { App, Services } from '../services.ts';

const statusSchema = z.object({ status: z.enum(['ok', 'draining']) });

/** For monitoring: no token is required. */
export function addHealthRoutes(app: App, { lifecycle }: Pick<Services, 'lifecycle'>): void {
  const ok: z.infer<typeof statusSchema> = { status: 'ok' };
  describeRoute(app, 'GET /healthz', { summary: 'The process is alive' }, { 200: json('Alive', statusSchema) });
  app.get('/healthz', (c) => c.json(ok));
  describeRoute(
    app,
    'GET /readyz',
    { summary: 'Requests are taken' },
    {
      200: json('Ready', statusSchema),
      503: json('Shutting down', statusSchema),
    },
  );
  app.get('/readyz', (c) => (lifecycle.isDraining ? c.json({ ...ok, status: 'draining' }, 503) : c.json(ok)));
}

export function addInfoRoutes(app: App, services: Services): void {
  const facts = json('Facts', serverInfoSchema);
  describeRoute(app, 'GET /v1/info', { summary: 'Environment, isolation, version, slots' }, { 200: facts });
  app.get('/v1/info', (c) => c.json(describeServer(services)));
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
