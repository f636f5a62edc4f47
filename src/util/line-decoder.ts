import { StringDecoder } from 'node:string_decoder';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';

/**
 * Collects chunks of text and calls back with each complete line. Only `\n` ends a line. A line longer than
 * `maxLineLength` is an error, which bounds memory.
 */
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
