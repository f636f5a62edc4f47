import { buildGroundTruth } from '../../evaluate/testing/tasks.ts';
import type { Task } from '../../schema/task.ts';
import { loadTreeParser } from '../../syntax/syntax-tree.ts';
import type { Subject } from '../witness.ts';

const parser = await loadTreeParser();

/** What a witness knows of a task whose reference solution passes, and of which nothing was recorded. */
export function buildSubject(task: Task, known: Partial<Subject> = {}): Subject {
  return {
    task,
    reference: task.completePrompt + task.canonicalSolution,
    groundTruth: buildGroundTruth(task.id),
    others: [],
    answers: [],
    parser,
    mutants: 0,
    isDeep: false,
    ...known,
  };
}
