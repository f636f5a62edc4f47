import type { Task } from '../../schema/task.ts';
import type { Verdict } from '../../schema/verdict.ts';
import type { TaskColumns } from '../../schema/view/run-document.ts';
import type { TaskAnswer, TaskDocument } from '../../schema/view/task-document.ts';
import { programKeyOf } from './program-key.ts';
import { briefOf, causeOfBrief, type VerdictIndex } from './verdict-index.ts';

/** A task as its page shows it. */
export function buildTaskDocument(task: Task): TaskDocument {
  const { canonicalSolution, docStruct: _docStruct, ...rest } = task;
  return { ...rest, referenceSolution: canonicalSolution };
}

/** Facts about the tasks of a run, and how the other runs do on them. */
export function buildTaskColumns(
  index: VerdictIndex,
  taskOf: (id: string) => Pick<Task, 'domains' | 'libs' | 'hard'> | undefined,
  others: readonly VerdictIndex[],
): TaskColumns {
  const ids = index.taskIds;
  const count = (id: string, column: 'samplesOf' | 'passedOf') =>
    others.reduce((sum, other) => sum + (other[column][other.findTaskRow(id) ?? -1] ?? 0), 0);
  return {
    ids,
    domains: ids.map((id) => taskOf(id)?.domains ?? []),
    libs: ids.map((id) => taskOf(id)?.libs ?? []),
    hard: ids.map((id) => taskOf(id)?.hard ?? false),
    others: ids.map((id) => count(id, 'samplesOf')),
    othersPassed: ids.map((id) => count(id, 'passedOf')),
  };
}

/** One sample on the page of its task. */
export function buildTaskAnswer(runId: string, verdict: Verdict): TaskAnswer {
  const { index, outcome, solution, tests } = verdict;
  return {
    runId,
    index,
    outcome,
    cause: causeOfBrief(briefOf(verdict)),
    failedTests: tests.filter((test) => test.outcome !== 'pass').map(({ name }) => name),
    solution,
    programKey: programKeyOf(solution),
  };
}
