/** Events in order, for readers that come at any time: what was before, then what comes, until it ends. */
export class EventLog<Event> {
  readonly #events: Event[] = [];
  readonly #readers = new Set<() => void>();
  #isEnded = false;

  get length(): number {
    return this.#events.length;
  }

  push(event: Event): void {
    this.#events.push(event);
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
        const event = this.#events[index];
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
