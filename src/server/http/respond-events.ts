import type { Context } from 'hono';
import { streamText } from './stream-text.ts';

export const heartbeatMs = 15_000;

/** Numbered events as a stream, with a comment whenever nothing has happened for a while. */
export function respondEvents(
  c: Context,
  events: AsyncIterable<{ readonly index: number; readonly event: unknown }>,
): Response {
  const blocks = withSilence(events, {
    tell: ({ index, event }) => `id: ${index}\ndata: ${JSON.stringify(event)}\n\n`,
    silence: ': nothing new\n\n',
  });
  return respondEventStream(c, blocks);
}

export function respondEventStream(c: Context, blocks: AsyncIterable<string>): Response {
  return c.body(streamText(blocks), 200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' });
}

export interface SilenceOptions<Item> {
  readonly tell: (item: Item) => string;
  /** Written when nothing happened for a while, so that the connection is not taken for dead. */
  readonly silence: string;
}

export async function* withSilence<Item>(
  items: AsyncIterable<Item>,
  options: SilenceOptions<Item>,
): AsyncGenerator<string> {
  const source = items[Symbol.asyncIterator]();
  let next = source.next();
  try {
    for (;;) {
      const result = await orSilence(next);
      if (result === undefined) {
        yield options.silence;
        continue;
      }
      if (result.done) return;
      yield options.tell(result.value);
      next = source.next();
    }
  } finally {
    void source.return?.();
  }
}

async function orSilence<Value>(work: Promise<Value>): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const quiet = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, heartbeatMs, undefined);
    timer.unref();
  });
  return Promise.race([work, quiet]).finally(() => clearTimeout(timer));
}
