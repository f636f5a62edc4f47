import { setImmediate as nextTurn } from 'node:timers/promises';

/** Maps many items, some at a time and in their order; between two of them other requests go on. Stops at a failure. */
export async function mapBounded<Item, Result>(
  items: readonly Item[],
  width: number,
  map: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const work = async (_: unknown, worker: number) => {
    for (let before = 16; before <= worker; before += 16) await nextTurn();
    while (next < items.length) {
      const at = next++;
      try {
        results[at] = await map(items[at] as Item, at);
      } catch (error) {
        next = items.length;
        throw error;
      }
      if (at % 16 === 15) await nextTurn();
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, work));
  return results;
}
