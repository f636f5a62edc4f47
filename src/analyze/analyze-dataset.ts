import { domainSchema } from '../schema/task.ts';
import type { Row, Table } from '../schema/view/analysis-document.ts';
import { groupBy } from '../util/group-by.ts';
import { readJsonAsset } from '../util/read-asset.ts';
import { type AnalysisInput, arePublished, type Findings } from './analysis.ts';
import { type DescribedTask, describeTasks, measures } from './task-measures.ts';

const domainNames: readonly string[] = domainSchema.options;
/** Percent of the tasks, in their order. */
const publishedDomains = [63, 44, 31, 30, 10, 8, 5];

/** Sizes, complexity, libraries, calls, their combinations and domains: Table 1 and Figures 4, 8 and 9 of the paper. */
export async function analyzeDataset({ loadTasks, loadParser }: AnalysisInput): Promise<Findings> {
  const tasks = await loadTasks();
  const described = describeTasks(tasks, await loadParser());
  const names: TaskNames = {
    libs: tasks.map(({ libs }) => libs),
    functions: described.map(({ features }) => features.names),
    domains: tasks.map(({ domains }) => domains),
  };
  const tables = [describeSizes(described), countTools(names), ...listUses(names)];
  if (arePublished(tasks)) return { tables };
  return { tables: tables.map((table) => ({ ...table, rows: table.rows.map(({ published: _, ...row }) => row) })) };
}

/** What each task uses and is of. */
type TaskNames = Readonly<Record<'libs' | 'functions' | 'domains', readonly (readonly string[])[]>>;

function describeSizes(described: readonly DescribedTask[]): Table {
  const n = described.length;
  const rows = Object.entries(measures).map(([name, { of, published }]): Row => {
    return { labels: [name], value: described.reduce((sum, each) => sum + of(each), 0) / n, published, n };
  });
  return { key: 'sizes', title: 'Mean of a task', columns: ['what'], rows };
}

function countTools({ libs, functions, domains }: TaskNames): Table {
  const count = (names: TaskNames['libs'], standard: boolean) =>
    [...new Set(names.flat())].filter((name) => standardModules.has(name.split('.')[0] ?? '') === standard).length;
  const counts: [string, number, number][] = [
    ['tasks', libs.length, 1140],
    ['libraries, standard', count(libs, true), 77],
    ['libraries, external', count(libs, false), 62],
    ['functions and other names, standard', count(functions, true), 281],
    ['functions and other names, external', count(functions, false), 442],
    ['combinations of libraries', countSets(libs), 577],
    ['combinations of functions and names', countSets(functions), 1045],
    ['combinations of domains', countSets(domains), 56],
  ];
  const rows = counts.map(([name, value, published]) => ({ labels: [name], value, published }));
  return { key: 'totals', title: 'Different ones in all tasks', columns: ['what'], digits: 0, rows };
}

/** How many tasks are of each domain, use each library and call each function, the most used first. */
function listUses({ libs, functions, domains }: TaskNames): Table[] {
  const list = (key: string, title: string, names: TaskNames['libs']): Table => {
    const rows = [...groupBy(names.flat(), (name) => name)]
      .map(([name, { length: n }]): Row => ({ labels: [name], value: (100 * n) / names.length, n }))
      .sort((one, other) => Number(other.n) - Number(one.n));
    return { key, title, columns: ['name'], rows };
  };
  const ofDomains = list('domains', 'Tasks of each domain, percent', domains);
  const published = (name = '') => publishedDomains[domainNames.indexOf(name)];
  return [
    { ...ofDomains, rows: ofDomains.rows.map((row) => ({ ...row, published: published(row.labels[0]) })) },
    list('libraries', 'Tasks that use a library, percent', libs),
    list('functions', 'Tasks that use a function or other name, percent', functions),
  ];
}

function countSets(names: TaskNames['libs']): number {
  return new Set(names.map((each) => [...new Set(each)].sort().join(' '))).size;
}

/** The public modules of the library that comes with Python 3.10. */
const standardModules = new Set(readJsonAsset<readonly string[]>('analyze/standard-library.json'));
