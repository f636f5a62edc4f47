import { groupBy } from '../util/group-by.ts';

/** An answer that passes the tests of a task; `answer` is equal for equal answers. */
export interface Pass {
  readonly taskId: string;
  readonly answer: string;
}

/** Of ten models and 11,400 answers, none passes two tasks with the same one. */
const fewestTasks = 3;

/** How many tasks each answer solves that solves several: such an answer hardly looks at what is asked. The largest first. */
export function countRepeatedAnswers(passes: Iterable<Pass>): number[] {
  const groups = [...groupBy(passes, ({ answer }) => answer).values()];
  const counts = groups.map((group) => new Set(group.map(({ taskId }) => taskId)).size);
  return counts.filter((count) => count >= fewestTasks).sort((a, b) => b - a);
}
