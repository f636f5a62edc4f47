import { RequestFault } from './request-fault.ts';

export const ndjsonType = 'application/x-ndjson';

export interface NumberedLine {
  /** From 1. */
  readonly number: number;
  readonly text: string;
}

/** The lines of a body as they arrive; blank ones are left out. Only `\n` ends a line. */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
  maxLineBytes: number,
): AsyncGenerator<NumberedLine> {
  const decoder = new TextDecoder();
  let rest = '';
  let number = 0;
  const finish = (text: string): NumberedLine | undefined => {
    number++;
    return text.trim() === '' ? undefined : { number, text };
  };
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) {
      const line = finish(text);
      if (line !== undefined) yield line;
    }
    if (rest.length > maxLineBytes) throw new RequestFault(413, `Line ${number + 1} is too long.`);
  }
  const last = finish(rest + decoder.decode());
  if (last !== undefined) yield last;
}

/** A body that is written as values come. The signal is aborted when its reader leaves. */
export function streamLines(create: (signal: AbortSignal) => AsyncIterable<unknown>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const stop = new AbortController();
  const source = create(stop.signal)[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await source.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(`${JSON.stringify(value)}\n`));
    },
    cancel() {
      // What is pulled already settles by the signal; waiting for it here would wait for the jobs.
      stop.abort(new DOMException('The reader left.', 'AbortError'));
      void source.return?.()?.catch(() => {});
    },
  });
}
