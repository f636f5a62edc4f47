/** The server as an OpenEnv environment, at the address `/openenv`. Its MCP is that of sessions. */

import { upgradeWebSocket } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import type { WSContext } from 'hono/ws';
import pLimit from 'p-limit';
import { z } from 'zod';
import { readJsonAsset } from '../../util/read-asset.ts';
import type { Caller } from '../http/auth.ts';
import { describeRoute } from '../http/openapi.ts';
import { parseShape, readJson } from '../http/read-request.ts';
import { RequestFault, toRequestFault } from '../http/request-fault.ts';
import type { App, ServerEnv, Services } from '../services.ts';
import { callerOf } from '../submit-job.ts';
import { actionSchema, beginEpisode, observe, stateOf, stepSchema, takeStep } from './episode.ts';

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

type ErrorCode =
  | 'INVALID_JSON'
  | 'UNKNOWN_TYPE'
  | 'VALIDATION_ERROR'
  | 'EXECUTION_ERROR'
  | 'CAPACITY_REACHED'
  | 'FACTORY_ERROR'
  | 'SESSION_ERROR';

const mostConnections = 2000;
const mostWaiting = 8;
const idleMs = 10 * 60_000;

const messageSchema = z.strictObject({ type: z.string(), data: z.unknown().optional() });

/** What a fault is called, by what was asked for. */
const codes: Readonly<Record<'reset' | 'step', Partial<Record<RequestFault['status'], ErrorCode>>>> = {
  reset: { 404: 'VALIDATION_ERROR', 422: 'VALIDATION_ERROR', 503: 'CAPACITY_REACHED', 409: 'FACTORY_ERROR' },
  step: { 404: 'SESSION_ERROR', 422: 'VALIDATION_ERROR' },
};

function acceptSockets(services: Services): MiddlewareHandler<ServerEnv> {
  const connections = new Map<object, string>();
  return upgradeWebSocket((c) => {
    // What is asked for by a guarded route has a caller.
    const { owner }: Caller = c.get('caller');
    let connection: ReturnType<typeof connect> | undefined;
    return {
      onOpen: (_, socket) => {
        const count = [...connections.values()].filter((each) => each === owner).length;
        if (count >= mostConnections) {
          const facts = { active_sessions: count, max_sessions: mostConnections };
          sendError(socket, 'CAPACITY_REACHED', 'Too many connections are open.', facts);
          return socket.close(1013);
        }
        connection = connect(services, owner, socket);
        connections.set(connection, owner);
      },
      onMessage: ({ data }) => connection?.hear(data),
      onClose: () => {
        connection?.end();
        if (connection) connections.delete(connection);
      },
    };
  });
}

/** One client and its episode; what it says is answered in turn. */
function connect(services: Services, owner: string, socket: WSContext) {
  const { lifecycle, texts, sessions } = services;
  const gone = new AbortController();
  const turns = pLimit(1);
  let episode: ReturnType<typeof beginEpisode> | undefined;
  let idle: NodeJS.Timeout | undefined;
  const send = (type: string, data: object) => socket.send(JSON.stringify({ type, data }));
  const leave = (why: string) => {
    sendError(socket, 'SESSION_ERROR', why);
    socket.close(1001);
  };
  const stop = () => leave('The server is shutting down.');
  const forget = () => {
    if (episode !== undefined) void sessions.end(episode.session);
    episode = undefined;
  };
  const wait = () => {
    clearTimeout(idle);
    if (gone.signal.aborted || turns.activeCount + turns.pendingCount > 1) return;
    idle = setTimeout(() => leave('Nothing was said for a while.'), idleMs);
  };
  const reset = (data: unknown) => {
    forget();
    episode = beginEpisode(services, owner, data);
    send('observation', observe(episode.session));
  };
  const step = async (data: unknown) => {
    const action = parseShape(data, actionSchema);
    if (episode === undefined) return sendError(socket, 'EXECUTION_ERROR', 'There is no episode: reset first.');
    send('observation', await takeStep(action, { ...episode, services, signal: gone.signal }));
  };
  const carryOut = async (value: unknown) => {
    const message = messageSchema.safeParse(value);
    if (!message.success) {
      return sendError(socket, 'VALIDATION_ERROR', 'A message is an object with a type, and data.');
    }
    const { type, data } = message.data;
    try {
      if (type === 'close') socket.close(1000);
      else if (type === 'state') send('state', stateOf(episode?.session));
      else if (type === 'reset') reset(data);
      else if (type === 'step') await step(data);
      else sendError(socket, 'UNKNOWN_TYPE', `Unknown message type: ${type.slice(0, 100)}`);
    } catch (error) {
      if (gone.signal.aborted) return;
      const { status, message: why, issues } = toRequestFault(error);
      const code = codes[type === 'reset' ? 'reset' : 'step'][status] ?? 'EXECUTION_ERROR';
      sendError(socket, code, why, code === 'VALIDATION_ERROR' ? { errors: issues } : {});
    }
  };
  const answer = async (data: unknown) => {
    if (gone.signal.aborted) return;
    if (lifecycle.isDraining) return stop();
    const done = lifecycle.enter();
    try {
      const body = typeof data === 'string' ? Buffer.from(data) : new Uint8Array();
      const value = await texts.parseJson(owner, body, 'The message').catch((error: Error) => error);
      if (value instanceof Error) sendError(socket, 'INVALID_JSON', `Invalid JSON: ${value.message}`);
      else await carryOut(value);
    } finally {
      done();
    }
  };
  lifecycle.stopping.addEventListener('abort', stop, { once: true });
  wait();
  return {
    hear(data: unknown): void {
      clearTimeout(idle);
      if (turns.pendingCount >= mostWaiting) leave('Too many messages at once.');
      else void turns(() => answer(data)).finally(wait);
    },
    end(): void {
      clearTimeout(idle);
      lifecycle.stopping.removeEventListener('abort', stop);
      gone.abort(new DOMException('The client left.', 'AbortError'));
      forget();
    },
  };
}

function sendError(socket: WSContext, code: ErrorCode, message: string, facts: object = {}): void {
  socket.send(JSON.stringify({ type: 'error', data: { message, code, ...facts } }));
}
