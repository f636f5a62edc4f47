/**
 * What proving passes costs on the recorded answers to the complete split: the CPU time of all twins over that of all answers.
 * Every second task, which takes about four minutes; BCB_INTEGRITY_STEP=1 takes all.
 */
import { loadTasks } from '../src/dataset/load-tasks.ts';
import { buildProgram } from '../src/evaluate/jobs/program.ts';
import type { Job } from '../src/schema/job.ts';
import { readSamples } from '../src/upstream/read-samples.ts';
import { recordedWhole } from '../src/util/testing/recorded-data.ts';
import { hasSharedData } from '../src/util/testing/shared-data.ts';
import { createJobBuilder, provePrograms, sayProof } from './integrity/prove-programs.ts';

const step = Number(process.env.BCB_INTEGRITY_STEP ?? 2);

export async function run(): Promise<void> {
  if (!hasSharedData) {
    console.log('skipped: ../shared/data does not exist');
    return;
  }
  const { tasks } = await loadTasks({ subset: recordedWhole.tasksFile });
  const chosen = new Map(tasks.filter((_, index) => index % step === 0).map((task) => [task.id, task]));
  const buildJob = await createJobBuilder();
  const jobs: Job[] = [];
  for await (const { taskId, solution } of readSamples(recordedWhole.samplesFile('complete'))) {
    const task = chosen.get(taskId);
    if (!task || solution === undefined) continue;
    jobs.push(buildJob(task, { id: taskId, code: buildProgram(task, solution, true) }));
  }
  const { executions, cost } = await provePrograms(jobs, tasks);
  console.log(`${jobs.length} answers, ${cost.runs} runs of twins`);
  console.log(`CPU: answers ${cost.programs.toFixed(0)} s, twins ${cost.twins.toFixed(0)} s`);
  console.log(`twins / answers: ${((100 * cost.twins) / cost.programs).toFixed(0)}%`);
  sayProof(executions);
}
