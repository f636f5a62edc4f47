import { addAbortListener } from 'node:events';
import { type Execution, emptyExecution, upstreamStatusOf } from '../../schema/execution.ts';
import { createDeferred, type Deferred } from '../../util/deferred.ts';
import type { CallOptions, Conversation } from '../executor.ts';
import type { ConversationHandlers, ConversationWorld } from './pool.ts';
import type { RawExecution, Reply } from './runner-messages.ts';

/** Opens a world; resolves when nothing of it is left. */
type OpenWorld = (handlers: ConversationHandlers, signal: AbortSignal) => Promise<RawExecution>;

type Opened = Readonly<{ stop: AbortController; over: Promise<RawExecution>; world: Promise<ConversationWorld> }> & {
  cpuMs: number;
};

/** A conversation in the sandbox. Its world is opened for the first call, and again for the first one after its end. */
export class LocalConversation implements Conversation {
  readonly #openWorld: OpenWorld;
  readonly #closed = new AbortController();
  #opened: Opened | undefined;
  #reply: Deferred<Reply> | undefined;

  constructor(openWorld: OpenWorld) {
    this.#openWorld = openWorld;
  }

  get isOpen(): boolean {
    return this.#opened?.stop.signal.aborted === false;
  }

  async run({ id, code, wallMs, signal }: CallOptions): Promise<Execution> {
    const opened = await this.#enter(signal);
    using _leaving = addAbortListener(signal, () => opened.stop.abort(signal.reason));
    const startedAt = performance.now();
    const reply = createDeferred<Reply>();
    this.#reply = reply;
    const called = opened.world.then((world) => {
      world.call(code, wallMs);
      return reply.promise;
    });
    const came = await Promise.race([called, opened.over]);
    const cpuMs = came.cpuMs - opened.cpuMs;
    if ('outcome' in came) return { id, status: upstreamStatusOf[came.outcome], ...came, cpuMs };
    (await opened.world).rest();
    opened.cpuMs = came.cpuMs;
    return { id, ...describeReply(came), wallMs: Math.round(performance.now() - startedAt), cpuMs, testCpuMs: cpuMs };
  }

  async close(): Promise<void> {
    const reason = new DOMException('The conversation was closed.', 'AbortError');
    this.#closed.abort(reason);
    this.#opened?.stop.abort(reason);
    await this.#opened?.over.catch(() => undefined);
  }

  /** What a call runs in: the world as earlier calls left it, awake again, or a new one. */
  async #enter(signal: AbortSignal): Promise<Opened> {
    signal.throwIfAborted();
    this.#closed.signal.throwIfAborted();
    const opened = this.#opened;
    if (opened === undefined) return this.#open();
    if (this.isOpen) {
      const world = await opened.world;
      // Whoever leaves before it begins leaves everything as it was.
      await Promise.race([world.wake(signal), opened.over]);
      if (this.#opened === opened) return opened;
    }
    await opened.over.catch(() => undefined);
    return this.#enter(signal);
  }

  #open(): Opened {
    const stop = new AbortController();
    const world = createDeferred<ConversationWorld>();
    const onReply = (reply: Reply) => this.#reply?.resolve(reply);
    const over = this.#openWorld({ onOpen: world.resolve, onReply }, stop.signal).finally(() => {
      if (this.#opened?.over === over) this.#opened = undefined;
    });
    // It may end while nobody calls.
    over.catch(() => undefined);
    this.#opened = { stop, over, world: world.promise, cpuMs: 0 };
    return this.#opened;
  }
}

function describeReply({ reason, isInterrupted, stdout, stderr, peakMb }: Reply): Omit<Execution, 'id'> {
  const rest = { ...emptyExecution(), stdout, stderr, peakMb };
  if (reason === '') return { ...rest, outcome: 'pass', status: upstreamStatusOf.pass };
  const outcome = isInterrupted ? 'timeout' : 'error';
  return { ...rest, outcome, status: upstreamStatusOf[outcome], reason: isInterrupted ? 'wall' : reason };
}
