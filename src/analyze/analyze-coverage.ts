import { buildGroundTruthProgram } from '../evaluate/jobs/program.ts';
import { completeLimits, type Execution, type Job } from '../schema/execution.ts';
import type { Task } from '../schema/task.ts';
import type { Row } from '../schema/view/analysis-document.ts';
import { estimateMean } from '../score/estimate.ts';
import { readAsset } from '../util/read-asset.ts';
import { type AnalysisInput, arePublished, type Findings } from './analysis.ts';
import { toPercent } from './table.ts';

const script = readAsset('analyze/coverage.py');
const mark = '@reached';
/** Lines of the probes must survive whatever the tests print. */
const limits = completeLimits({ outputKb: 16_000 });

const kinds = {
  'branches, of tasks that have any': 'branch ',
  statements: 'statement ',
  'statements and branches': '',
};

/** How much of the reference solutions their tests reach: Section 2 of the paper. */
export async function analyzeCoverage({ loadTasks, openExecutor, showProgress }: AnalysisInput): Promise<Findings> {
  const tasks = await loadTasks();
  await using executor = await openExecutor(tasks);
  const progress = showProgress({ label: 'reference solutions', total: tasks.length });
  const found = new Map<string, Coverage>();
  let done = 0;
  for await (const execution of executor.execute(tasks.map(toJob))) {
    progress.update(++done);
    if (execution.outcome === 'pass') found.set(execution.id, readCoverage(execution));
  }
  progress.finish();
  const covered = tasks.flatMap(({ id }) => found.get(id) ?? []);
  const rows = Object.entries(kinds).map(([name, kind]): Row => {
    const shares = covered.flatMap((each) => shareOf(each, kind));
    const published = kind === '' && arePublished(tasks) ? 99 : undefined;
    return { labels: [name], ...toPercent(estimateMean(shares)), published, n: shares.length };
  });
  const missed = covered.flatMap(({ taskId, all, reached }): Row[] => {
    const lacking = all.filter((place) => !reached.has(place)).sort((one, other) => lineOf(one) - lineOf(other));
    const value = 100 * (1 - lacking.length / all.length);
    // `branch 12:4 False` → `line 12 False`; lines are those of prompt and solution.
    const places = lacking.map((place) => place.replace(/^(?:branch|statement) (\d+):\d+/, 'line $1'));
    return lacking.length === 0 ? [] : [{ labels: [taskId, places.join(', ')], value }];
  });
  const failed = tasks.length - covered.length;
  missed.sort((one, other) => one.value - other.value);
  const title = 'Tasks whose tests do not reach everything, percent';
  return {
    tables: [
      { key: 'coverage', title: 'What tests reach of reference solutions, percent', columns: ['what'], rows },
      { key: 'coverage_tasks', title, columns: ['task', 'not reached'], rows: missed },
    ],
    notes: failed === 0 ? [] : [`${failed} reference solutions do not pass here, so nothing is said of them.`],
  };
}

function toJob(task: Task): Job {
  const program = buildGroundTruthProgram(task);
  // Only the solution is looked at: the prompt is there before it.
  const firstLine = task.completePrompt.split('\n').length + 1;
  const words = [program, firstLine].map((each) => JSON.stringify(each)).join(', ');
  const code = `exec(${JSON.stringify(script)}, (_probes := {}))\n_probes["load"](${words}, globals(), "${mark}")\n`;
  return { id: task.id, code, test: task.test, libs: task.libs, limits };
}

type Coverage = ReturnType<typeof readCoverage>;

/** What of a reference solution there is to reach, and what its tests reach. */
function readCoverage({ id, stdout }: Execution) {
  const lines = stdout.split('\n').filter((line) => line.startsWith(`${mark} `));
  const told = [...new Set(lines.map((line) => line.slice(mark.length + 1)))];
  const all = told.filter((line) => line.startsWith('of ')).map((line) => line.slice('of '.length));
  return { taskId: id, all, reached: new Set(told) };
}

function shareOf({ all, reached }: Coverage, kind: string): number[] {
  const own = all.filter((place) => place.startsWith(kind));
  return own.length === 0 ? [] : [own.filter((place) => reached.has(place)).length / own.length];
}

function lineOf(place: string): number {
  return Number(/\d+/.exec(place)?.[0]);
}
