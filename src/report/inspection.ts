import type { UpstreamStatus } from '../schema/execution.ts';
import type { Split } from '../schema/split.ts';
import type { Task } from '../schema/task.ts';
import { exceptionOf } from './failure-causes.ts';

/** One sample in `eval_results.json`. */
export interface InspectedSample {
  readonly solution: string;
  readonly status: UpstreamStatus;
  /** Test name → traceback. */
  readonly details: Readonly<Record<string, string>>;
}

export interface InspectionInput {
  readonly results: Readonly<Record<string, readonly InspectedSample[]>>;
  readonly tasks: readonly Task[];
  readonly split: Split;
}

export interface InspectionFile {
  /** Relative to the inspection's folder. */
  readonly path: string;
  readonly content: string;
}

/** The original's folder tree: one folder per task that is not solved by all its samples. */
export function* buildInspectionFiles({ results, tasks, split }: InspectionInput): Generator<InspectionFile> {
  for (const task of tasks) {
    const samples = results[task.id];
    if (!samples || isSolved(samples)) continue;
    const prompt = split === 'complete' ? task.completePrompt : task.instructPrompt;
    yield { path: `${task.id}/ground_truth.py`, content: `${prompt}\n\n${task.canonicalSolution}` };
    yield { path: `${task.id}/test_case.py`, content: task.test };
    for (const [index, { solution, details }] of samples.entries()) {
      yield { path: `${task.id}/completion_${index}.py`, content: solution };
      yield { path: `${task.id}/complete_${index}_execution_trace.txt`, content: traceOf(details) };
    }
  }
}

export interface InspectionSummary {
  readonly tasks: number;
  readonly unsolved: readonly string[];
  /** Ids in the results that are not in the dataset. */
  readonly unknown: readonly string[];
  readonly byStatus: Readonly<Record<UpstreamStatus, number>>;
  readonly byDomain: readonly GroupCount[];
  readonly byLibrary: readonly GroupCount[];
  /** Exceptions, and how many failing tests end with each. */
  readonly causes: readonly { readonly cause: string; readonly count: number }[];
  /** Failing tests, most failed first, with the last line of the first traceback. */
  readonly tests: readonly {
    readonly taskId: string;
    readonly test: string;
    readonly count: number;
    readonly cause: string;
  }[];
}

export interface GroupCount {
  readonly name: string;
  readonly unsolved: number;
  readonly tasks: number;
}

/** What fails, where, and why. */
export function summarizeInspection({ results, tasks }: InspectionInput): InspectionSummary {
  const evaluated = tasks.filter(({ id }) => results[id] !== undefined);
  const known = new Set(tasks.map(({ id }) => id));
  const byStatus: Record<UpstreamStatus, number> = { pass: 0, fail: 0, timeout: 0 };
  const causes = new Map<string, number>();
  const tests = new Map<string, { taskId: string; test: string; count: number; cause: string }>();
  for (const { id } of evaluated) {
    for (const { status, details } of results[id] ?? []) {
      byStatus[status]++;
      for (const [test, trace] of Object.entries(details)) {
        const { name, line } = exceptionOf(trace);
        causes.set(name, (causes.get(name) ?? 0) + 1);
        const entry = tests.get(`${id}\0${test}`) ?? { taskId: id, test, count: 0, cause: line };
        tests.set(`${id}\0${test}`, { ...entry, count: entry.count + 1 });
      }
    }
  }
  return {
    tasks: evaluated.length,
    unsolved: evaluated.filter(({ id }) => !isSolved(results[id] ?? [])).map(({ id }) => id),
    unknown: Object.keys(results).filter((id) => !known.has(id)),
    byStatus,
    byDomain: countGroups(evaluated, results, ({ domains }) => domains),
    byLibrary: countGroups(evaluated, results, ({ libs }) => libs),
    causes: [...causes].map(([cause, count]) => ({ cause, count })).sort((a, b) => b.count - a.count),
    tests: [...tests.values()].sort((a, b) => b.count - a.count),
  };
}

function countGroups(
  tasks: readonly Task[],
  results: InspectionInput['results'],
  namesOf: (task: Task) => readonly string[],
): GroupCount[] {
  const groups = new Map<string, { unsolved: number; tasks: number }>();
  for (const task of tasks) {
    const unsolved = isSolved(results[task.id] ?? []) ? 0 : 1;
    for (const name of namesOf(task)) {
      const before = groups.get(name) ?? { unsolved: 0, tasks: 0 };
      groups.set(name, { unsolved: before.unsolved + unsolved, tasks: before.tasks + 1 });
    }
  }
  return [...groups].map(([name, counts]) => ({ name, ...counts })).sort((a, b) => b.unsolved - a.unsolved);
}

function isSolved(samples: readonly InspectedSample[]): boolean {
  return samples.every(({ status }) => status === 'pass');
}

function traceOf(details: InspectedSample['details']): string {
  const rule = '='.repeat(50);
  return Object.entries(details)
    .map(([test, trace]) => `Test Case: ${test}\n\n${trace}${trace.endsWith('\n') ? '' : '\n'}${rule}\n`)
    .join('');
}
