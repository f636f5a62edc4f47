/**
 * What stopping at the first failing test saves: the 2,280 recorded answers, each in full and with `failFast`, side by side
 * in one stream, so that both meet the same load. BCB_BENCH_ANSWERS takes that many of them, evenly spread.
 */
import { loadTasks } from '../src/dataset/load-tasks.ts';
import { resolveDataFolder } from '../src/environment/data-folder.ts';
import { loadEnvironment } from '../src/environment/load-environment.ts';
import { createLocalExecutor } from '../src/executor/local/create-local-executor.ts';
import type { Execution, Job } from '../src/schema/execution.ts';
import { buildProgram } from '../src/schema/task.ts';
import { readSamples } from '../src/upstream/read-samples.ts';
import { recordedWhole } from '../src/util/testing/recorded-data.ts';
import { hasSharedData } from '../src/util/testing/shared-data.ts';
import { createJobBuilder } from './integrity/build-jobs.ts';
import type { BenchResult } from './support/results.ts';

interface Answer {
  readonly full: Execution;
  readonly fast: Execution;
}

export async function run(): Promise<BenchResult> {
  if (!hasSharedData) return { skipped: '../shared/data does not exist' };
  const jobs = await buildJobs();
  const most = Number(process.env.BCB_BENCH_ANSWERS ?? jobs.length);
  const step = jobs.length / Math.min(most, jobs.length);
  const chosen = Array.from({ length: Math.floor(jobs.length / step) }, (_, at) => jobs[Math.floor(at * step)] as Job);
  const answers = [...(await runBoth(chosen)).entries()];
  const differing = answers.filter(([, { full, fast }]) => full.status !== fast.status);
  for (const [id, { full, fast }] of differing) console.log(`${id}: ${describe(full)}, fail-fast ${describe(fast)}`);
  const groups: Record<string, (full: Execution) => boolean> = {
    'all answers': () => true,
    'those that pass': ({ status }) => status === 'pass',
    'those that do not': ({ status }) => status !== 'pass',
    'of these, without timeouts': ({ status }) => status === 'fail',
  };
  const rows = Object.entries(groups).map(([name, belongs]) => {
    const those = answers.map(([, answer]) => answer).filter(({ full }) => belongs(full));
    const [full, fast] = [sumCpu(those.map((each) => each.full)), sumCpu(those.map((each) => each.fast))];
    const notRun = those.filter(({ fast: { tests } }) => tests.some(({ outcome }) => outcome === 'not-run')).length;
    const changed = those.filter((each) => each.full.status !== each.fast.status).length;
    return [name, those.length, notRun, full.toFixed(1), fast.toFixed(1), percent(1 - fast / full), changed].map(
      String,
    );
  });
  const head = ['', 'answers', 'stopped early', 'test CPU, s', 'with failFast, s', 'saved', 'other status'];
  return [{ rows: [head, ...rows] }];
}

async function buildJobs(): Promise<Job[]> {
  const { tasks } = await loadTasks({ subset: recordedWhole.tasksFile });
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const buildJob = await createJobBuilder();
  const jobs: Job[] = [];
  for (const split of ['complete', 'instruct'] as const) {
    for await (const { taskId, solution } of readSamples(recordedWhole.samplesFile(split))) {
      const task = byId.get(taskId);
      if (!task || solution === undefined) continue;
      jobs.push(buildJob(task, { id: `${split} ${taskId}`, code: buildProgram(task, solution, true) }));
    }
  }
  return jobs;
}

async function runBoth(jobs: readonly Job[]): Promise<Map<string, Answer>> {
  const { environment } = await loadEnvironment({ dataFolder: resolveDataFolder(process.env), isLargest: true });
  await using executor = await createLocalExecutor({ environment });
  const sorted = jobs.toSorted((a, b) => (b.costHintMs ?? 0) - (a.costHintMs ?? 0));
  const both = sorted.flatMap((job) => [
    { ...job, id: `full ${job.id}` },
    { ...job, id: `fast ${job.id}`, failFast: true },
  ]);
  const found = new Map<string, Execution>();
  for await (const execution of executor.execute(both)) found.set(execution.id, execution);
  return new Map(
    jobs.map(({ id }) => {
      const [full, fast] = [found.get(`full ${id}`), found.get(`fast ${id}`)];
      if (!full || !fast) throw new Error(`${id} was not executed`);
      return [id, { full, fast }];
    }),
  );
}

function sumCpu(executions: readonly Execution[]): number {
  return executions.reduce((sum, { testCpuMs }) => sum + testCpuMs, 0) / 1000;
}

function percent(share: number): string {
  return Number.isFinite(share) ? `${(100 * share).toFixed(0)} %` : '–';
}

function describe({ outcome, reason = '' }: Execution): string {
  return `${outcome} ${reason}`.trim();
}
