/**
 * What the separate judge costs on the recorded answers to the complete split that pass: CPU of a run in two processes over
 * that of a run in one. Every fourth task; BCB_INTEGRITY_STEP=1 takes all.
 */
import { loadTasks } from '../src/dataset/load-tasks.ts';
import { resolveDataFolder } from '../src/environment/data-folder.ts';
import { loadEnvironment } from '../src/environment/load-environment.ts';
import { separateOrderOf } from '../src/evaluate/proof/reference-proofs.ts';
import { provenLevel } from '../src/evaluate/proof/settle-proof.ts';
import { createLocalExecutor } from '../src/executor/local/create-local-executor.ts';
import type { Execution, Job } from '../src/schema/execution.ts';
import { buildProgram } from '../src/schema/task.ts';
import { readSamples } from '../src/upstream/read-samples.ts';
import { recordedWhole } from '../src/util/testing/recorded-data.ts';
import { hasSharedData } from '../src/util/testing/shared-data.ts';
import { createJobBuilder } from './integrity/build-jobs.ts';
import type { BenchResult } from './support/results.ts';

const step = Number(process.env.BCB_INTEGRITY_STEP ?? 4);

export async function run(): Promise<BenchResult> {
  if (!hasSharedData) return { skipped: '../shared/data does not exist' };
  const { tasks } = await loadTasks({ subset: recordedWhole.tasksFile });
  const chosen = new Map(tasks.filter((_, index) => index % step === 0).map((task) => [task.id, task]));
  const buildJob = await createJobBuilder();
  const jobs: Job[] = [];
  for await (const { taskId, solution } of readSamples(recordedWhole.samplesFile('complete'))) {
    const task = chosen.get(taskId);
    if (!task || solution === undefined) continue;
    jobs.push(buildJob(task, { id: taskId, code: buildProgram(task, solution, true) }));
  }
  jobs.sort((a, b) => (b.costHintMs ?? 0) - (a.costHintMs ?? 0));
  const { environment } = await loadEnvironment({ dataFolder: resolveDataFolder(process.env), isLargest: true });
  await using executor = await createLocalExecutor({ environment, isWarm: true });
  const plain = new Map<string, Execution>();
  for await (const execution of executor.execute(jobs)) plain.set(execution.id, execution);
  const passing = jobs.flatMap((job) => {
    const task = chosen.get(job.id);
    return task && plain.get(job.id)?.outcome === 'pass' ? [{ ...job, separate: separateOrderOf(task) }] : [];
  });
  const separate: Execution[] = [];
  for await (const execution of executor.execute(passing)) separate.push(execution);
  const proven = separate.filter(provenLevel);
  const ratios = proven.map(({ id, cpuMs }) => cpuMs / (plain.get(id)?.cpuMs ?? cpuMs)).sort((a, b) => a - b);
  const sum = (executions: readonly (Execution | undefined)[]) =>
    executions.reduce((total, execution) => total + (execution?.cpuMs ?? 0), 0) / 1000;
  const [here, there] = [sum(proven.map(({ id }) => plain.get(id))), sum(proven)];
  return [
    {
      rows: [
        ['', ''],
        ['passes', String(passing.length)],
        ['proven', String(proven.length)],
        ['CPU in one process', `${here.toFixed(1)} s`],
        ['CPU under the separate judge', `${there.toFixed(1)} s`],
        ['ratio of the sums', (there / here).toFixed(2)],
        ['median ratio', (ratios[Math.floor(ratios.length / 2)] ?? 0).toFixed(2)],
      ],
    },
  ];
}
