import { pickVerified, type VerifiedTasks } from '../dataset/shipped-audit.ts';
import { type NamedRun, nameRuns } from '../report/name-runs.ts';
import type { UpstreamStatus } from '../schema/execution.ts';
import type { Optional } from '../schema/optional.ts';
import type { FeedbackKind } from '../schema/rounds.ts';
import type { MissingPolicy, RunHeader, RunLabels } from '../schema/run-record.ts';
import type { Usage } from '../schema/sample.ts';
import type { Task } from '../schema/task.ts';
import type { Tally } from '../score/pass-at-k.ts';
import type { KnownModelInfo } from '../upstream/board-file.ts';

/** What one model did on some tasks, whatever file or folder says so. */
export interface Result {
  readonly model: string;
  /** How it was asked, where the source says so; `nSamples` among it. */
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
  readonly source: string;
  readonly runId?: string | undefined;
  readonly labels?: RunLabels | undefined;
  readonly conditions: ResultConditions;
  readonly tasks: ReadonlyMap<string, TaskResult>;
  /** Of a run that repaired its answers: the tasks after each round, the first answers first. */
  readonly rounds?: { readonly feedback: FeedbackKind; readonly after: readonly Result['tasks'][] } | undefined;
  readonly costUsd?: number | undefined;
  readonly usage?: Usage | undefined;
  readonly info?: KnownModelInfo | undefined;
  /** Of a run that stopped early: after how many of its tasks, and why. It is no result of all of them. */
  readonly stopped?: string | undefined;
  readonly loadTasks?: (() => Promise<readonly Task[]>) | undefined;
  readonly notes: readonly string[];
}

/** What must be equal for two results to be comparable. Unknown where the source does not say. */
export interface ResultConditions
  extends Optional<Pick<RunHeader, 'split' | 'rules'>>,
    Optional<Record<'subset' | 'dataset' | 'datasetHash' | 'fingerprint' | 'isolation' | 'engine', string>> {
  /** Why it must not be compared with others, where it must not. */
  readonly caveat?: string | undefined;
}

export interface TaskResult extends Tally {
  /** Of the first sample: all that the original's board looks at. */
  readonly status: UpstreamStatus;
  /** Why the first sample that failed did so, in one line. */
  readonly cause?: string | undefined;
}

interface GatheredSample {
  readonly taskId: string;
  readonly status: UpstreamStatus;
  readonly cause: string;
}

/** Gathers samples, in their order, into what is kept of each task. */
export function gatherTasks(samples: Iterable<GatheredSample>): Map<string, TaskResult> {
  const tasks = new Map<string, TaskResult>();
  for (const { taskId, status, cause } of samples) {
    const passed = status === 'pass' ? 1 : 0;
    const before = tasks.get(taskId);
    tasks.set(taskId, {
      samples: (before?.samples ?? 0) + 1,
      passed: (before?.passed ?? 0) + passed,
      status: before?.status ?? status,
      cause: before?.cause ?? (passed === 1 ? undefined : cause),
    });
  }
  return tasks;
}

/** What a task without a sample counts as, if it counts. */
const noSample: TaskResult = { samples: 1, passed: 0, status: 'fail', cause: 'no sample' };

/** The scored tasks, in their order; one without samples is unsolved if the run says so. */
export function completeTasks(
  taskIds: readonly string[],
  gathered: ReadonlyMap<string, TaskResult>,
  missing: MissingPolicy | undefined,
): Map<string, TaskResult> {
  const tasks = new Map<string, TaskResult>();
  for (const id of taskIds) {
    const task = gathered.get(id) ?? (missing === 'zero' ? noSample : undefined);
    if (task) tasks.set(id, task);
  }
  return tasks;
}

export function shareOf({ passed, samples }: Tally): number {
  return passed / samples;
}

/** The same for each of these tasks. A task the result does not have counts as failed. */
export function rowOf({ tasks }: Pick<Result, 'tasks'>, taskIds: readonly string[]): Float64Array {
  return Float64Array.from(taskIds, (id) => shareOf(tasks.get(id) ?? { passed: 0, samples: 1 }));
}

/** The verified ones of these tasks, if the result is of the edition that was audited, or does not say which. */
export function verifiedOf({ conditions }: Result, taskIds: readonly string[], verified: VerifiedTasks | undefined) {
  return pickVerified(taskIds, conditions.dataset?.split(' ').at(-1), verified);
}

export function firstSamplesOf({ tasks }: Result, taskIds: readonly string[]): Float64Array {
  return Float64Array.from(taskIds, (id) => (tasks.get(id)?.status === 'pass' ? 1 : 0));
}

/** The sum where every value is known. */
export function sumKnown(values: readonly (number | undefined)[]): number | null {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 || known.length < values.length ? null : known.reduce((sum, value) => sum + value, 0);
}

/** A share from 0 to 1 in percentage points, without the noise of binary fractions. */
export function toPoints(share: number): number {
  return Number((100 * share).toFixed(6));
}

export function intervalToPoints([low, high]: readonly [number, number]): [number, number] {
  return [toPoints(low), toPoints(high)];
}

export function nameResults(results: readonly Result[], options?: Parameters<typeof nameRuns>[1]): string[] {
  return nameRuns(results.map(describeName), options);
}

export function describeName({ model, labels, conditions, tasks, parameters, runId, source }: Result): NamedRun {
  const { split, subset, rules } = conditions;
  return { model, label: labels?.name, split, subset, rules, tasks: tasks.size, parameters, runId, source };
}
