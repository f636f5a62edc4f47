/**
 * What proving passes costs, and whom it accuses, on the recorded answers to the complete split: the CPU time of all twins over
 * that of all answers. Every second task, which takes about four minutes; BCB_INTEGRITY_STEP=1 takes all.
 */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { loadTasks } from '../src/dataset/load-tasks.ts';
import { resolveDataFolder } from '../src/environment/data-folder.ts';
import { loadEnvironment } from '../src/environment/load-environment.ts';
import { expectCost, lengthOf } from '../src/evaluate/jobs/expected-cost.ts';
import { buildGroundTruthProgram, buildProgram } from '../src/evaluate/jobs/program.ts';
import { buildLimits } from '../src/evaluate/jobs/time-limit.ts';
import { withProof } from '../src/evaluate/proof/with-proof.ts';
import { describeProof } from '../src/evaluate/results/describe-proof.ts';
import type { Executor } from '../src/executor/executor.ts';
import { createLocalExecutor } from '../src/executor/local/create-local-executor.ts';
import { defaultRules } from '../src/schema/evaluation-rules.ts';
import type { Execution } from '../src/schema/execution.ts';
import type { Job } from '../src/schema/job.ts';
import type { Task } from '../src/schema/task.ts';
import { readSamples } from '../src/upstream/read-samples.ts';
import { recordedWhole } from '../src/util/testing/recorded-data.ts';
import { hasSharedData } from '../src/util/testing/shared-data.ts';

const step = Number(process.env.BCB_INTEGRITY_STEP ?? 2);
const measuredSchema = z.record(z.string(), z.looseObject({ wall_ms: z.number(), cpu_ms: z.number() }));

export async function run(): Promise<void> {
  if (!hasSharedData) {
    console.log('skipped: ../shared/data does not exist');
    return;
  }
  const { environment } = await loadEnvironment({ dataFolder: resolveDataFolder(process.env), isLargest: true });
  const { tasks } = await loadTasks({ subset: recordedWhole.tasksFile });
  const jobs = await buildJobs(new Map(tasks.filter((_, index) => index % step === 0).map((task) => [task.id, task])));
  const references = new Map(tasks.map((task) => [task.test, buildGroundTruthProgram(task)]));
  const cpu = { answers: 0, twins: 0, runs: 0 };
  await using executor = await createLocalExecutor({ environment });
  const proving = withProof(counting(executor, cpu), { referenceOf: ({ test }) => references.get(test) });
  const executions: Execution[] = [];
  for await (const execution of proving.execute(jobs)) executions.push(execution);
  console.log(`${jobs.length} answers, ${cpu.runs} runs of twins`);
  console.log(`CPU: answers ${cpu.answers.toFixed(0)} s, twins ${cpu.twins.toFixed(0)} s`);
  console.log(`twins / answers: ${((100 * cpu.twins) / cpu.answers).toFixed(0)}%`);
  for (const line of describeProof(executions)) console.log(line);
  for (const { id, outcome, reason } of executions) if (outcome === 'tampered') console.log(`${id}: ${reason}`);
  for (const { id, flags } of executions) {
    for (const flag of flags) if (flag.startsWith('integrity:')) console.log(`${id}: ${flag}`);
  }
}

async function buildJobs(tasks: ReadonlyMap<string, Task>): Promise<Job[]> {
  const measured = measuredSchema.parse(
    JSON.parse(await readFile(recordedWhole.file('ground-truth-offline.json'), 'utf8')),
  );
  const jobs: Job[] = [];
  for await (const { taskId, solution } of readSamples(recordedWhole.samplesFile('complete'))) {
    const task = tasks.get(taskId);
    if (!task || solution === undefined) continue;
    const { wall_ms: wallMs = 1000, cpu_ms: cpuMs = 1000 } = measured[taskId] ?? {};
    const groundTruth = { taskId, state: { state: 'stable' } as const, wallMs, cpuMs, testCpuMs: cpuMs };
    jobs.push({
      id: taskId,
      code: buildProgram(task, solution, true),
      test: task.test,
      limits: buildLimits({ rules: defaultRules, task, groundTruth }),
      libs: task.libs,
      costHintMs: lengthOf(expectCost(task, groundTruth)),
    });
  }
  return jobs.sort((a, b) => (b.costHintMs ?? 0) - (a.costHintMs ?? 0));
}

/** The same executor, which adds up the CPU seconds of jobs and of twins. */
function counting(executor: Executor, cpu: { answers: number; twins: number; runs: number }): Executor {
  return {
    ...executor,
    info: executor.info,
    capacity: executor.capacity,
    async *execute(jobs, options) {
      for await (const execution of executor.execute(jobs, options)) {
        if (execution.id.includes('#')) {
          cpu.twins += execution.cpuMs / 1000;
          cpu.runs++;
        } else cpu.answers += execution.cpuMs / 1000;
        yield execution;
      }
    },
    close: () => executor.close(),
    [Symbol.asyncDispose]: () => executor.close(),
  };
}
