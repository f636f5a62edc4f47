import type { Task } from '../schema/task.ts';
import { buildTaskRow } from './task-row.ts';

/** What two editions of a dataset make different: compares tasks of the same id, field by field. */
export function diffEditions(a: readonly Task[], b: readonly Task[]) {
  const inA = new Map(a.map((task) => [task.id, task]));
  const inB = new Map(b.map((task) => [task.id, task]));
  return {
    onlyA: a.flatMap(({ id }) => (inB.has(id) ? [] : [id])),
    onlyB: b.flatMap(({ id }) => (inA.has(id) ? [] : [id])),
    changed: a.flatMap((task) => {
      const other = inB.get(task.id);
      const fields = other ? diffTasks(task, other) : [];
      return fields.length === 0 ? [] : [{ taskId: task.id, fields }];
    }),
  };
}

export type ChangedTask = ReturnType<typeof diffEditions>['changed'][number];

function diffTasks(a: Task, b: Task) {
  const other: Readonly<Record<string, unknown>> = buildTaskRow(b);
  return Object.entries(buildTaskRow(a)).flatMap(([field, value]) => {
    const [one, two] = [value, other[field]].map((each) => (typeof each === 'string' ? each : JSON.stringify(each)));
    return one === two ? [] : [{ field, ...diffLines(one ?? '', two ?? '') }];
  });
}

/** What is left between the lines that both begin and end with. */
function diffLines(a: string, b: string) {
  const [one, two] = [a.split('\n'), b.split('\n')];
  const shortest = Math.min(one.length, two.length);
  let [start, end] = [0, 0];
  while (start < shortest && one[start] === two[start]) start++;
  while (end < shortest - start && one.at(-1 - end) === two.at(-1 - end)) end++;
  return { removed: one.slice(start, one.length - end), added: two.slice(start, two.length - end) };
}
