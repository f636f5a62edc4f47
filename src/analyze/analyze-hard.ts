import { hardIds } from '../dataset/public-tasks.ts';
import type { Task } from '../schema/task.ts';
import type { Row } from '../schema/view/analysis-document.ts';
import { type AnalysisInput, type Findings, formatTaskFile } from './analysis.ts';
import { rateTasks } from './analyze-solve-rate.ts';
import { readNumberTable } from './number-table.ts';

type Filter = readonly [name: string, keeps: (task: Task) => boolean];

/** The recipe of the hard subset, with the solve rates of published models or of one's own. */
export async function analyzeHard({ loadTasks, loadResults, similarity }: AnalysisInput): Promise<Findings> {
  const tasks = await loadTasks();
  const { rates, models } = rateTasks(tasks, await loadResults());
  // A task that nobody tried is not known to be hard.
  const rateOf = ({ id }: Task) => rates.get(id) ?? 1;
  const { rows: similar } = similarity === undefined ? { rows: [] } : await readNumberTable(similarity);
  const scores = new Map(similar.map(({ name, values }) => [name, values[0] ?? 0]));
  const isSimilar: Filter = ['similarity above 0.7', ({ id }) => (scores.get(id) ?? 0) > 0.7];
  const filters: Filter[] = [
    ...(similarity === undefined ? [] : [isSimilar]),
    ['more than 2 libraries', ({ libs }) => libs.length > 2],
    ['solution of more than 426 characters', ({ canonicalSolution }) => [...canonicalSolution].length > 426],
    [`solved by fewer than half of ${models}`, (task) => rateOf(task) < 0.5],
  ];
  const hard = tasks.filter((task) => filters.every(([, keeps]) => keeps(task)));
  const published = new Set(hardIds);
  const count = (name: string, kept: readonly Task[]): Row => {
    return { labels: [name], value: kept.length, n: kept.filter(({ id }) => published.has(id)).length };
  };
  const rows = [...filters.map(([name, keeps]) => count(name, tasks.filter(keeps))), count('all of these', hard)];
  const listed = hard.map((task): Row => {
    return { labels: [task.id, published.has(task.id) ? 'yes' : 'no'], value: 100 * rateOf(task) };
  });
  return {
    tables: [
      { key: 'hard', title: 'Tasks that pass; n: of the 148 published', columns: ['filter'], digits: 0, rows },
      { key: 'hard_tasks', title: 'Solve rate, percent', columns: ['task', 'in the hard subset'], rows: listed },
    ],
    files: [formatTaskFile('hard.jsonl', hard)],
    notes: similarity === undefined ? ['Similarity was not asked: pass --similarity FILE.csv (task id, score).'] : [],
  };
}
