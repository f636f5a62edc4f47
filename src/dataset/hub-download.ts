/** Tasks from the hub: address, token and proxies, what its responses mean, and files in pieces. */
import { z } from 'zod';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { sha256 } from '../util/hash.ts';
import { createHttpFetch } from '../util/http-fetch.ts';
import { hubEndpoint } from '../util/hub.ts';
import { parseJson } from '../util/parse-json.ts';
import { readRetryAfterMs } from '../util/rate-limit-headers.ts';
import { type RetryOptions, retry } from '../util/retry.ts';
import type { LoadHubTasksOptions } from './load-hub-tasks.ts';
import { bounds, type LocatedRow, readParquetRows } from './task-file.ts';

export interface HubDownloadOptions
  extends Pick<LoadHubTasksOptions, 'variables' | 'fetch' | 'signal' | 'onProgress' | 'retries'> {
  /** `bigcode/bigcodebench` */
  readonly dataset: string;
  /** Name of the split: `v0.1.4`. */
  readonly version: string;
}

/** Downloads one version of a dataset: finds its parquet files, fetches them in pieces, checks and reads them. */
export async function downloadTaskRows(options: HubDownloadOptions): Promise<LocatedRow[]> {
  const { dataset, onProgress } = options;
  const hub = await openHub(options);
  const files = await findVersionFiles(hub, options);
  const totalBytes = files.reduce((sum, { size }) => sum + size, 0);
  let doneBytes = 0;
  const rows: LocatedRow[] = [];
  for (const file of files) {
    const content = await downloadFile(hub, `${dataset}/resolve/main/${file.path}`, file, (bytes) => {
      doneBytes += bytes;
      onProgress?.({ doneBytes, totalBytes });
    });
    rows.push(...(await readParquetRows(content.buffer, `${dataset}/${file.path}`)));
  }
  return rows;
}

const fileSchema = z.object({ path: z.string(), size: z.number(), lfs: z.object({ oid: z.string() }).optional() });
type HubFile = z.infer<typeof fileSchema>;

const versionFile = /^data\/(.+)-\d{5}-of-\d{5}\.parquet$/;

/** Splits are in the file names: `data/v0.1.4-00000-of-00001.parquet`. */
async function findVersionFiles(hub: Hub, { dataset, version }: HubDownloadOptions): Promise<HubFile[]> {
  const entries: HubFile[] = [];
  let page: string | undefined = `${hub.endpoint}/api/datasets/${dataset}/tree/main/data`;
  while (page !== undefined) {
    const { content, next } = await hub.get(page);
    const listing = z.array(fileSchema).safeParse(parseJson(content.toString('utf8')));
    if (!listing.success) {
      const message = `${hub.endpoint} does not respond like a hub: check HF_ENDPOINT.`;
      throw new BigCodeBenchError('DATASET', message, { cause: listing.error });
    }
    entries.push(...listing.data);
    page = next;
  }
  const versionOf = (path: string) => versionFile.exec(path)?.[1];
  const found = entries.filter(({ path }) => versionOf(path) === version);
  if (found.length > 0) return found.sort((a, b) => (a.path < b.path ? -1 : 1));
  const known = [...new Set(entries.flatMap(({ path }) => versionOf(path) ?? []))].sort();
  const hint = known.length > 0 ? `use one of ${known.join(', ')}` : 'it has no versions at all';
  throw new BigCodeBenchError('DATASET', `${dataset} has no version ${JSON.stringify(version)}: ${hint}.`);
}

const pieceBytes = 1024 * 1024;

/** Fetches a file in pieces, so that a dropped connection costs one piece; checks it against the hub's SHA-256. */
async function downloadFile(hub: Hub, name: string, { size, lfs }: HubFile, onBytes: (bytes: number) => void) {
  if (size > bounds.maxBytes) throw new BigCodeBenchError('DATASET', `${name} is larger than any set of tasks.`);
  const content = new Uint8Array(size);
  for (let start = 0; start < size; start += pieceBytes) {
    const end = Math.min(size, start + pieceBytes);
    content.set((await hub.get(`${hub.endpoint}/datasets/${name}`, { start, end })).content, start);
    onBytes(end - start);
  }
  if (lfs !== undefined && sha256(content) !== lfs.oid) {
    const message = `${name} was corrupted in transit: rerun the same command.`;
    throw new BigCodeBenchError('NETWORK', message, { isRetryable: true });
  }
  return content;
}

type Hub = Awaited<ReturnType<typeof openHub>>;

const defaultRetries: RetryOptions = { attempts: 5, baseDelayMs: 500, maxDelayMs: 60_000 };
const stallMs = 30_000;
const limits = { connect: { timeout: stallMs }, headersTimeout: stallMs, bodyTimeout: stallMs };

/** Reads `HF_ENDPOINT`, `HF_TOKEN` (or `HUGGING_FACE_HUB_TOKEN`) and the proxy variables. */
async function openHub({ variables, fetch, signal, retries }: HubDownloadOptions) {
  const endpoint = hubEndpoint(variables);
  if (!/^https?:\/\//.test(endpoint) || !URL.canParse(endpoint)) {
    throw new BigCodeBenchError('DATASET', `HF_ENDPOINT ${JSON.stringify(endpoint)} is not an http(s) URL.`);
  }
  const send = fetch ?? (await createHttpFetch(variables, limits));
  const token = (variables.HF_TOKEN || variables.HUGGING_FACE_HUB_TOKEN)?.trim();
  /** What is at this address, or in this range of it, and the address of the next page if there is one. */
  const getOnce = async (url: string, range?: { readonly start: number; readonly end: number }) => {
    const headers = {
      // Only the hub itself may see the token: fetch drops it where a redirect leads to another host.
      ...(token && url.startsWith(`${endpoint}/`) ? { authorization: `Bearer ${token}` } : {}),
      ...(range ? { range: `bytes=${range.start}-${range.end - 1}` } : {}),
    };
    try {
      const response = await send(url, { headers, signal: signal ?? null });
      const content = Buffer.from(await response.arrayBuffer());
      if (!response.ok) throw explainStatus(response, url, endpoint);
      if (range && content.byteLength !== range.end - range.start) throw new Error('a piece had a different length');
      return { content, next: /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1] };
    } catch (cause) {
      signal?.throwIfAborted();
      if (cause instanceof BigCodeBenchError) throw cause;
      const hint =
        'check your connection, HTTPS_PROXY or HF_ENDPOINT, or point BIGCODEBENCH_OVERRIDE_PATH to a local copy';
      const message = `The hub at ${endpoint} cannot be reached: ${hint}.`;
      throw new BigCodeBenchError('NETWORK', message, { cause, isRetryable: true });
    }
  };
  const options = { ...defaultRetries, ...retries, signal };
  return { endpoint, get: (...asked: Parameters<typeof getOnce>) => retry(() => getOnce(...asked), options) };
}

function explainStatus({ status, headers }: Response, url: string, endpoint: string): BigCodeBenchError {
  const { origin, pathname } = new URL(url);
  const retryAfterMs = readRetryAfterMs(Object.fromEntries(headers), Date.now());
  const data = { status, url: origin + pathname, retryAfterMs };
  const denied = `denied access (${status}): check HF_TOKEN and HF_ENDPOINT`;
  const absent = `has no ${pathname}: check HF_ENDPOINT and --dataset-version`;
  const refused = new Map([401, 403].map((each) => [each, denied])).set(404, absent).get(status);
  if (refused !== undefined) return new BigCodeBenchError('DATASET', `The hub at ${endpoint} ${refused}.`, { data });
  const sentence = `The hub at ${endpoint} responded with ${status}: rerun the same command later.`;
  const isRetryable = status === 408 || status === 429 || status >= 500;
  return new BigCodeBenchError('NETWORK', sentence, { data, isRetryable });
}
