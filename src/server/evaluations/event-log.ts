const kept = 20_000;

/**
 * Events in order, for readers that come at any time: what was before, then what comes, until it ends. Of a long log the
 * beginning is forgotten.
 */
export class EventLog<Event> {
  #events: Event[] = [];
  /** Index of the first one that is kept. */
  #first = 0;
  readonly #readers = new Set<() => void>();
  #isEnded = false;

  push(event: Event): void {
    this.#events.push(event);
    if (this.#events.length > 2 * kept) {
      this.#first += this.#events.length - kept;
      this.#events = this.#events.slice(-kept);
    }
    this.#wake();
  }

  end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  /** From an index on. Ends early when the signal aborts. */
  async *read(from: number, signal: AbortSignal): AsyncGenerator<{ readonly index: number; readonly event: Event }> {
    let wake = () => {};
    const onChange = () => wake();
    this.#readers.add(onChange);
    signal.addEventListener('abort', onChange);
    try {
      for (let index = from; !signal.aborted; ) {
        index = Math.max(index, this.#first);
        const event = this.#events[index - this.#first];
        if (event !== undefined) yield { index: index++, event };
        else if (this.#isEnded) return;
        else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    } finally {
      this.#readers.delete(onChange);
      signal.removeEventListener('abort', onChange);
    }
  }

  #wake(): void {
    for (const reader of this.#readers) reader();
  }
}
