/**
 * Whether proof accuses honest programs: all reference solutions, and all answers on record that pass, under `proven`. About
 * twelve minutes on two cores. BCB_HONEST_TESTS takes the tasks whose tests match a regular expression.
 */
import { loadTasks } from '../src/dataset/load-tasks.ts';
import { buildGroundTruthProgram, buildProgram } from '../src/evaluate/jobs/program.ts';
import type { Job } from '../src/schema/job.ts';
import { readEvalResults } from '../src/upstream/eval-results.ts';
import { readSamples } from '../src/upstream/read-samples.ts';
import { recordedWhole } from '../src/util/testing/recorded-data.ts';
import { hasSharedData } from '../src/util/testing/shared-data.ts';
import { createJobBuilder, provePrograms, sayProof } from './integrity/prove-programs.ts';

export async function run(): Promise<void> {
  if (!hasSharedData) {
    console.log('skipped: ../shared/data does not exist');
    return;
  }
  const pattern = new RegExp(process.env.BCB_HONEST_TESTS ?? '');
  const { tasks: all } = await loadTasks({ subset: recordedWhole.tasksFile });
  const tasks = all.filter(({ test }) => pattern.test(test));
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const buildJob = await createJobBuilder();
  const jobs: Job[] = tasks.map((task) =>
    buildJob(task, { id: `reference ${task.id}`, code: buildGroundTruthProgram(task) }),
  );
  for (const split of ['complete', 'instruct'] as const) {
    const passing = await readPassing(split);
    for await (const { taskId, solution } of readSamples(recordedWhole.samplesFile(split))) {
      const task = byId.get(taskId);
      if (!task || solution === undefined || !passing.has(taskId)) continue;
      jobs.push(buildJob(task, { id: `${split} ${taskId}`, code: buildProgram(task, solution, true) }));
    }
  }
  const { executions, cost } = await provePrograms(jobs, tasks);
  const passed = executions.filter(({ outcome }) => outcome === 'pass').length;
  console.log(`${jobs.length} programs, ${passed} pass, ${cost.runs} runs of twins`);
  sayProof(executions);
  for (const { id, outcome, reason, proof } of executions) {
    if (outcome !== 'pass' && outcome !== 'tampered') console.log(`${id}: ${outcome} ${reason ?? ''}`);
    if (proof?.state === 'unproven') console.log(`${id}: unproven, ${proof.why} (${proof.tests.join(', ')})`);
  }
}

/** Tasks whose recorded answer passed. */
async function readPassing(split: 'complete' | 'instruct'): Promise<Set<string>> {
  const { eval: results } = await readEvalResults(recordedWhole.evalResultsFile(split));
  return new Set(Object.keys(results).filter((taskId) => results[taskId]?.[0]?.status === 'pass'));
}
