import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { BigCodeBenchError, usageError } from '../error/bigcodebench-error.ts';
import { writeFileAtomic } from '../util/atomic-file.ts';
import { resolveCacheFolder } from '../util/cache-folder.ts';
import { sha256 } from '../util/hash.ts';
import { isHubOffline } from '../util/hub.ts';
import type { RetryOptions } from '../util/retry.ts';
import { errorCodeOf, isAbsent } from '../util/system-error.ts';
import type { LocatedRow } from './task-file.ts';
import { hashTasks, parseTaskRows, type TaskSet } from './task-set.ts';

export const defaultDatasetVersion = 'v0.1.4';

/** The dataset of each subset on the hub; the last part also names its tasks and files. */
const hubDatasets = { full: 'bigcode/bigcodebench', hard: 'bigcode/bigcodebench-hard' } as const;

export interface LoadHubTasksOptions {
  readonly subset: keyof typeof hubDatasets;
  readonly version?: string | undefined;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Folder of the verified copies of the hub's data; default `BCB_CACHE_DIR`, or the user's cache folder. */
  readonly cacheDir?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: { readonly doneBytes: number; readonly totalBytes: number }) => void) | undefined;
  /** Called when a damaged copy is downloaded again. */
  readonly onWarning?: ((sentence: string) => void) | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly retries?: Partial<RetryOptions> | undefined;
}

/** Loads tasks from the cache, or from the hub if the copy is missing or damaged. */
export async function loadHubTasks(options: LoadHubTasksOptions): Promise<TaskSet> {
  const { subset, version = defaultDatasetVersion, signal } = options;
  signal?.throwIfAborted();
  const path = resolveCachedPath(options);
  const cached = await readCachedFile(path);
  const rows = cached.state === 'intact' ? parseLines(cached.content, path) : await fetchRows(path, cached, options);
  const tasks = await parseTaskRows(rows, path);
  if (cached.state !== 'intact') await keepRows(path, rows, options);
  return { name: basename(hubDatasets[subset]), version, tasks, hash: hashTasks(tasks) };
}

/** A cache that cannot be written only costs a download next time. */
async function keepRows(path: string, rows: readonly LocatedRow[], { onWarning }: LoadHubTasksOptions): Promise<void> {
  try {
    await writeCachedFile(path, rows.map(({ row }) => `${JSON.stringify(row)}\n`).join(''));
  } catch (error) {
    const code = errorCodeOf(error);
    if (code === undefined) throw error;
    onWarning?.(`${path} cannot be written (${code}); the tasks will be downloaded again next time.`);
  }
}

export function resolveCachedPath(options: Pick<LoadHubTasksOptions, 'subset' | 'version' | 'cacheDir' | 'variables'>) {
  const { subset, version = defaultDatasetVersion, variables, cacheDir = resolveCacheFolder(variables) } = options;
  if (!/^[\w.-]+$/.test(version)) {
    throw usageError(`${JSON.stringify(version)} is not a dataset version; an example is v0.1.4.`);
  }
  return join(cacheDir, 'dataset', `${basename(hubDatasets[subset])}-${version}.jsonl`);
}

async function fetchRows(path: string, cached: CachedFile, options: LoadHubTasksOptions): Promise<LocatedRow[]> {
  const { subset, version = defaultDatasetVersion, variables, onWarning } = options;
  const isDamaged = cached.state === 'damaged';
  if (isHubOffline(variables)) {
    const what = isDamaged ? `${path} is damaged` : `${hubDatasets[subset]} ${version} is not in the cache`;
    const hint = 'unset it and run `bcb dataset pull`, or point BIGCODEBENCH_OVERRIDE_PATH to a local copy';
    throw new BigCodeBenchError('DATASET', `${what} and HF_HUB_OFFLINE is set: ${hint}.`, { data: { file: path } });
  }
  if (isDamaged) onWarning?.(`${path} does not match its SHA-256; downloading it again.`);
  const { downloadTaskRows } = await import('./hub-download.ts');
  return downloadTaskRows({ ...options, dataset: hubDatasets[subset], version });
}

const newline = 0x0a;

/** Decodes line by line: most lines are plain ASCII, which takes half the memory and parses twice as fast. */
function parseLines(content: Buffer, file: string): LocatedRow[] {
  const rows: LocatedRow[] = [];
  let start = 0;
  for (let end = content.indexOf(newline); end >= 0; end = content.indexOf(newline, start)) {
    rows.push({ row: JSON.parse(content.toString('utf8', start, end)), origin: { file, line: rows.length + 1 } });
    start = end + 1;
  }
  return rows;
}

type CachedFile =
  | { readonly state: 'intact'; readonly content: Buffer; readonly sha256: string }
  | { readonly state: 'damaged' }
  | { readonly state: 'absent' };

/** Reads a cached file and checks it against the SHA-256 next to it. */
export async function readCachedFile(path: string): Promise<CachedFile> {
  const [content, expected] = await Promise.all([readIfPresent(path), readIfPresent(`${path}.sha256`)]);
  if (content === undefined) return { state: 'absent' };
  const actual = sha256(content);
  const isIntact = expected?.toString('latin1').slice(0, actual.length) === actual;
  return isIntact ? { state: 'intact', content, sha256: actual } : { state: 'damaged' };
}

/** Writes a file and its SHA-256, readable by `sha256sum -c`. After a kill between the two, it is downloaded again. */
async function writeCachedFile(path: string, content: string): Promise<void> {
  await writeFileAtomic(path, content);
  await writeFileAtomic(`${path}.sha256`, `${sha256(content)}  ${basename(path)}\n`);
}

async function readIfPresent(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    const code = errorCodeOf(error);
    if (code === undefined) throw error;
    if (isAbsent(error)) return undefined;
    const sentence = `${path} cannot be read (${code}): set BCB_CACHE_DIR to another folder.`;
    throw new BigCodeBenchError('DATASET', sentence, { cause: error });
  }
}
