import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { findJsonFault } from '../util/json-fault.ts';

/** The value of a JSON text that begins on this line of a file. The error names the line it breaks on. */
export function parseRowJson(text: string, origin: { readonly file: string; readonly line: number }): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const { file } = origin;
    const fault = findJsonFault(text);
    const line = origin.line + (fault?.line ?? 1) - 1;
    const problem = `is not JSON: ${fault?.message ?? 'invalid text'}`;
    throw new BigCodeBenchError('DATASET', `${file}:${line} ${problem}.`, { cause, data: { file, line, problem } });
  }
}
