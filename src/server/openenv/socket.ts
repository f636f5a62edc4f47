/** OpenEnv's WebSocket: one connection, one episode at a time. It ends with its client, and when nothing is said for a while. */
import { upgradeWebSocket } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import type { WSContext } from 'hono/ws';
import pLimit from 'p-limit';
import { z } from 'zod';
import type { Caller } from '../http/auth.ts';
import { parseShape } from '../http/read-request.ts';
import { type RequestFault, toRequestFault } from '../http/request-fault.ts';
import type { ServerEnv, Services } from '../services.ts';
import { actionSchema, beginEpisode, observe, stateOf, takeStep } from './episode.ts';

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

export function acceptSockets(services: Services): MiddlewareHandler<ServerEnv> {
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
