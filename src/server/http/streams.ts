import { setImmediate as nextTurn } from 'node:timers/promises';
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

/** About how much of a long answer is made at once. */
const blockLength = 64 * 1024;

/** Facts and a list as JSON, made piece by piece: a long list would hold the event loop, or be no string any more. */
export function respondList(c: Context, name: string, items: Iterable<unknown>, facts: object = {}): Response {
  async function* pieces(): AsyncGenerator<string> {
    let block = JSON.stringify({ ...facts, [name]: [] }).slice(0, -2);
    let comma = '';
    for (const item of items) {
      block += `${comma}${JSON.stringify(item)}`;
      comma = ',';
      if (block.length < blockLength) continue;
      yield block;
      block = '';
      await nextTurn();
    }
    yield `${block}]}`;
  }
  return c.body(streamText(pieces), 200, { 'Content-Type': 'application/json' });
}

export function respondEvents(c: Context, blocks: AsyncIterable<string>): Response {
  const body = streamText(() => blocks);
  return c.body(body, 200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' });
}

export const heartbeatMs = 15_000;

/** The same with a heartbeat whenever nothing came for a while: proxies and clients close a silent connection. */
export async function* withHeartbeats(texts: AsyncIterable<string>, heartbeat: string): AsyncGenerator<string> {
  const source = texts[Symbol.asyncIterator]();
  let next = source.next();
  try {
    for (;;) {
      const result = await within(heartbeatMs, next, () => undefined);
      if (result?.done) return;
      yield result === undefined ? heartbeat : result.value;
      if (result !== undefined) next = source.next();
    }
  } finally {
    void source.return?.();
  }
}
