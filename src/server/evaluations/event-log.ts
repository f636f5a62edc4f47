import { EventEmitter, once } from 'node:events';

const maxKept = 20_000;

/**
 * Events in order, for readers that come at any time: what was before, then what comes, until it ends. Of a long log the
 * beginning is forgotten.
 */
export class EventLog<Event> {
  #events: Event[] = [];
  /** Index of the first one that is kept. */
  #first = 0;
  /** Any number of readers may wait for it. */
  readonly #changes = new EventEmitter().setMaxListeners(0);
  #isEnded = false;

  get size(): number {
    return this.#events.length;
  }

  push(event: Event): void {
    this.#events.push(event);
    if (this.#events.length > 2 * maxKept) this.keepLast(maxKept);
    this.#changes.emit('change');
  }

  /** Forgets all but the last `count` events; the others keep their index. */
  keepLast(count: number): void {
    const forgotten = Math.max(0, this.#events.length - count);
    this.#first += forgotten;
    this.#events = this.#events.slice(forgotten);
  }

  end(): void {
    this.#isEnded = true;
    this.#changes.emit('change');
  }

  /** From an index on. Ends early when the signal aborts. */
  async *read(from: number, signal: AbortSignal): AsyncGenerator<{ readonly index: number; readonly event: Event }> {
    for (let index = from; !signal.aborted; ) {
      index = Math.max(index, this.#first);
      const event = this.#events[index - this.#first];
      if (event !== undefined) yield { index: index++, event };
      else if (this.#isEnded) return;
      // Rejects when the signal aborts, which ends the loop.
      else await once(this.#changes, 'change', { signal }).catch(() => {});
    }
  }
}
