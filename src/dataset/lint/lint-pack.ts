import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { completeLimits } from '../../schema/limits.ts';
import type { LintThresholds, PackManifest } from '../../schema/pack-manifest.ts';
import type { Task } from '../../schema/task.ts';
import { loadPackManifest } from '../task-folder.ts';
import { type CheckTaskOptions, checkTask } from './check-task.ts';
import type { Finding } from './finding.ts';
import { type LintTask, readLintTasks, toFinding } from './lint-source.ts';
import { type ExecuteJobs, type ProveTasksOptions, proveTasks } from './prove-tasks.ts';

export interface LintPackOptions extends CheckTaskOptions, Pick<ProveTasksOptions, 'signal' | 'onProgress'> {
  /** A folder of task folders, one task folder, or a file of tasks. */
  readonly path: string;
  /** If given, only tasks in these folders are checked; the manifest and repeated ids always are. */
  readonly only?: ReadonlySet<string> | undefined;
  /** If given, solutions are run as well, except for tasks with errors. */
  readonly execute?: ExecuteJobs | undefined;
  /** If given, asks what speaks against tasks without errors; passed in, because the witnesses are in another room. */
  readonly audit?: ((tasks: readonly Task[], thresholds: LintThresholds) => Promise<readonly Doubt[]>) | undefined;
}

/** A sentence that speaks against a task. */
export interface Doubt {
  readonly taskId: string;
  readonly sentence: string;
  /** Whether it is stronger than the pack allows. */
  readonly isError?: boolean;
}

export interface LintReport {
  readonly tasks: number;
  readonly findings: readonly Finding[];
  /** How many tasks were checked by running them. */
  readonly proven: number;
}

/** Checks a task pack: manifest, schema, ids, syntax, entry points, tests, libraries and, with an executor, solutions. */
export async function lintPack(options: LintPackOptions): Promise<LintReport> {
  const { path, only, execute, signal, onProgress } = options;
  const { manifest, findings } = await checkManifest(path);
  const tasks: LintTask[] = [];
  const locations = new Map<string, string>();
  const faulty = new Set<LintTask>();
  let count = 0;
  for await (const item of readLintTasks(path)) {
    signal?.throwIfAborted();
    const { file } = 'severity' in item ? item : item.locate('prompt');
    const isWanted = !only || only.has(dirname(file));
    if (isWanted) count++;
    if ('severity' in item) {
      if (isWanted) findings.push(item);
      continue;
    }
    const repeated = findRepeatedId(item, locations);
    const found = [...repeated, ...(isWanted ? await checkTask(item, options) : [])];
    findings.push(...found);
    if (isWanted) tasks.push(item);
    if (found.some(({ severity }) => severity === 'error')) faulty.add(item);
  }
  if (count === 0 && !only) {
    findings.push({ severity: 'error', file: path, line: 1, rule: 'schema', message: 'it contains no tasks.' });
  }
  const provable = execute ? tasks.filter((task) => !faulty.has(task)) : [];
  if (execute && provable.length > 0) {
    const limits = completeLimits(manifest?.limits ?? {});
    const needsNetwork = manifest?.network === 'needed';
    const proven = await proveTasks({ tasks: provable, execute, limits, needsNetwork, signal, onProgress });
    const refuted = new Set(proven.map(({ taskId }) => taskId));
    const audited = provable.filter(({ task }) => !refuted.has(task.id));
    findings.push(...proven, ...(await findDoubts(audited, manifest?.lint ?? {}, options.audit)));
  }
  return { tasks: count, findings, proven: provable.length };
}

async function findDoubts(
  tasks: readonly LintTask[],
  thresholds: LintThresholds,
  audit: LintPackOptions['audit'],
): Promise<Finding[]> {
  const ids = tasks.map(({ task }) => task);
  const doubts = (await audit?.(ids, thresholds)) ?? [];
  return doubts.flatMap(({ taskId, sentence: message, isError }): Finding[] => {
    const found = tasks.find(({ task }) => task.id === taskId);
    const severity = isError ? 'error' : 'warning';
    return found ? [{ severity, ...found.locate('test'), rule: 'audit', message, taskId }] : [];
  });
}

async function checkManifest(path: string): Promise<{ manifest: PackManifest | undefined; findings: Finding[] }> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new BigCodeBenchError('USAGE', `Task pack not found: ${path}.`, { cause });
  });
  const file = join(path, 'manifest.json');
  const isPack = found.isDirectory() && !(await stat(join(path, 'task.json')).catch(() => undefined));
  if (!isPack) return { manifest: undefined, findings: [] };
  try {
    const manifest = await loadPackManifest(path);
    const message = 'there is no manifest, so the pack has no name, version, environment or limits.';
    const finding: Finding = { severity: 'warning', file, line: 1, rule: 'manifest', message };
    return { manifest, findings: manifest ? [] : [finding] };
  } catch (error) {
    return { manifest: undefined, findings: [toFinding(error, file, 'manifest')] };
  }
}

function findRepeatedId({ task, locateKey }: LintTask, locations: Map<string, string>): Finding[] {
  const location = locateKey('task_id');
  const earlier = locations.get(task.id);
  locations.set(task.id, earlier ?? `${location.file}:${location.line}`);
  if (earlier === undefined) return [];
  return [
    { severity: 'error', ...location, rule: 'id', message: `${task.id} is also at ${earlier}.`, taskId: task.id },
  ];
}
