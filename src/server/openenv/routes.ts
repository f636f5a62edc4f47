/** The server as an OpenEnv environment, at the address `/openenv`. Its MCP is that of sessions. */
import { readJsonAsset } from '../../util/read-asset.ts';
import { describeRoute } from '../http/openapi.ts';
import { parseShape, readJson } from '../http/read-request.ts';
import { RequestFault } from '../http/request-fault.ts';
import type { App, Services } from '../services.ts';
import { callerOf } from '../submit-job.ts';
import { beginEpisode, observe, stateOf, stepSchema, takeStep } from './episode.ts';
import { acceptSockets } from './socket.ts';

export function addOpenEnvRoutes(app: App, services: Services): void {
  const { version, texts, sessions } = services;
  const about = readJsonAsset<Record<'metadata' | 'schema' | 'openapi', object>>('openenv.json');
  const prefix = '/openenv';
  app.get(`${prefix}/health`, (c) => c.json({ status: 'healthy' }));
  app.get(`${prefix}/metadata`, (c) => c.json({ ...about.metadata, version }));
  app.get(`${prefix}/schema`, (c) => c.json(about.schema));
  app.get(`${prefix}/openapi.json`, (c) => c.json(about.openapi));
  app.post(`${prefix}/reset`, async (c) => {
    const given = c.req.header('content-length') === '0' ? {} : await readJson(c, texts);
    return c.json(observe(beginEpisode(services, c.get('caller').owner, given).session));
  });
  app.post(`${prefix}/step`, async (c) => {
    const { action, timeout_s: timeoutS, episode_id: id } = parseShape(await readJson(c, texts), stepSchema);
    if (id === undefined) {
      throw new RequestFault(422, 'Say which episode it is: `episode_id` is in the observation of reset.');
    }
    const session = sessions.find(id, c.get('caller'));
    const seen = await takeStep(action, { session, services, signal: callerOf(c).signal, timeoutS });
    await sessions.end(session);
    return c.json(seen);
  });
  app.get(`${prefix}/state`, (c) => {
    const id = c.req.query('episode_id');
    return c.json(stateOf(id === undefined ? undefined : sessions.find(id, c.get('caller'))));
  });
  app.get(`${prefix}/ws`, acceptSockets(services));
  const summary = 'The server as an OpenEnv environment: address `/openenv`';
  describeRoute(app, `GET ${prefix}/schema`, { summary }, { 200: { description: 'As its /schema says' } });
}
