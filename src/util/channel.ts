import { raceAbort } from './race-abort.ts';

export interface ChannelOptions<Item> {
  /** The smallest waiting item goes first, the oldest among equals; left out, the oldest. */
  readonly compare?: ((a: Item, b: Item) => number) | undefined;
  /** How many items may wait before `room` makes producers wait. Default: any number. */
  readonly bound?: number | undefined;
}

/** Passes items from producers to one consumer, until `close`; who awaits `room` never runs far ahead of it. */
export class Channel<Item> implements AsyncIterable<Item> {
  readonly #compare: ChannelOptions<Item>['compare'];
  readonly #bound: number;
  #items: (Item | undefined)[] = [];
  /** Items before this one are gone. */
  #head = 0;
  #isSorted = true;
  #isClosed = false;
  #failure: { readonly reason: unknown } | undefined;
  #wake: () => void = () => {};
  #producers: (() => void)[] = [];

  constructor({ compare, bound = Number.POSITIVE_INFINITY }: ChannelOptions<Item> = {}) {
    this.#compare = compare;
    this.#bound = bound;
  }

  push(item: Item): void {
    this.#items.push(item);
    this.#isSorted = false;
    this.#wake();
  }

  /** Resolves when fewer items wait than the bound, or nothing will be taken any more. Rejects when the signal aborts. */
  async room(signal?: AbortSignal): Promise<void> {
    while (this.#items.length - this.#head >= this.#bound && !this.#isClosed && !this.#failure) {
      await raceAbort(new Promise<void>((resolve) => this.#producers.push(resolve)), signal);
    }
    signal?.throwIfAborted();
  }

  close(): void {
    this.#isClosed = true;
    this.#wake();
    this.#wakeProducers();
  }

  /** The consumer gets this error after the remaining items. */
  fail(reason: unknown): void {
    this.#failure ??= { reason };
    this.#wake();
    this.#wakeProducers();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item> {
    while (true) {
      if (this.#head < this.#items.length) yield this.#take();
      else if (this.#failure) throw this.#failure.reason;
      else if (this.#isClosed) return;
      else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }

  #take(): Item {
    if (this.#compare && !this.#isSorted) {
      const waiting = this.#items.slice(this.#head) as Item[];
      this.#items = waiting.sort(this.#compare);
      this.#head = 0;
    }
    this.#isSorted = true;
    const item = this.#items[this.#head] as Item;
    // Lets a taken item be garbage collected.
    this.#items[this.#head++] = undefined;
    if (this.#head === this.#items.length || this.#head > 4096) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    if (this.#items.length - this.#head < this.#bound) this.#wakeProducers();
    return item;
  }

  #wakeProducers(): void {
    const woken = this.#producers;
    this.#producers = [];
    for (const wake of woken) wake();
  }
}
