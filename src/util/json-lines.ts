import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { fileError } from '../error/bigcodebench-error.ts';

/** `number`: from 1. */
export type Line = Readonly<{ number: number; text: string }>;

const newline = 0x0a;

/** The non-blank lines of a file, gunzipped if it is `.gz`; invalid UTF-8 and longer lines are errors. */
export async function* readLines(path: string, { maxLineBytes = 512 << 20 } = {}): AsyncGenerator<Line> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const file = createReadStream(path);
  const stream = path.endsWith('.gz') ? file.pipe(createGunzip()) : file;
  file.on('error', (error) => stream.destroy(error));
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  let number = 0;
  const finishLine = (): Line | undefined => {
    number++;
    const bytes = pending.length === 1 ? (pending[0] as Buffer) : Buffer.concat(pending);
    pending = [];
    pendingBytes = 0;
    let text: string;
    try {
      text = decoder.decode(bytes);
    } catch (cause) {
      throw fileError(path, `${path}:${number} is not valid UTF-8.`, { cause, data: { line: number } });
    }
    return text.trim() === '' ? undefined : { number, text };
  };
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      let from = 0;
      for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
        pending.push(chunk.subarray(from, at));
        from = at + 1;
        const line = finishLine();
        if (line) yield line;
      }
      if (from < chunk.length) {
        pending.push(chunk.subarray(from));
        pendingBytes += chunk.length - from;
        if (pendingBytes > maxLineBytes) {
          const line = number + 1;
          throw fileError(path, `${path}:${line} is longer than ${maxLineBytes} bytes.`, { data: { line } });
        }
      }
    }
    if (pendingBytes > 0) {
      const line = finishLine();
      if (line) yield line;
    }
  } finally {
    file.destroy();
    stream.destroy();
  }
}

/** Whether the first line of a file shows a JSON array where one JSON object per line is expected. */
export function looksLikeArray(firstLine: string): boolean {
  return firstLine.trimStart().startsWith('[');
}

export function describeArray(path: string): string {
  return `is a JSON array, not JSON Lines: run \`jq -c '.[]' ${path} > ${path.replace(/\.json(l?)$/, '')}.lines.jsonl\` and use its output`;
}
