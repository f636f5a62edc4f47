import { WorkQueue } from './work-queue.ts';

/** Items that are fetched whether or not somebody waits for them yet. */
export interface Prefetched<Item> extends AsyncIterable<Item> {
  /** Resolves when the source has ended, well or not. */
  readonly ended: Promise<void>;
}

/** Starts to take from a source at once and keeps what nobody has asked for yet. A failure reaches the consumer in turn. */
export function prefetch<Item>(source: AsyncIterable<Item>): Prefetched<Item> {
  const queue = new WorkQueue<Item>();
  const take = async () => {
    try {
      for await (const item of source) queue.push(item);
      queue.close();
    } catch (error) {
      queue.fail(error);
    }
  };
  const ended = take();
  return { ended, [Symbol.asyncIterator]: () => queue[Symbol.asyncIterator]() };
}
