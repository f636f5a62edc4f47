import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import type { Execution } from '../../schema/execution.ts';
import type { Job } from '../../schema/job.ts';
import { completeLimits, type Limits } from '../../schema/limits.ts';
import type { LintThresholds, PackManifest } from '../../schema/pack-manifest.ts';
import type { Task } from '../../schema/task.ts';
import { loadPackManifest } from '../task-folder.ts';
import { readTestMethods } from '../test-names.ts';
import { type CheckTaskOptions, checkTask } from './check-task.ts';
import type { Finding } from './finding.ts';
import { type LintTask, readLintTasks, toFinding } from './lint-source.ts';

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

/** What only running can show: the solution passes, twice; an empty body and the wrong solution do not. */

/** Runs jobs in a sandbox; passed in, because executors are in another room. */
export type ExecuteJobs = (jobs: Iterable<Job>, options: { signal?: AbortSignal }) => AsyncIterable<Execution>;

interface ProveTasksOptions {
  readonly tasks: readonly LintTask[];
  readonly execute: ExecuteJobs;
  readonly limits: Limits;
  /** A pack that needs the network cannot be checked without one: its failures are warnings. */
  readonly needsNetwork: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

type Proof = 'first' | 'second' | 'empty' | 'wrong';

/** Runs every task's proofs and reports those that fail. */
async function proveTasks(options: ProveTasksOptions): Promise<Finding[]> {
  const { tasks, execute, limits, signal, onProgress } = options;
  const jobs = tasks.flatMap((lintTask, at) => buildJobs(lintTask, at, limits));
  const executions = new Map<string, Execution>();
  for await (const execution of execute(jobs, signal ? { signal } : {})) {
    executions.set(execution.id, execution);
    onProgress?.(executions.size, jobs.length);
  }
  return tasks.flatMap((lintTask, at) => judge(lintTask, (proof) => takeExecution(executions, at, proof), options));
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

/** A sandbox failure says nothing about the pack. */
function takeExecution(executions: ReadonlyMap<string, Execution>, at: number, proof: Proof): Execution | undefined {
  const execution = executions.get(`${at}:${proof}`);
  if (execution?.outcome !== 'engine-error') return execution;
  const sentence = `A program could not be run (${execution.reason ?? 'engine error'}): rerun the same command.`;
  throw new BigCodeBenchError('ENGINE', sentence);
}

function judge(
  { task, locate }: LintTask,
  take: (proof: Proof) => Execution | undefined,
  { needsNetwork }: ProveTasksOptions,
): Finding[] {
  const findings: Finding[] = [];
  const report = (
    finding: Pick<Finding, 'rule' | 'message' | 'file' | 'line'>,
    severity: Finding['severity'] = 'error',
  ) => findings.push({ severity, ...finding, taskId: task.id });
  const runs = [take('first'), take('second')].filter((run) => run !== undefined);
  const failed = runs.find(({ outcome }) => outcome !== 'pass');
  if (failed) {
    const isFlaky = runs.some(({ outcome }) => outcome === 'pass');
    const what = isFlaky ? 'passes in one run but not in another' : 'does not pass';
    const message = `the reference solution of ${task.id} ${what}: ${describe(failed)}`;
    const where = locate('test', lineOfFailure(failed, task.test));
    report({ ...where, rule: 'ground-truth', message }, needsNetwork ? 'warning' : 'error');
  }
  if (take('empty')?.outcome === 'pass') {
    const message = `an empty body passes the tests of ${task.id}: they check nothing.`;
    report({ ...locate('test'), rule: 'empty-body', message });
  }
  if (take('wrong')?.outcome === 'pass') {
    const message = `the wrong solution of ${task.id} passes: the tests miss its mistake.`;
    report({ ...locate('wrong'), rule: 'wrong-solution', message });
  }
  return findings;
}

function lineOfFailure({ tests }: Execution, test: string): number {
  const name = tests.find(({ outcome }) => outcome !== 'pass')?.name;
  return readTestMethods(test).find((method) => method.name === name)?.line ?? 1;
}

/** `fail: test_empty: AssertionError: 1 != 2` */
function describe({ outcome, reason, tests }: Execution): string {
  const failing = tests.find((test) => test.outcome !== 'pass');
  const lastLine = failing?.message?.trimEnd().split('\n').at(-1);
  return [outcome, reason, failing?.name, lastLine].filter((part) => part !== undefined && part !== '').join(': ');
}
