import type { TaskListDocument } from '../../../../src/schema/view/task-document.ts';

export const taskSorts = {
  hardest: 'least solved first',
  easiest: 'most solved first',
  task: 'by task',
  oddest: 'oddest first (item–rest correlation)',
} as const;

interface TaskFilter {
  readonly q?: string | undefined;
  readonly domain?: string | undefined;
  readonly suspect?: string | undefined;
  readonly sort?: string | undefined;
}

/** Rows of the tasks that match, in order. */
export function sortTasks(list: TaskListDocument, { q = '', domain, suspect, sort }: TaskFilter): number[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const rows = list.ids.flatMap((id, row) => {
    const text = [id, list.titles[row], list.prompts[row], ...(list.libs[row] ?? [])].join(' ').toLowerCase();
    const isMatch =
      words.every((word) => text.includes(word)) &&
      (domain === undefined || list.domains[row]?.includes(domain)) &&
      (suspect !== '1' || (list.suspicions[row]?.length ?? 0) > 0);
    return isMatch ? [row] : [];
  });
  const rate = (row: number) => (list.passed[row] ?? 0) / Math.max(1, list.answers[row] ?? 0);
  const oddness = (row: number) => list.itemRest[row] ?? 2;
  if (sort === 'task') return rows;
  if (sort === 'oddest') return rows.sort((a, b) => oddness(a) - oddness(b));
  return rows.sort((a, b) => (sort === 'easiest' ? rate(b) - rate(a) : rate(a) - rate(b)) || a - b);
}
