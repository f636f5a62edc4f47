import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { completeLimits, type Execution, explainFailure, type Job, type Limits } from '../../schema/execution.ts';
import type { PackManifest } from '../../schema/pack-manifest.ts';
import type { Task } from '../../schema/task.ts';
import { loadPackManifest } from '../task-file.ts';
import { readTestMethods } from '../test-names.ts';
import { type CheckTaskOptions, checkTask } from './check-task.ts';
import { type Finding, type LintTask, type Location, readLintTasks, schemaFinding, toFinding } from './lint-source.ts';

export interface LintPackOptions extends CheckTaskOptions, Pick<ProveTasksOptions, 'signal' | 'onProgress'> {
  /** A folder of task folders, one task folder, or a file of tasks. */
  readonly path: string;
  /** If given, only tasks in these folders are checked; the manifest and repeated ids always are. */
  readonly only?: ReadonlySet<string> | undefined;
  /** If given, solutions are run as well, except for tasks with errors. */
  readonly execute?: ExecuteJobs | undefined;
  /** If given, asks what speaks against tasks without errors; passed in, because the witnesses are in another room. */
  readonly audit?: ((tasks: readonly Task[], manifest?: PackManifest) => Promise<readonly Doubt[]>) | undefined;
}

/** A sentence that speaks against a task. */
export interface Doubt {
  readonly taskId: string;
  readonly sentence: string;
  /** Whether it is stronger than the pack allows. */
  readonly isError?: boolean;
}

/** Checks a task pack: manifest, schema, ids, syntax, entry points, tests, libraries and, with an executor, solutions. */
export async function lintPack(options: LintPackOptions) {
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
  if (count === 0 && !only) findings.push(schemaFinding({ file: path }, 'it contains no tasks'));
  const provable = execute ? tasks.filter((task) => !faulty.has(task)) : [];
  if (execute && provable.length > 0) {
    const limits = completeLimits(manifest?.limits ?? {});
    const severity = manifest?.network === 'needed' ? 'warning' : 'error';
    const proven = await proveTasks({ tasks: provable, execute, limits, severity, signal, onProgress });
    const refuted = new Set(proven.map(({ taskId }) => taskId));
    const audited = provable.filter(({ task }) => !refuted.has(task.id));
    findings.push(...proven, ...(await findDoubts(audited, manifest, options.audit)));
  }
  return { tasks: count, findings, proven: provable.length };
}

export type LintReport = Awaited<ReturnType<typeof lintPack>>;

async function findDoubts(tasks: readonly LintTask[], manifest?: PackManifest, audit?: LintPackOptions['audit']) {
  const asked = tasks.map(({ task }) => task);
  const doubts = await audit?.(asked, manifest);
  return (doubts ?? []).flatMap(({ taskId, sentence: message, isError }): Finding[] => {
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
  const message = 'there is no manifest, so the pack has no name, version, environment or limits.';
  try {
    const manifest = await loadPackManifest(path);
    return { manifest, findings: manifest ? [] : [{ severity: 'warning', file, line: 1, rule: 'manifest', message }] };
  } catch (error) {
    return { manifest: undefined, findings: [toFinding(error, file, 'manifest')] };
  }
}

function findRepeatedId({ task, locateKey }: LintTask, locations: Map<string, string>): Finding[] {
  const { id: taskId } = task;
  const location = locateKey('task_id');
  const earlier = locations.get(taskId);
  locations.set(taskId, earlier ?? `${location.file}:${location.line}`);
  const message = `${taskId} is also at ${earlier}.`;
  return earlier === undefined ? [] : [{ severity: 'error', ...location, rule: 'id', message, taskId }];
}

/** Runs jobs in a sandbox; passed in, because executors are in another room. */
export type ExecuteJobs = (jobs: Iterable<Job>, options: { signal?: AbortSignal }) => AsyncIterable<Execution>;

interface ProveTasksOptions {
  readonly tasks: readonly LintTask[];
  readonly execute: ExecuteJobs;
  readonly limits: Limits;
  /** Of a solution that fails. A pack that needs the network cannot be checked without one: that is a warning there. */
  readonly severity: Finding['severity'];
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

type Proof = 'first' | 'second' | 'empty' | 'wrong';

/** What only running can show: the solution passes, twice; an empty body and the wrong solution do not. */
async function proveTasks(options: ProveTasksOptions): Promise<Finding[]> {
  const { tasks, execute, limits, severity, signal, onProgress } = options;
  const jobs = tasks.flatMap((lintTask, at) => buildJobs(lintTask, at, limits));
  const executions = new Map<string, Execution>();
  for await (const execution of execute(jobs, signal ? { signal } : {})) {
    // A sandbox failure says nothing about the pack.
    if (execution.outcome === 'engine-error') {
      const sentence = `A program could not be run (${execution.reason ?? 'engine error'}): rerun the same command.`;
      throw new BigCodeBenchError('ENGINE', sentence);
    }
    executions.set(execution.id, execution);
    onProgress?.(executions.size, jobs.length);
  }
  return tasks.flatMap((lintTask, at) => judge(lintTask, (proof) => executions.get(`${at}:${proof}`), severity));
}

function buildJobs({ task, wrongSolution }: LintTask, at: number, limits: Limits): Job[] {
  const bodies: Partial<Record<Proof, string>> = {
    first: task.canonicalSolution,
    second: task.canonicalSolution,
    empty: '    pass\n',
    ...(wrongSolution === undefined ? {} : { wrong: wrongSolution }),
  };
  return Object.entries(bodies).map(([proof, body]) => ({
    id: `${at}:${proof}`,
    code: `${task.completePrompt}\n${body}`,
    // Seeds are derived from the test source: the second run gets different ones, so that luck shows.
    test: proof === 'second' ? `${task.test}\n# again\n` : task.test,
    limits,
    libs: task.libs,
  }));
}

function judge(
  { task, locate }: LintTask,
  executionOf: (proof: Proof) => Execution | undefined,
  severity: Finding['severity'],
): Finding[] {
  const { id: taskId, test } = task;
  const findings: Finding[] = [];
  const runs = [executionOf('first'), executionOf('second')].filter((run) => run !== undefined);
  const passes = ({ outcome }: Execution) => outcome === 'pass';
  const failed = runs.find((run) => !passes(run));
  if (failed) {
    const what = runs.some(passes) ? 'passes in one run but not in another' : 'does not pass';
    const message = `the reference solution of ${taskId} ${what}: ${explainFailure(failed)}`;
    const where = locate('test', lineOfFailure(failed, test));
    findings.push({ severity, ...where, rule: 'ground-truth', message, taskId });
  }
  const checkFails = (proof: Proof, location: Location, finding: Pick<Finding, 'rule' | 'message'>) => {
    if (executionOf(proof)?.outcome === 'pass') findings.push({ severity: 'error', ...location, ...finding, taskId });
  };
  const empty = `an empty body passes the tests of ${taskId}: they check nothing.`;
  checkFails('empty', locate('test'), { rule: 'empty-body', message: empty });
  const wrong = `the wrong solution of ${taskId} passes: the tests miss its mistake.`;
  checkFails('wrong', locate('wrong'), { rule: 'wrong-solution', message: wrong });
  return findings;
}

function lineOfFailure({ tests }: Execution, test: string): number {
  const name = tests.find(({ outcome }) => outcome !== 'pass')?.name;
  return readTestMethods(test).find((method) => method.name === name)?.line ?? 1;
}
