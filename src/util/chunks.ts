/** The items in groups of `size`; the last may be smaller. */
export function* chunksOf<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}

/** The items in groups that end with the item that brings their size to `most`. */
export function* chunksBySize<Item>(items: readonly Item[], sizeOf: (item: Item) => number, most: number) {
  let chunk: Item[] = [];
  let size = 0;
  for (const item of items) {
    chunk.push(item);
    size += sizeOf(item);
    if (size < most) continue;
    yield chunk;
    chunk = [];
    size = 0;
  }
  if (chunk.length > 0) yield chunk;
}
