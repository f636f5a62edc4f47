import { StringDecoder } from 'node:string_decoder';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';

/** Calls back with each complete line of chunks; only `\n` ends one. `maxLineLength` bounds memory. */
export function createLineDecoder(onLine: (line: string) => void, { maxLineLength = 256 << 20 } = {}) {
  const decoder = new StringDecoder('utf8');
  let pending = '';
  return (chunk: Buffer | string) => {
    const text = typeof chunk === 'string' ? chunk : decoder.write(chunk);
    let from = 0;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', from)) {
      const line = pending + text.slice(from, at);
      pending = '';
      from = at + 1;
      onLine(line);
    }
    pending += text.slice(from);
    if (pending.length > maxLineLength) {
      throw new BigCodeBenchError('BAD_INPUT', `A line is longer than ${maxLineLength} characters.`);
    }
  };
}
