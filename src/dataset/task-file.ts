import { stat } from 'node:fs/promises';
import type { AsyncBuffer } from 'hyparquet';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { findJsonFault } from '../util/json-fault.ts';
import { describeArray, looksLikeArray, readLines } from '../util/json-lines.ts';
import { findMissingColumns, type RowOrigin, readColumns } from './task-row.ts';

export interface LocatedRow {
  readonly row: unknown;
  readonly origin: RowOrigin;
  /** Why it could not be read; `row` is undefined then. */
  readonly fault?: BigCodeBenchError;
}

/** Far above any real set of tasks: bounds the memory that a wrong file can take. */
export const bounds = { maxRows: 100_000, maxLineBytes: 16 * 1024 * 1024, maxBytes: 1024 * 1024 * 1024 };
const tooLarge = `contains more than ${bounds.maxBytes} bytes of tasks`;

/** The rows of a JSONL, JSONL.gz or parquet file. */
export function readTaskFile(path: string, signal?: AbortSignal): AsyncGenerator<LocatedRow> {
  return path.endsWith('.parquet') ? readParquetFile(path) : readJsonLinesFile(path, signal);
}

async function* readParquetFile(path: string): AsyncGenerator<LocatedRow> {
  const { asyncBufferFromFile } = await import('hyparquet');
  if ((await stat(path)).size > bounds.maxBytes) throw fileFault({ file: path }, tooLarge);
  yield* await readParquetRows(await asyncBufferFromFile(path), path);
}

/** The rows of a parquet file of tasks; any other file, or one that is too large, is an error. */
export async function readParquetRows(bytes: AsyncBuffer, file: string): Promise<LocatedRow[]> {
  const { maxRows, maxBytes } = bounds;
  const [{ parquetMetadataAsync, parquetReadObjects, parquetSchema }, { compressors }] = await Promise.all([
    import('hyparquet'),
    import('hyparquet-compressors'),
  ]);
  const metadata = await parquetMetadataAsync(bytes).catch((cause: unknown) => {
    throw fileFault({ file }, 'is not a parquet file, or is truncated', cause);
  });
  const columns = parquetSchema(metadata).children.map(({ element }) => element.name);
  const missing = findMissingColumns(columns).map((name) => JSON.stringify(name));
  if (missing.length > 0) throw fileFault({ file }, `has no column ${missing.join(', ')}`);
  if (metadata.num_rows > BigInt(maxRows)) throw fileFault({ file }, `has more than ${maxRows} rows`);
  const unpackedBytes = metadata.row_groups.reduce((sum, { total_byte_size }) => sum + total_byte_size, 0n);
  if (unpackedBytes > BigInt(maxBytes)) throw fileFault({ file }, `unpacks to more than ${maxBytes} bytes`);
  const taken = columns.filter((column) => readColumns.includes(column));
  const rows = await parquetReadObjects({ file: bytes, metadata, compressors, columns: taken }).catch((cause) => {
    throw fileFault({ file }, 'cannot be read: its data is damaged', cause);
  });
  return rows.map((row, at) => ({ row, origin: { file, row: at + 1 } }));
}

async function* readJsonLinesFile(file: string, signal?: AbortSignal): AsyncGenerator<LocatedRow> {
  let totalBytes = 0;
  try {
    for await (const { number: line, text } of readLines(file, bounds)) {
      signal?.throwIfAborted();
      totalBytes += text.length;
      if (totalBytes > bounds.maxBytes) throw fileFault({ file }, tooLarge);
      if (line === 1 && looksLikeArray(text)) throw fileFault({ file }, describeArray(file));
      yield parseRow(text, { file, line });
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw code.startsWith('Z_') ? fileFault({ file }, 'is not a gzip file, or is truncated', error) : error;
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

/** The value of a JSON text that begins on this line of a file. The error names the line it breaks on. */
export function parseRowJson(text: string, origin: { readonly file: string; readonly line: number }): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const fault = findJsonFault(text);
    const line = origin.line + (fault?.line ?? 1) - 1;
    throw fileFault({ ...origin, line }, `is not JSON: ${fault?.message ?? 'invalid text'}`, cause);
  }
}

/** `tasks.jsonl:12 is not JSON.`; what it says is kept as data. */
export function fileFault({ file, line }: RowOrigin, problem: string, cause?: unknown): BigCodeBenchError {
  const where = line === undefined ? file : `${file}:${line}`;
  const data = { file, ...(line === undefined ? {} : { line }), problem };
  return new BigCodeBenchError('DATASET', `${where} ${problem}.`, { cause, data });
}
