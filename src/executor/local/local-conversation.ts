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
  #opened: Opened | undefined;
  #reply: Deferred<Reply> | undefined;

  constructor(openWorld: OpenWorld) {
    this.#openWorld = openWorld;
  }

  get isOpen(): boolean {
    return this.#opened?.stop.signal.aborted === false;
  }

  async run(call: CallOptions): Promise<Execution> {
    const { id, code, wallMs, signal } = call;
    signal.throwIfAborted();
    const isKept = this.isOpen;
    if (!isKept) await this.#opened?.over.catch(() => undefined);
    const opened = this.#opened ?? this.#open();
    if (isKept) {
      const world = await opened.world;
      // Whoever leaves before it begins leaves everything as it was.
      await Promise.race([world.wake(signal), opened.over]);
      if (this.#opened !== opened) return this.run(call);
    }
    using _leaving = addAbortListener(signal, () => opened.stop.abort(signal.reason));
    const startedAt = performance.now();
    const reply = createDeferred<Reply>();
    this.#reply = reply;
    try {
      const world = await Promise.race([opened.world, opened.over.then(() => undefined)]);
      world?.call(code, wallMs);
      const came = await Promise.race([reply.promise, opened.over]);
      if ('outcome' in came) {
        return { id, status: upstreamStatusOf[came.outcome], ...came, cpuMs: came.cpuMs - opened.cpuMs };
      }
      world?.rest();
      const cpuMs = came.cpuMs - opened.cpuMs;
      opened.cpuMs = came.cpuMs;
      return { id, ...describeReply(came), wallMs: Math.round(performance.now() - startedAt), cpuMs, testCpuMs: cpuMs };
    } finally {
      this.#reply = undefined;
    }
  }

  async close(): Promise<void> {
    this.#opened?.stop.abort(new DOMException('The conversation was closed.', 'AbortError'));
    await this.#opened?.over.catch(() => undefined);
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
