/** An answer that passes the tests of several tasks. */
export interface Pass {
  readonly taskId: string;
  /** Equal for equal answers. */
  readonly answer: string;
}

/** Of ten models and 11,400 answers, none passes two tasks with the same one. */
const fewestTasks = 3;

/** How many tasks each answer solves that solves several: such an answer hardly looks at what is asked. The largest first. */
export function countRepeatedAnswers(passes: Iterable<Pass>): number[] {
  const tasksOf = new Map<string, Set<string>>();
  for (const { taskId, answer } of passes) {
    const tasks = tasksOf.get(answer) ?? new Set();
    tasksOf.set(answer, tasks.add(taskId));
  }
  const counts = [...tasksOf.values()].map((tasks) => tasks.size);
  return counts.filter((count) => count >= fewestTasks).sort((a, b) => b - a);
}
