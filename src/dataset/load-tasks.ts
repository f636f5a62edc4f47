import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { Task } from '../schema/task.ts';
import { findNearest } from '../util/find-nearest.ts';
import { errorCodeOf, isAbsent } from '../util/system-error.ts';
import { hardIds } from './facts/hard-ids.ts';
import { quickIds } from './facts/quick-ids.ts';
import type { DownloadProgress } from './hub-download.ts';
import { defaultDatasetVersion, loadHubTasks } from './load-hub-tasks.ts';
import { readTaskFile } from './task-file.ts';
import { loadPackManifest, readTaskFolders } from './task-folder.ts';
import { hashTasks, parseTaskRows, type TaskSet } from './task-set.ts';

export interface LoadTasksOptions {
  /** `full`, `hard`, `quick`, `starter`, or the path of a JSONL, JSONL.gz or parquet file or of a folder of task folders. */
  readonly subset?: string;
  readonly version?: string;
  /** A local file used instead of the hub for `full` and `hard`; default `BIGCODEBENCH_OVERRIDE_PATH`. */
  readonly overridePath?: string | undefined;
  /** Environment variables; default `process.env`. */
  readonly variables?: Readonly<Record<string, string | undefined>>;
  /** Folder of the verified copies of the hub's data; default `BCB_CACHE_DIR`, or the user's cache folder. */
  readonly cacheDir?: string;
  /** The folder relative paths start from; default the working folder. */
  readonly cwd?: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: DownloadProgress) => void;
  /** Called when a damaged copy is downloaded again. */
  readonly onWarning?: (sentence: string) => void;
  readonly fetch?: typeof globalThis.fetch;
}

/** Loads a set of tasks from the hub (through a verified cache), a file, a task pack, or the starter tasks. */
export async function loadTasks(options: LoadTasksOptions = {}): Promise<TaskSet> {
  const { subset = 'full', variables = process.env, cwd = '.', signal } = options;
  if (subset === 'starter') return loadPath(fileURLToPath(new URL('../../tasks', import.meta.url)), signal);
  if (subset === 'quick') return takeQuick(await loadTasks({ ...options, subset: 'full' }));
  if (subset !== 'full' && subset !== 'hard') return loadPath(resolve(cwd, subset), signal);
  const overridePath = options.overridePath ?? variables.BIGCODEBENCH_OVERRIDE_PATH;
  if (overridePath) return loadOverride({ ...options, subset, overridePath: resolve(cwd, overridePath) });
  return loadHubTasks({ ...options, subset, variables });
}

async function loadOverride(
  options: LoadTasksOptions & { subset: 'full' | 'hard'; overridePath: string },
): Promise<TaskSet> {
  const { subset, overridePath, version = defaultDatasetVersion, signal } = options;
  const {
    tasks: all,
    hash,
    ...rest
  } = await loadPath(overridePath, signal).catch((error: unknown) => {
    throw explainOverride(options, error);
  });
  if (subset === 'full') return { ...rest, name: 'bigcodebench', version, tasks: all, hash };
  const tasks = takeHard(all);
  if (tasks.length === 0) {
    throw new BigCodeBenchError('DATASET', `${overridePath} contains no tasks of the hard subset; use --subset full.`);
  }
  return { ...rest, name: 'bigcodebench-hard', version, tasks, hash: hashTasks(tasks) };
}

/** The path is not of the command line, so the message says where it comes from. */
function explainOverride({ overridePath = '', variables = process.env, cwd = '.' }: LoadTasksOptions, cause: unknown) {
  const variable = 'BIGCODEBENCH_OVERRIDE_PATH';
  const isVariable = resolve(cwd, variables[variable] ?? '') === overridePath;
  if (!(cause instanceof BigCodeBenchError) || !isVariable) return cause;
  const isMissing = isAbsent(cause.cause);
  const what = isMissing
    ? `names ${overridePath}, which does not exist`
    : `names a file that cannot be used: ${cause.message}`;
  const fix = isMissing ? ': correct or unset it.' : '';
  return new BigCodeBenchError(cause.code, `${variable} ${what}${fix}`, { cause, data: { ...cause.data, variable } });
}

/** The tasks of the quick subset, in the order of the whole. */
function takeQuick(set: TaskSet): TaskSet {
  const wanted = new Set(quickIds);
  const tasks = set.tasks.filter(({ id }) => wanted.has(id));
  if (tasks.length < wanted.size) {
    throw new BigCodeBenchError(
      'DATASET',
      `Only ${tasks.length} of the ${wanted.size} tasks of the quick subset are here.`,
    );
  }
  return { ...set, name: 'bigcodebench-quick', tasks, hash: hashTasks(tasks) };
}

/** The hard tasks among these, in the order of the hard subset. */
function takeHard(tasks: readonly Task[]): Task[] {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  return hardIds.flatMap((id) => byId.get(id) ?? []);
}

async function loadPath(path: string, signal?: AbortSignal): Promise<TaskSet> {
  signal?.throwIfAborted();
  const found = await stat(path).catch((cause: unknown) => {
    throw explainMissing(path, cause);
  });
  const isFolder = found.isDirectory();
  const manifest = isFolder ? await loadPackManifest(path) : undefined;
  const rows = isFolder ? readTaskFolders(path, signal) : readTaskFile(path, signal);
  const tasks = await parseTaskRows(rows, path).catch((error: unknown) => {
    const code = errorCodeOf(error);
    if (code === undefined) throw error;
    throw new BigCodeBenchError('DATASET', `${path} cannot be read (${code}).`, { cause: error, data: { file: path } });
  });
  const hash = hashTasks(tasks);
  return {
    name: manifest?.name ?? basename(path).replace(/\.(jsonl|jsonl\.gz|json|parquet)$/, ''),
    version: manifest?.version ?? `sha256:${hash.slice(0, 12)}`,
    tasks,
    hash,
    ...(manifest ? { manifest } : {}),
  };
}

function explainMissing(path: string, cause: unknown): BigCodeBenchError {
  const nearest = findNearest(basename(path), ['full', 'hard', 'quick', 'starter']);
  const hint = nearest
    ? `did you mean --subset ${nearest}?`
    : 'use full, hard, quick, starter, or the path of a task file.';
  return new BigCodeBenchError('DATASET', `Task file not found: ${path}; ${hint}`, { cause, data: { file: path } });
}
