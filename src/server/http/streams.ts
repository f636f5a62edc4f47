import type { Context } from 'hono';
import { within } from './within.ts';

/** A body that is written as pieces of text come. The signal is aborted when its reader leaves. */
export function streamText(create: (left: AbortSignal) => AsyncIterable<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const stop = new AbortController();
  const source = create(stop.signal)[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await source.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel() {
      // What is pulled already settles by the signal; waiting for it here would wait for the jobs.
      stop.abort(new DOMException('The reader left.', 'AbortError'));
      void source.return?.()?.catch(() => {});
    },
  });
}

export function respondEvents(c: Context, blocks: AsyncIterable<string>): Response {
  return c.body(
    streamText(() => blocks),
    200,
    { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' },
  );
}

export const heartbeatMs = 15_000;

/**
 * Items as text, where they have one, and a heartbeat whenever none came for a while: proxies and clients close a
 * silent connection.
 */
export async function* withHeartbeats<Item>(
  items: AsyncIterable<Item>,
  { format, heartbeat }: { readonly format: (item: Item) => string | undefined; readonly heartbeat: string },
): AsyncGenerator<string> {
  const source = items[Symbol.asyncIterator]();
  let next = source.next();
  try {
    for (;;) {
      const result = await within(heartbeatMs, next, () => undefined);
      if (result?.done) return;
      const text = result === undefined ? heartbeat : format(result.value);
      if (text !== undefined) yield text;
      if (result !== undefined) next = source.next();
    }
  } finally {
    void source.return?.();
  }
}
