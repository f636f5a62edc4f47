/** A request that waits in a queue, or is in the hands of whoever took it out. */
export type QueueEntry<Request, Result> = Request & {
  readonly signal: AbortSignal;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
};

/** Requests that wait to be taken; aborted ones leave it, rejected. Who took one settles it or puts it back. */
export class AbortableQueue<Request extends object, Result> implements Iterable<QueueEntry<Request, Result>> {
  #waiting: QueueEntry<Request, Result>[] = [];
  /** One listener for all requests of a signal: thousands share one, and each further listener slows all others down. */
  readonly #watched = new Map<AbortSignal, { readonly entries: Set<QueueEntry<Request, Result>>; stop(): void }>();
  readonly #onAbort: (entry: QueueEntry<Request, Result>) => void;

  /** `onAbort` is called for requests that abort after they were taken. */
  constructor(onAbort: (entry: QueueEntry<Request, Result>) => void = () => {}) {
    this.#onAbort = onAbort;
  }

  get length(): number {
    return this.#waiting.length;
  }

  [Symbol.iterator](): Iterator<QueueEntry<Request, Result>> {
    return this.#waiting.values();
  }

  /** Adds a request at the end. Settles when its taker settles it. */
  async add(request: Request, signal: AbortSignal): Promise<Result> {
    signal.throwIfAborted();
    let entry: QueueEntry<Request, Result> | undefined;
    try {
      return await new Promise<Result>((resolve, reject) => {
        entry = { ...request, signal, resolve, reject };
        this.#watch(entry);
        this.#waiting.push(entry);
      });
    } finally {
      if (entry) this.#unwatch(entry);
    }
  }

  take(entry: QueueEntry<Request, Result>): void {
    this.#waiting.splice(this.#waiting.indexOf(entry), 1);
  }

  /** Puts requests that were taken before all others, unless they aborted meanwhile. */
  putBack(entries: readonly QueueEntry<Request, Result>[]): void {
    for (const { signal, reject } of entries) if (signal.aborted) reject(signal.reason);
    this.#waiting.unshift(...entries.filter(({ signal }) => !signal.aborted));
  }

  rejectAll(reason: unknown): void {
    for (const { reject } of this.#waiting.splice(0)) reject(reason);
  }

  #watch(entry: QueueEntry<Request, Result>): void {
    const { signal } = entry;
    const known = this.#watched.get(signal);
    if (known) {
      known.entries.add(entry);
      return;
    }
    const entries = new Set([entry]);
    const onAbort = () => {
      const waiting = new Set(this.#waiting.filter((each) => each.signal === signal));
      this.#waiting = this.#waiting.filter((each) => !waiting.has(each));
      for (const each of [...entries]) {
        if (waiting.has(each)) each.reject(signal.reason);
        else this.#onAbort(each);
      }
    };
    this.#watched.set(signal, { entries, stop: () => signal.removeEventListener('abort', onAbort) });
    signal.addEventListener('abort', onAbort, { once: true });
  }

  #unwatch(entry: QueueEntry<Request, Result>): void {
    const known = this.#watched.get(entry.signal);
    known?.entries.delete(entry);
    if (!known || known.entries.size > 0) return;
    known.stop();
    this.#watched.delete(entry.signal);
  }
}
