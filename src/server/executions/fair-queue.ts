/** Who goes first: people wait for `urgent` items, `bulk` ones fill the remaining slots. */
export type Urgency = 'urgent' | 'bulk';

type Line<Item> = Readonly<Record<Urgency, Set<Item>>>;

/**
 * What waits, by owner. Owners take turns, so that one with 10,000 items does not keep out one with a single item;
 * within an owner's line the oldest goes first.
 */
export class FairQueue<Item> {
  readonly #lines = new Map<string, Line<Item>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(owner: string, item: Item, urgency: Urgency = 'urgent'): void {
    const line = this.#lines.get(owner) ?? { urgent: new Set(), bulk: new Set() };
    this.#lines.set(owner, line);
    line[urgency].add(item);
    this.#size++;
  }

  /** Takes an item out of turn; false if it is no longer waiting. */
  remove(owner: string, item: Item): boolean {
    const line = this.#lines.get(owner);
    if (line === undefined || !(line.urgent.delete(item) || line.bulk.delete(item))) return false;
    this.#forget(owner, line);
    this.#size--;
    return true;
  }

  /** The next item of the owner whose turn it is, among those that may have one more. */
  take(mayHaveMore: (owner: string) => boolean = () => true): Item | undefined {
    return this.#takeFrom('urgent', mayHaveMore) ?? this.#takeFrom('bulk', mayHaveMore);
  }

  #takeFrom(urgency: Urgency, mayHaveMore: (owner: string) => boolean): Item | undefined {
    for (const [owner, line] of this.#lines) {
      const [item] = line[urgency];
      if (item === undefined || !mayHaveMore(owner)) continue;
      line[urgency].delete(item);
      this.#size--;
      // To the end of the row: the others come first now.
      this.#lines.delete(owner);
      this.#lines.set(owner, line);
      this.#forget(owner, line);
      return item;
    }
    return undefined;
  }

  #forget(owner: string, { urgent, bulk }: Line<Item>): void {
    if (urgent.size === 0 && bulk.size === 0) this.#lines.delete(owner);
  }
}
