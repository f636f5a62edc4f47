import { readFile } from 'node:fs/promises';
import type { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { errorCodeOf } from '../util/system-error.ts';

/** The error that says what is wrong with a file. */
export type Fault = (origin: string, what: string, cause?: unknown) => BigCodeBenchError;

export function readInputFile(path: string, fault: Fault): Promise<string> {
  return readFile(path, 'utf8').catch((cause: unknown) => {
    throw fault(path, errorCodeOf(cause) === 'ENOENT' ? 'no such file' : String(cause), cause);
  });
}

export function findRepeated(names: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return names.find((name) => seen.size === seen.add(name).size);
}
