/**
 * Passes items from producers to one consumer: the smallest waiting one by `compare`, the oldest among equals. The
 * consumer waits while it is empty and ends after `close`.
 */
export class WorkQueue<Item> implements AsyncIterable<Item> {
  #items: (Item | undefined)[] = [];
  /** Items before this one are gone. */
  #head = 0;
  #isSorted = true;
  #isClosed = false;
  #failure: { readonly reason: unknown } | undefined;
  #wake: () => void = () => {};
  readonly #compare: ((a: Item, b: Item) => number) | undefined;

  constructor(compare?: (a: Item, b: Item) => number) {
    this.#compare = compare;
  }

  push(item: Item): void {
    this.#items.push(item);
    this.#isSorted = false;
    this.#wake();
  }

  /** No more items will come. */
  close(): void {
    this.#isClosed = true;
    this.#wake();
  }

  /** The consumer gets this error after the remaining items. */
  fail(reason: unknown): void {
    this.#failure ??= { reason };
    this.#wake();
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
    return item;
  }
}
