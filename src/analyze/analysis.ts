import type { Result } from '../compare/result.ts';
import { publishedIds } from '../dataset/public-tasks.ts';
import { buildTaskRow } from '../dataset/task-row.ts';
import type { Executor } from '../executor/executor.ts';
import type { Progress, ProgressOptions } from '../report/progress.ts';
import type { Task } from '../schema/task.ts';
import type { Table } from '../schema/view/analysis-document.ts';
import type { TreeParser } from '../syntax/syntax-tree.ts';
import type { OutputFile } from '../util/output-file.ts';

/** What analyses may ask for. Everything is loaded once, by the first that wants it. */
export interface AnalysisInput {
  readonly loadTasks: () => Promise<readonly Task[]>;
  readonly loadResults: () => Promise<readonly Result[]>;
  readonly loadParser: () => Promise<TreeParser>;
  /** Where programs run; for an analysis that runs any. */
  readonly openExecutor: (tasks: readonly Task[]) => Promise<Executor>;
  readonly showProgress: (shown: Pick<ProgressOptions, 'label' | 'total'>) => Progress;
  readonly paths: readonly string[];
  /** A `results.json` from the original's site. */
  readonly board?: string | undefined;
  /** CSV with models in its first column, and scores of other benchmarks in the others. */
  readonly scores?: string | undefined;
  /** CSV of task ids, and how similar each task is to a question that people ask. */
  readonly similarity?: string | undefined;
  readonly corpora: readonly string[];
}

export interface Findings {
  readonly tables: readonly Table[];
  readonly notes?: readonly string[];
  readonly files?: readonly OutputFile[];
}

export type Analysis = (input: AnalysisInput) => Promise<Findings>;

/** Numbers of the paper are about all public tasks; beside others they would mislead. */
export function arePublished(tasks: readonly Pick<Task, 'id'>[]): boolean {
  return tasks.length === publishedIds.length && publishedIds.every((id, at) => tasks[at]?.id === id);
}

/** Tasks as a file that `--subset` takes. */
export function formatTaskFile(path: string, tasks: readonly Task[]): OutputFile {
  return { path, content: tasks.map((task) => `${JSON.stringify(buildTaskRow(task))}\n`).join('') };
}
