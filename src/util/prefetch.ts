import { WorkQueue } from './work-queue.ts';

/** Items that are fetched before anyone waits for them. */
export interface Prefetched<Item> extends AsyncIterable<Item> {
  /** Resolves when the source has ended, successfully or not. */
  readonly ended: Promise<void>;
}

/** Reads a source right away and buffers what nobody has requested yet. A failure reaches the consumer in order. */
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
