import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { type ServerInfo, serverInfoSchema } from '../../schema/server-info.ts';
import type { ServerEnv, Services } from '../services.ts';

const route = createRoute({
  method: 'get',
  path: '/v1/info',
  summary: 'Environment, isolation, version, slots',
  responses: { 200: { description: 'Facts', content: { 'application/json': { schema: serverInfoSchema } } } },
});

export function createInfoRoutes(services: Services): OpenAPIHono<ServerEnv> {
  const app = new OpenAPIHono<ServerEnv>();
  app.openapi(route, (c) => c.json(describeServer(services), 200));
  return app;
}

function describeServer({ version, executor, desk, catalog, maxLimits }: Services): ServerInfo {
  const { name, level, fingerprint, engine, python, caveat } = executor.info;
  return {
    version,
    executor: {
      name,
      level,
      fingerprint,
      ...(engine === undefined ? {} : { engine }),
      ...(python === undefined ? {} : { python }),
      ...(caveat === undefined ? {} : { caveat }),
    },
    slots: executor.capacity,
    ...desk.state,
    limits: maxLimits,
    tasks: { name: catalog.name, version: catalog.version, hash: catalog.hash, count: catalog.tasks.length },
  };
}
