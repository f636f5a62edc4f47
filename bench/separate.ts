/**
 * What the separate judge says about reference solutions, or about recorded answers to the complete split, and what it costs.
 * BCB_SEPARATE_OF: references (default), passes, failures. BCB_SEPARATE_TASKS: numbers of tasks, else every BCB_SEPARATE_STEP-th.
 */
import { appendFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { loadTasks } from '../src/dataset/load-tasks.ts';
import { resolveDataFolder } from '../src/environment/data-folder.ts';
import { loadEnvironment } from '../src/environment/load-environment.ts';
import { needsNetwork } from '../src/evaluate/ground-truth/check-ground-truth.ts';
import { buildGroundTruthProgram } from '../src/evaluate/jobs/program.ts';
import { separateOrderOf } from '../src/evaluate/proof/reference-proofs.ts';
import { createLocalExecutor } from '../src/executor/local/create-local-executor.ts';
import type { Execution, Job } from '../src/schema/execution.ts';
import { buildProgram, type Task } from '../src/schema/task.ts';
import { readSamples } from '../src/upstream/read-samples.ts';
import { recordedWhole } from '../src/util/testing/recorded-data.ts';
import { hasSharedData } from '../src/util/testing/shared-data.ts';
import { createJobBuilder } from './integrity/build-jobs.ts';
import type { BenchResult } from './support/results.ts';

const of = process.env.BCB_SEPARATE_OF ?? 'references';
const step = Number(process.env.BCB_SEPARATE_STEP ?? 1);
const offset = Number(process.env.BCB_SEPARATE_OFFSET ?? 0);
const most = Number(process.env.BCB_SEPARATE_MOST ?? 1e9);
const chosen = process.env.BCB_SEPARATE_TASKS?.split(/[ ,]+/).map((number) => `BigCodeBench/${number}`);
const log = process.env.BCB_SEPARATE_LOG;

export async function run(): Promise<BenchResult> {
  if (!hasSharedData) return { skipped: '../shared/data does not exist' };
  const { tasks } = await loadTasks({ subset: recordedWhole.tasksFile });
  const wanted = tasks.filter(({ id }, index) => (chosen ? chosen.includes(id) : index % step === offset));
  const programs = await readPrograms(wanted);
  const buildJob = await createJobBuilder();
  const jobs: Job[] = [];
  for (const task of wanted) {
    const code = programs.get(task.id);
    if (code === undefined || jobs.length >= most) continue;
    const { test, limits, ...job } = buildJob(task, { id: task.id, code });
    const separate = separateOrderOf(task);
    jobs.push({ ...job, test, limits: { ...limits, wallMs: 2 * limits.wallMs, cpuMs: 2 * limits.cpuMs }, separate });
  }
  jobs.sort((a, b) => (b.costHintMs ?? 0) - (a.costHintMs ?? 0));
  const { environment } = await loadEnvironment({ dataFolder: resolveDataFolder(process.env), isLargest: true });
  await using executor = await createLocalExecutor({ environment, onLog: (line) => console.error(line) });
  const executions: Execution[] = [];
  for await (const execution of executor.execute(jobs)) {
    executions.push(execution);
    const { id, outcome, reason, separate, cpuMs, wallMs, tests } = execution;
    if (log) {
      const bad = tests.filter((test) => test.outcome !== 'pass').map(({ name, message }) => [name, message]);
      appendFileSync(log, `${JSON.stringify({ id, outcome, reason, separate, cpuMs, wallMs, bad })}\n`);
    }
    if (outcome !== 'pass') console.log(`${id} ${outcome}: ${reason?.slice(0, 160)}`);
  }
  const count = (test: (execution: Execution) => boolean) => String(executions.filter(test).length);
  const isPass = ({ outcome }: Execution) => outcome === 'pass';
  const levelOf = ({ separate }: Execution) => (separate && 'level' in separate ? separate.level : undefined);
  const rows = [
    ['', ''],
    [of, String(jobs.length)],
    ['pass', count(isPass)],
    ...(['value', 'reference', 'word'] as const).map((level) => [
      `pass by ${level}`,
      count((execution) => isPass(execution) && levelOf(execution) === level),
    ]),
    ['cannot be judged separately', count(({ separate }) => separate !== undefined && 'unprovable' in separate)],
    ['need the network', count((execution) => needsNetwork(execution.id, execution))],
    ['tampered', count(({ outcome }) => outcome === 'tampered')],
    ['CPU, s', (executions.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / 1000).toFixed(1)],
  ];
  return [{ rows }];
}

async function readPrograms(tasks: readonly Task[]): Promise<Map<string, string>> {
  if (of === 'references') return new Map(tasks.map((task) => [task.id, buildGroundTruthProgram(task)]));
  const statuses = JSON.parse(
    await readFile(recordedWhole.file('samples', 'qwen2.5-coder-7b-instruct--complete.offline-status.json'), 'utf8'),
  );
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const programs = new Map<string, string>();
  for await (const { taskId, solution } of readSamples(recordedWhole.samplesFile('complete'))) {
    const task = byId.get(taskId);
    const isPass = statuses[taskId] === 'pass' || statuses[taskId]?.status === 'pass';
    if (task && solution !== undefined && isPass === (of === 'passes'))
      programs.set(taskId, buildProgram(task, solution, true));
  }
  return programs;
}
