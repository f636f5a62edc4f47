import { stat } from 'node:fs/promises';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { describeArray, looksLikeArray } from '../util/json-array.ts';
import { readLines } from '../util/json-lines.ts';
import { readParquetRows } from './parquet-rows.ts';
import { parseRowJson } from './parse-row-json.ts';
import type { RowOrigin } from './task-row.ts';

/** An unchecked row, and where it was read from. */
export interface LocatedRow {
  readonly row: unknown;
  readonly origin: RowOrigin;
  /** Why it could not be read; `row` is undefined then. */
  readonly fault?: BigCodeBenchError;
}

/** Far above any real set of tasks: bounds the memory that a wrong file can take. */
export const bounds = { maxRows: 100_000, maxLineBytes: 16 * 1024 * 1024, maxBytes: 1024 * 1024 * 1024 };

/** The rows of a JSONL, JSONL.gz or parquet file. */
export async function* readTaskFile(path: string, signal?: AbortSignal): AsyncGenerator<LocatedRow> {
  if (path.endsWith('.parquet')) yield* readParquetFile(path);
  else yield* readJsonLinesFile(path, signal);
}

async function* readParquetFile(path: string): AsyncGenerator<LocatedRow> {
  const { asyncBufferFromFile } = await import('hyparquet');
  if ((await stat(path)).size > bounds.maxBytes) throw tooLarge(path);
  const rows = await readParquetRows(await asyncBufferFromFile(path), { file: path, ...bounds });
  for (const [at, row] of rows.entries()) yield { row, origin: { file: path, row: at + 1 } };
}

async function* readJsonLinesFile(path: string, signal?: AbortSignal): AsyncGenerator<LocatedRow> {
  let totalBytes = 0;
  try {
    for await (const { number, text } of readLines(path, bounds)) {
      signal?.throwIfAborted();
      totalBytes += text.length;
      if (totalBytes > bounds.maxBytes) throw tooLarge(path);
      if (number === 1 && looksLikeArray(text)) throw arrayError(path);
      yield parseRow(text, { file: path, line: number });
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && isGzipFault(error.code)) {
      const problem = 'is not a gzip file, or is truncated';
      throw new BigCodeBenchError('DATASET', `${path} ${problem}.`, {
        cause: error,
        data: { file: path, problem },
      });
    }
    throw error;
  }
}

function parseRow(text: string, origin: { file: string; line: number }): LocatedRow {
  try {
    return { row: parseRowJson(text, origin), origin };
  } catch (fault) {
    if (!(fault instanceof BigCodeBenchError)) throw fault;
    return { row: undefined, origin, fault };
  }
}

function arrayError(file: string): BigCodeBenchError {
  const problem = describeArray(file);
  return new BigCodeBenchError('DATASET', `${file} ${problem}.`, { data: { file, line: 1, problem } });
}

function isGzipFault(code: unknown): boolean {
  return typeof code === 'string' && code.startsWith('Z_');
}

function tooLarge(file: string): BigCodeBenchError {
  return new BigCodeBenchError('DATASET', `${file} contains more than ${bounds.maxBytes} bytes of tasks.`, {
    data: { file },
  });
}
