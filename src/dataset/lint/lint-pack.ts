import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { completeLimits } from '../../schema/limits.ts';
import type { PackManifest } from '../../schema/pack-manifest.ts';
import { loadPackManifest } from '../task-folder.ts';
import { type CheckSyntax, checkTask } from './check-task.ts';
import type { Finding } from './finding.ts';
import { type LintTask, readLintTasks } from './lint-source.ts';
import { type ExecuteJobs, proveTasks } from './prove-tasks.ts';

export interface LintPackOptions {
  /** A folder of task folders, one task folder, or a file of tasks. */
  readonly path: string;
  readonly checkSyntax: CheckSyntax;
  /** Importable modules of the environment; without them, libraries are not checked. */
  readonly knownModules?: ReadonlySet<string> | undefined;
  /** If given, solutions are run as well, except for tasks with errors. */
  readonly execute?: ExecuteJobs | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

export interface LintReport {
  readonly tasks: number;
  readonly findings: readonly Finding[];
  /** How many tasks were checked by running them. */
  readonly proven: number;
}

/** Checks a task pack: manifest, schema, ids, syntax, entry points, tests, libraries and, with an executor, solutions. */
export async function lintPack(options: LintPackOptions): Promise<LintReport> {
  const { path, execute, signal, onProgress } = options;
  const { manifest, findings } = await checkManifest(path);
  const tasks: LintTask[] = [];
  const places = new Map<string, string>();
  const faulty = new Set<LintTask>();
  let count = 0;
  for await (const item of readLintTasks(path)) {
    signal?.throwIfAborted();
    count++;
    if ('severity' in item) {
      findings.push(item);
      continue;
    }
    const found = [...findRepeatedId(item, places), ...(await checkTask(item, options))];
    findings.push(...found);
    tasks.push(item);
    if (found.some(({ severity }) => severity === 'error')) faulty.add(item);
  }
  if (count === 0) {
    findings.push({ severity: 'error', file: path, line: 1, rule: 'schema', message: 'it contains no tasks.' });
  }
  const provable = execute ? tasks.filter((task) => !faulty.has(task)) : [];
  if (execute && provable.length > 0) {
    const limits = completeLimits(manifest?.limits ?? {});
    const needsNetwork = manifest?.network === 'needed';
    findings.push(...(await proveTasks({ tasks: provable, execute, limits, needsNetwork, signal, onProgress })));
  }
  return { tasks: count, findings, proven: provable.length };
}

async function checkManifest(path: string): Promise<{ manifest: PackManifest | undefined; findings: Finding[] }> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new BigCodeBenchError('USAGE', `Task pack not found: ${path}.`, { cause });
  });
  const file = join(path, 'manifest.json');
  const isPack = found.isDirectory() && !(await stat(join(path, 'task.json')).catch(() => undefined));
  if (!isPack) return { manifest: undefined, findings: [] };
  const finding = { file, line: 1, rule: 'manifest' } as const;
  try {
    const manifest = await loadPackManifest(path);
    const message = 'there is no manifest, so the pack has no name, version, environment or limits.';
    return { manifest, findings: manifest ? [] : [{ ...finding, severity: 'warning', message }] };
  } catch (error) {
    if (!(error instanceof BigCodeBenchError)) throw error;
    const { problem, line } = error.data;
    const message = typeof problem === 'string' ? `${problem}.` : error.message;
    const at = typeof line === 'number' ? line : 1;
    return { manifest: undefined, findings: [{ ...finding, line: at, severity: 'error', message }] };
  }
}

function findRepeatedId({ task, placeKey }: LintTask, places: Map<string, string>): Finding[] {
  const place = placeKey('task_id');
  const earlier = places.get(task.id);
  places.set(task.id, earlier ?? `${place.file}:${place.line}`);
  if (earlier === undefined) return [];
  return [{ severity: 'error', ...place, rule: 'id', message: `${task.id} is also at ${earlier}.`, taskId: task.id }];
}
