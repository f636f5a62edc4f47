import type { ListFileEntry } from '@huggingface/hub';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { collect } from '../util/collect.ts';
import { sha256 } from '../util/hash.ts';
import { type RetryOptions, retry } from '../util/retry.ts';
import { type HubAccess, notAHub, unreachable } from './hub-access.ts';
import type { LoadHubTasksOptions } from './load-hub-tasks.ts';
import { bounds, type LocatedRow, readParquetRows } from './task-file.ts';

export interface HubDownloadOptions extends Pick<LoadHubTasksOptions, 'signal' | 'onProgress' | 'retries'> {
  readonly access: HubAccess;
  /** `bigcode/bigcodebench` */
  readonly dataset: string;
  /** Name of the split: `v0.1.4`. */
  readonly version: string;
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
    rows.push(...(await readParquetRows(content.buffer, `${dataset}/${file.path}`)));
  }
  return rows;
}

const versionFile = /^data\/(.+)-\d{5}-of-\d{5}\.parquet$/;

/** Splits are in the file names: `data/v0.1.4-00000-of-00001.parquet`. */
async function findVersionFiles(options: HubDownloadOptions): Promise<ListFileEntry[]> {
  const { access, dataset, version } = options;
  const { listFiles } = await import('@huggingface/hub');
  const entries = await retryHub(options, async () => {
    const repo = { type: 'dataset', name: dataset } as const;
    const fetch: HubAccess['fetch'] = (input, init) => fetchWhole(input, init, options);
    return collect(listFiles({ repo, path: 'data', hubUrl: access.endpoint, fetch })).catch(refuse(options, notAHub));
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
  const { access, dataset } = options;
  const { downloadFile: openFile } = await import('@huggingface/hub');
  const name = `${dataset}/${file.path}`;
  const blob = await retryHub(options, async () => {
    const repo = { type: 'dataset', name: dataset } as const;
    const request = { repo, path: file.path, hubUrl: access.endpoint, fetch: access.fetch };
    return openFile({ ...request, xet: false }).catch(refuse(options, notAHub));
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
    const message = `${name} was corrupted in transit: rerun the same command.`;
    throw new BigCodeBenchError('NETWORK', message, { isRetryable: true });
  }
  return content;
}

/** An error that is not one of ours comes from reading a response. */
function refuse({ access, signal }: HubDownloadOptions, explain: typeof notAHub): (error: unknown) => never {
  return (error) => {
    signal?.throwIfAborted();
    throw error instanceof BigCodeBenchError ? error : explain(access.endpoint, error);
  };
}

async function readPiece(blob: Blob, options: HubDownloadOptions): Promise<Uint8Array> {
  const piece = new Uint8Array(await blob.arrayBuffer().catch(refuse(options, unreachable)));
  if (piece.byteLength === blob.size) return piece;
  throw unreachable(options.access.endpoint, 'a piece had a different length than requested');
}

/** Reads the body here, to tell a dropped connection from a response that makes no sense. */
async function fetchWhole(
  input: Parameters<HubAccess['fetch']>[0],
  init: RequestInit | undefined,
  options: HubDownloadOptions,
): Promise<Response> {
  const response = await options.access.fetch(input, init);
  const { status, headers } = response;
  return new Response(await response.arrayBuffer().catch(refuse(options, unreachable)), { status, headers });
}

function retryHub<Result>(options: HubDownloadOptions, operation: () => Promise<Result>): Promise<Result> {
  return retry(operation, { ...defaultRetries, ...options.retries, signal: options.signal });
}
