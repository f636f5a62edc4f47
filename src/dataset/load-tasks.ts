import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { findNearest } from '../util/find-nearest.ts';
import { errorCodeOf, isAbsent } from '../util/system-error.ts';
import { type Edition, findEdition, requireEdition } from './edition.ts';
import { defaultDatasetVersion, type LoadHubTasksOptions, loadHubTasks } from './load-hub-tasks.ts';
import { hardIds, quickSubsets } from './public-tasks.ts';
import { findOtherTask, loadShippedAudit, requireVerified } from './shipped-audit.ts';
import { loadPackManifest, readTaskFile, readTaskFolders } from './task-file.ts';
import { hashTasks, parseTaskRows, type TaskSet } from './task-set.ts';

/** Which tasks to load, and from where. */
export interface LoadTasksOptions extends Omit<LoadHubTasksOptions, 'subset' | 'variables' | 'retries'> {
  /** `full`, `hard`, `quick` (or a version of it, as `quick@1`), `verified`, `starter`, or the path of a JSONL, JSONL.gz or parquet file or of a folder of task folders. */
  readonly subset?: string;
  /** A local file used instead of the hub for `full` and `hard`; default `BIGCODEBENCH_OVERRIDE_PATH`. */
  readonly overridePath?: string | undefined;
  /** Environment variables; default `process.env`. */
  readonly variables?: LoadHubTasksOptions['variables'];
  /** The folder relative paths start from; default the working folder. */
  readonly cwd?: string;
}

/** Loads a set of tasks from the hub (through a verified cache), a file, a task pack, or the starter tasks. */
export async function loadTasks(options: LoadTasksOptions = {}): Promise<TaskSet> {
  const { subset = 'full', variables = process.env, cwd = '.', signal } = options;
  if (subset === 'starter') return loadPath(fileURLToPath(new URL('../../tasks', import.meta.url)), signal);
  const quick = quickSubsets.findLast(({ version }) => subset === 'quick' || subset === `quick@${version}`);
  if (quick) return takeQuick(quick.ids, await loadTasks({ ...options, subset: 'full' }));
  if (subset === 'verified') {
    const full = await loadTasks({ ...options, subset: 'full' });
    return takePart(full, 'bigcodebench-verified', requireVerified(full.tasks).ids);
  }
  if (subset !== 'full' && subset !== 'hard') return loadPath(resolve(cwd, subset), signal);
  const edition = await findEdition(options.version ?? defaultDatasetVersion, cwd);
  const overridePath = edition.path ?? options.overridePath ?? variables.BIGCODEBENCH_OVERRIDE_PATH;
  if (overridePath) return loadOverride({ ...options, subset, overridePath: resolve(cwd, overridePath) }, edition);
  return requireEdition(await loadHubTasks({ ...options, version: edition.version, subset, variables }), edition);
}

async function loadOverride(
  options: LoadTasksOptions & { subset: 'full' | 'hard'; overridePath: string },
  edition: Edition,
): Promise<TaskSet> {
  const { subset, overridePath, signal } = options;
  const loaded = await loadPath(overridePath, signal).catch((error: unknown) => {
    throw explainOverride(options, error);
  });
  const all = requireEdition(loaded, edition);
  const audit = loadShippedAudit();
  // A mended file is no `v0.1.4`, whatever it takes the place of.
  const isOther = edition.version === audit?.version && findOtherTask(all.tasks, audit) !== undefined;
  const version = isOther ? labelOf(all.hash) : (edition.version ?? labelOf(all.hash));
  if (subset === 'full') return { ...all, name: 'bigcodebench', version };
  // In the order of the hard subset.
  const byId = new Map(all.tasks.map((task) => [task.id, task]));
  const tasks = hardIds.flatMap((id) => byId.get(id) ?? []);
  if (tasks.length === 0) {
    throw new BigCodeBenchError('DATASET', `${overridePath} contains no tasks of the hard subset; use --subset full.`);
  }
  return { ...all, name: 'bigcodebench-hard', version, tasks, hash: hashTasks(tasks) };
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
function takeQuick(ids: readonly string[], set: TaskSet): TaskSet {
  const taken = takePart(set, 'bigcodebench-quick', new Set(ids));
  if (taken.tasks.length === ids.length) return taken;
  const message = `Only ${taken.tasks.length} of the ${ids.length} tasks of the quick subset are here.`;
  throw new BigCodeBenchError('DATASET', message);
}

function takePart(set: TaskSet, name: string, ids: ReadonlySet<string>): TaskSet {
  const tasks = set.tasks.filter(({ id }) => ids.has(id));
  return { ...set, name, tasks, hash: hashTasks(tasks) };
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
  const name = manifest?.name ?? basename(path).replace(/\.(jsonl|jsonl\.gz|json|parquet)$/, '');
  const version = manifest?.version ?? labelOf(hash);
  return { name, version, tasks, hash, ...(manifest ? { manifest } : {}) };
}

/** A version for tasks that have none. */
function labelOf(hash: string): string {
  return `sha256:${hash.slice(0, 12)}`;
}

function explainMissing(path: string, cause: unknown): BigCodeBenchError {
  const nearest = findNearest(basename(path), ['full', 'hard', 'quick', 'verified', 'starter']);
  const hint = nearest
    ? `did you mean --subset ${nearest}?`
    : 'use full, hard, quick, verified, starter, or the path of a task file.';
  return new BigCodeBenchError('DATASET', `Task file not found: ${path}; ${hint}`, { cause, data: { file: path } });
}
