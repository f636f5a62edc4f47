import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AsyncBuffer } from 'hyparquet';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { type PackManifest, packManifestSchema } from '../schema/pack-manifest.ts';
import type { Task } from '../schema/task.ts';
import { isRecord } from '../util/is-record.ts';
import { findJsonFault } from '../util/json-fault.ts';
import { describeArray, looksLikeArray, readLines } from '../util/json-lines.ts';
import type { OutputFile } from '../util/output-file.ts';
import { buildTaskRow, findMissingColumns, type RowOrigin, readColumns } from './task-row.ts';

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
function parseRowJson(text: string, origin: { readonly file: string; readonly line: number }): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const fault = findJsonFault(text);
    const line = origin.line + (fault?.line ?? 1) - 1;
    throw fileFault({ ...origin, line }, `is not JSON: ${fault?.message ?? 'invalid text'}`, cause);
  }
}

/** `tasks.jsonl:12 is not JSON.`; what it says is kept as data. */
function fileFault({ file, line }: RowOrigin, problem: string, cause?: unknown): BigCodeBenchError {
  const where = line === undefined ? file : `${file}:${line}`;
  const data = { file, ...(line === undefined ? {} : { line }), problem };
  return new BigCodeBenchError('DATASET', `${where} ${problem}.`, { cause, data });
}

/** Which file of a task folder contains which column; the rest is in `task.json`. */
export const columnFiles = {
  complete_prompt: 'prompt.py',
  canonical_solution: 'solution.py',
  test: 'test.py',
} as const;

/** Task folders of a pack, in natural order (`2` before `10`); a single task folder is a pack of one. */
export async function listTaskFolders(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true });
  if (entries.some(({ name }) => name === 'task.json')) return [path];
  const folders = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'));
  const { compare } = new Intl.Collator('en', { numeric: true });
  return folders.map(({ name }) => join(path, name)).sort(compare);
}

export async function* readTaskFolders(path: string, signal?: AbortSignal): AsyncGenerator<LocatedRow> {
  for (const folder of await listTaskFolders(path)) {
    signal?.throwIfAborted();
    yield readTaskFolder(folder);
  }
}

export async function readTaskFolder(folder: string): Promise<LocatedRow> {
  const file = join(folder, 'task.json');
  const [facts, ...columns] = await Promise.all([
    readText(file).then((text) => parseJsonObject(text, file)),
    ...Object.entries(columnFiles).map(async ([column, name]) => [column, await readText(join(folder, name))] as const),
  ]);
  return { row: { ...facts, ...Object.fromEntries(columns) }, origin: { file } };
}

export function buildTaskFolder(task: Task): OutputFile<string>[] {
  const row: Readonly<Record<string, unknown>> = buildTaskRow(task);
  const facts = Object.entries(row).filter(([column]) => !Object.hasOwn(columnFiles, column));
  return [
    { path: 'task.json', content: `${JSON.stringify(Object.fromEntries(facts), null, 2)}\n` },
    ...Object.entries(columnFiles).map(([column, path]) => ({ path, content: String(row[column]) })),
  ];
}

/** A pack's `manifest.json`; undefined if it has none. */
export async function loadPackManifest(path: string): Promise<PackManifest | undefined> {
  const file = join(path, 'manifest.json');
  if (!(await readdir(path)).includes('manifest.json')) return undefined;
  const text = await readText(file);
  const parsed = packManifestSchema.safeParse(parseJsonObject(text, file));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const [key] = issue?.path ?? [];
  const problem = `${issue?.path.length ? `field ${JSON.stringify(issue.path.join('.'))}: ` : ''}${issue?.message}`;
  const line = key === undefined ? 1 : findKeyLine(text, String(key));
  throw new BigCodeBenchError('DATASET', `${file}:${line}: ${problem}.`, { data: { file, line, problem } });
}

/** The line, from 1, that has this key in conventionally formatted JSON. */
export function findKeyLine(json: string, key: string): number {
  const at = json.split('\n').findIndex((line) => line.includes(`${JSON.stringify(key)}:`));
  return at < 0 ? 1 : at + 1;
}

function parseJsonObject(text: string, file: string): Record<string, unknown> {
  const value = parseRowJson(text, { file, line: 1 });
  if (isRecord(value)) return value;
  throw fileFault({ file }, 'is not a JSON object');
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw fileFault({ file }, 'is missing', cause);
  }
}
