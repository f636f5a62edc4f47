import type { ListFileEntry } from '@huggingface/hub';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { sha256 } from '../util/hash.ts';
import { type RetryOptions, retry } from '../util/retry.ts';
import { type HubAccess, notAHub, unreachable } from './hub-access.ts';
import { readParquetRows } from './parquet-rows.ts';
import { bounds, type LocatedRow } from './task-file.ts';

export interface DownloadProgress {
  readonly doneBytes: number;
  readonly totalBytes: number;
}

export interface HubDownloadOptions {
  readonly access: HubAccess;
  /** `bigcode/bigcodebench` */
  readonly dataset: string;
  /** Name of the split: `v0.1.4`. */
  readonly version: string;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: DownloadProgress) => void) | undefined;
  readonly retries?: Partial<RetryOptions> | undefined;
}

const defaultRetries: RetryOptions = { attempts: 5, baseDelayMs: 500, maxDelayMs: 60_000 };

/** Downloads one version of a dataset: finds its parquet files, fetches them in pieces, checks and reads them. */
export async function downloadTaskRows(options: HubDownloadOptions): Promise<LocatedRow[]> {
  const { dataset, onProgress } = options;
  const files = await findVersionFiles(options);
  const totalBytes = files.reduce((sum, { size }) => sum + size, 0);
  let finishedBytes = 0;
  const rows: LocatedRow[] = [];
  for (const file of files) {
    const content = await downloadFile(file, options, (doneBytes) =>
      onProgress?.({ doneBytes: finishedBytes + doneBytes, totalBytes }),
    );
    finishedBytes += content.byteLength;
    const name = `${dataset}/${file.path}`;
    const read = await readParquetRows(content.buffer, { file: name, ...bounds });
    rows.push(...read.map((row, at) => ({ row, origin: { file: name, row: at + 1 } })));
  }
  return rows;
}

const versionFile = /^data\/(.+)-\d{5}-of-\d{5}\.parquet$/;

/** Splits are in the file names: `data/v0.1.4-00000-of-00001.parquet`. */
async function findVersionFiles(options: HubDownloadOptions): Promise<ListFileEntry[]> {
  const { access, dataset, version, signal } = options;
  const { listFiles } = await import('@huggingface/hub');
  const entries = await retryHub(options, async () => {
    const listed: ListFileEntry[] = [];
    try {
      const files = listFiles({
        repo: { type: 'dataset', name: dataset },
        path: 'data',
        hubUrl: access.endpoint,
        fetch: (input, init) => fetchWhole(input, init, options),
      });
      for await (const entry of files) listed.push(entry);
    } catch (error) {
      signal?.throwIfAborted();
      throw error instanceof BigCodeBenchError ? error : notAHub(access.endpoint, error);
    }
    return listed;
  });
  const versionOf = (path: string) => versionFile.exec(path)?.[1];
  const found = entries.filter(({ path }) => versionOf(path) === version);
  if (found.length > 0) return found.sort((a, b) => (a.path < b.path ? -1 : 1));
  const known = [...new Set(entries.flatMap(({ path }) => versionOf(path) ?? []))].sort();
  const hint = known.length > 0 ? `use one of ${known.join(', ')}` : 'it has no versions at all';
  throw new BigCodeBenchError('DATASET', `${dataset} has no version ${JSON.stringify(version)}: ${hint}.`);
}

const pieceBytes = 1024 * 1024;

/** Fetches a file in pieces, so that a dropped connection costs one piece; checks it against the hub's SHA-256. */
async function downloadFile(
  file: ListFileEntry,
  options: HubDownloadOptions,
  onBytes: (doneBytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const { access, dataset, signal } = options;
  const { downloadFile: openFile } = await import('@huggingface/hub');
  const name = `${dataset}/${file.path}`;
  const blob = await retryHub(options, async () => {
    try {
      const repo = { type: 'dataset', name: dataset } as const;
      const request = { repo, path: file.path, hubUrl: access.endpoint, fetch: access.fetch };
      return await openFile({ ...request, xet: false });
    } catch (error) {
      signal?.throwIfAborted();
      throw error instanceof BigCodeBenchError ? error : notAHub(access.endpoint, error);
    }
  });
  if (!blob) throw notAHub(access.endpoint);
  if (blob.size > bounds.maxBytes) throw new BigCodeBenchError('DATASET', `${name} is larger than any set of tasks.`);
  const content = new Uint8Array(blob.size);
  for (let start = 0; start < blob.size; start += pieceBytes) {
    const end = Math.min(blob.size, start + pieceBytes);
    const piece = await retryHub(options, () => readPiece(blob.slice(start, end), options));
    content.set(piece, start);
    onBytes(end);
  }
  if (file.lfs !== undefined && sha256(content) !== file.lfs.oid) {
    throw new BigCodeBenchError('NETWORK', `${name} was corrupted in transit: rerun the same command.`, {
      isRetryable: true,
    });
  }
  return content;
}

async function readPiece(blob: Blob, { access, signal }: HubDownloadOptions): Promise<Uint8Array> {
  try {
    const piece = new Uint8Array(await blob.arrayBuffer());
    if (piece.byteLength === blob.size) return piece;
  } catch (error) {
    signal?.throwIfAborted();
    throw error instanceof BigCodeBenchError ? error : unreachable(access.endpoint, error);
  }
  throw unreachable(access.endpoint, 'a piece had a different length than requested');
}

/** Reads the body here, to tell a dropped connection from a response that makes no sense. */
async function fetchWhole(
  input: Parameters<HubAccess['fetch']>[0],
  init: RequestInit | undefined,
  { access, signal }: HubDownloadOptions,
): Promise<Response> {
  const response = await access.fetch(input, init);
  try {
    return new Response(await response.arrayBuffer(), { status: response.status, headers: response.headers });
  } catch (cause) {
    signal?.throwIfAborted();
    throw unreachable(access.endpoint, cause);
  }
}

function retryHub<Result>(options: HubDownloadOptions, operation: () => Promise<Result>): Promise<Result> {
  return retry(operation, { ...defaultRetries, ...options.retries, signal: options.signal });
}
