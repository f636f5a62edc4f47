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
  const connectionsOf = new Map<string, number>();
  return upgradeWebSocket((c) => {
    // What is asked for by a guarded route has a caller.
    const { owner }: Caller = c.get('caller');
    let connection: Connection | undefined;
    return {
      onOpen: (_, socket) => {
        const count = connectionsOf.get(owner) ?? 0;
        if (count >= mostConnections) {
          const facts = { active_sessions: count, max_sessions: mostConnections };
          sendError(socket, 'CAPACITY_REACHED', 'Too many connections are open.', facts);
          return socket.close(1013);
        }
        connectionsOf.set(owner, count + 1);
        connection = new Connection(services, owner, socket);
      },
      onMessage: ({ data }) => connection?.hear(data),
      onClose: () => {
        if (connection === undefined) return;
        connectionsOf.set(owner, (connectionsOf.get(owner) ?? 1) - 1);
        if (connectionsOf.get(owner) === 0) connectionsOf.delete(owner);
        connection.end();
        connection = undefined;
      },
    };
  });
}

class Connection {
  readonly #services: Services;
  readonly #owner: string;
  readonly #socket: WSContext;
  readonly #gone = new AbortController();
  readonly #turns = pLimit(1);
  #episode: ReturnType<typeof beginEpisode> | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(services: Services, owner: string, socket: WSContext) {
    this.#services = services;
    this.#owner = owner;
    this.#socket = socket;
    services.lifecycle.stopping.addEventListener('abort', this.#stop, { once: true });
    this.#wait();
  }

  hear(data: unknown): void {
    clearTimeout(this.#idle);
    if (this.#turns.pendingCount >= mostWaiting) this.#leave('Too many messages at once.');
    else void this.#turns(() => this.#answer(data)).finally(() => this.#wait());
  }

  end(): void {
    clearTimeout(this.#idle);
    this.#services.lifecycle.stopping.removeEventListener('abort', this.#stop);
    this.#gone.abort(new DOMException('The client left.', 'AbortError'));
    this.#forget();
  }

  async #answer(data: unknown): Promise<void> {
    const { lifecycle, texts } = this.#services;
    if (this.#gone.signal.aborted) return;
    if (lifecycle.isDraining) return this.#leave('The server is shutting down.');
    const leave = lifecycle.enter();
    try {
      const body = typeof data === 'string' ? Buffer.from(data) : new Uint8Array();
      const value = await texts.parseJson(this.#owner, body, 'The message').catch((error: Error) => error);
      if (value instanceof Error) return this.#fail('INVALID_JSON', `Invalid JSON: ${value.message}`);
      await this.#carryOut(value);
    } finally {
      leave();
    }
  }

  async #carryOut(value: unknown): Promise<void> {
    const parsed = messageSchema.safeParse(value);
    if (!parsed.success) return this.#fail('VALIDATION_ERROR', 'A message is an object with a type, and data.');
    const { type, data } = parsed.data;
    try {
      if (type === 'close') this.#socket.close(1000);
      else if (type === 'state') this.#send('state', stateOf(this.#episode?.session, this.#episode?.name));
      else if (type === 'reset') this.#reset(data);
      else if (type === 'step') await this.#step(data);
      else this.#fail('UNKNOWN_TYPE', `Unknown message type: ${type.slice(0, 100)}`);
    } catch (error) {
      if (this.#gone.signal.aborted) return;
      const { status, message, issues } = toRequestFault(error);
      const code = codes[type === 'reset' ? 'reset' : 'step'][status] ?? 'EXECUTION_ERROR';
      this.#fail(code, message, code === 'VALIDATION_ERROR' ? { errors: issues } : {});
    }
  }

  #reset(data: unknown): void {
    this.#forget();
    this.#episode = beginEpisode(this.#services, this.#owner, data);
    this.#send('observation', observe(this.#episode.session));
  }

  async #step(data: unknown): Promise<void> {
    const action = parseShape(data, actionSchema);
    if (this.#episode === undefined) return this.#fail('EXECUTION_ERROR', 'There is no episode: reset first.');
    const call = { ...this.#episode, services: this.#services, signal: this.#gone.signal };
    this.#send('observation', await takeStep(action, call));
  }

  #forget(): void {
    if (this.#episode !== undefined) void this.#services.sessions.end(this.#episode.session);
    this.#episode = undefined;
  }

  readonly #stop = () => this.#leave('The server is shutting down.');

  #leave(why: string): void {
    this.#fail('SESSION_ERROR', why);
    this.#socket.close(1001);
  }

  #wait(): void {
    clearTimeout(this.#idle);
    if (this.#gone.signal.aborted || this.#turns.activeCount + this.#turns.pendingCount > 1) return;
    this.#idle = setTimeout(() => this.#leave('Nothing was said for a while.'), idleMs);
  }

  #fail(code: ErrorCode, message: string, facts: object = {}): void {
    sendError(this.#socket, code, message, facts);
  }

  #send(type: string, data: object): void {
    this.#socket.send(JSON.stringify({ type, data }));
  }
}

function sendError(socket: WSContext, code: ErrorCode, message: string, facts: object): void {
  socket.send(JSON.stringify({ type: 'error', data: { message, code, ...facts } }));
}
