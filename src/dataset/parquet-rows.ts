import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { datasetColumns, findMissingColumns } from './task-row.ts';

/** What a parquet reader needs from a file: its size and ranges of it. */
export interface ParquetBytes {
  readonly byteLength: number;
  slice(start: number, end?: number): ArrayBuffer | Promise<ArrayBuffer>;
}

export interface ParquetRowsOptions {
  /** For messages. */
  readonly file: string;
  readonly maxRows: number;
  readonly maxBytes: number;
}

/** The rows of a parquet file of tasks; any other file, or one that is too large, is an error. */
export async function readParquetRows(
  bytes: ParquetBytes,
  options: ParquetRowsOptions,
): Promise<Record<string, unknown>[]> {
  const { file, maxRows, maxBytes } = options;
  const [{ parquetMetadataAsync, parquetReadObjects, parquetSchema }, { compressors }] = await Promise.all([
    import('hyparquet'),
    import('hyparquet-compressors'),
  ]);
  const fail = (problem: string, cause?: unknown) =>
    new BigCodeBenchError('DATASET', `${file} ${problem}.`, { cause, data: { file, problem } });
  const metadata = await parquetMetadataAsync(bytes).catch((cause: unknown) => {
    throw fail('is not a parquet file, or is truncated', cause);
  });
  const columns = parquetSchema(metadata).children.map(({ element }) => element.name);
  const missing = findMissingColumns(columns);
  if (missing.length > 0) throw fail(`has no column ${missing.map((name) => JSON.stringify(name)).join(', ')}`);
  if (metadata.num_rows > BigInt(maxRows)) throw fail(`has more than ${maxRows} rows`);
  const unpackedBytes = metadata.row_groups.reduce((sum, { total_byte_size }) => sum + total_byte_size, 0n);
  if (unpackedBytes > BigInt(maxBytes)) throw fail(`unpacks to more than ${maxBytes} bytes`);
  const wanted = new Set<string>([...datasetColumns, 'domains', 'prompt']);
  try {
    return await parquetReadObjects({
      file: bytes,
      metadata,
      compressors,
      columns: columns.filter((column) => wanted.has(column)),
    });
  } catch (cause) {
    throw fail('cannot be read: its data is damaged', cause);
  }
}
