import { loadTasks } from '../../src/dataset/load-tasks.ts';
import { buildGroundTruthProgram } from '../../src/evaluate/jobs/program.ts';
import { createLocalExecutor } from '../../src/executor/local/create-local-executor.ts';
import { preloadOf } from '../../src/executor/local/tiers.ts';
import { defaultLimits, type Job } from '../../src/schema/execution.ts';
import type { PythonEnvironment } from '../../src/schema/python-environment.ts';
import { readTree } from './process-tree.ts';
import { jobsOf, trivialProgram } from './programs.ts';
import { runBare } from './run-bare.ts';

const bareSeconds = 3;
const trivialPerCore = 500;
const starterRounds = 2;

export interface ScaleResult {
  readonly cores: number;
  /** Places made and left per second by as many bare processes as there are cores. */
  readonly bareWorlds: number;
  /** The same by processes as large as a zygote, whose child in each place is as large as a sample. */
  readonly largeWorlds: number;
  readonly trivialPerSecond: number;
  /** CPU of the runners themselves, per sample: each of their processes does this one after the other. */
  readonly runnerCpuMs: number;
  readonly starterPerSecond: number;
  /** Wall time compared with what the tests themselves compute, spread over all cores. */
  readonly starterOverIdeal: number;
}

/** What the engine does on the cores that this process may use. */
export async function measureScale(environment: PythonEnvironment, cores: number): Promise<ScaleResult> {
  const bareWorlds = await countBareWorlds(environment, cores);
  const largeWorlds = await countBareWorlds(environment, cores, preloadOf('stdlib', new Set()));
  await using executor = await createLocalExecutor({ environment, isWarm: true });
  const run = async (jobs: Iterable<Job>) => {
    const before = readTree().cpuMs;
    const startedAt = performance.now();
    let count = 0;
    let testCpuS = 0;
    for await (const { id, outcome, reason, testCpuMs } of executor.execute(jobs)) {
      if (outcome !== 'pass') throw new Error(`${id} ended with ${outcome}: ${reason}`);
      count++;
      testCpuS += testCpuMs / 1000;
    }
    const seconds = (performance.now() - startedAt) / 1000;
    return { seconds, testCpuS, perSecond: count / seconds, runnerCpuMs: (readTree().cpuMs - before) / count };
  };
  // The first ones warm up more processes and Node itself.
  await run(jobsOf(trivialProgram, 200 * cores));
  const trivial = await run(jobsOf(trivialProgram, trivialPerCore * cores));
  const starter = await run(await listStarterJobs(starterRounds * cores));
  return {
    cores,
    bareWorlds,
    largeWorlds,
    trivialPerSecond: trivial.perSecond,
    runnerCpuMs: trivial.runnerCpuMs,
    starterPerSecond: starter.perSecond,
    starterOverIdeal: starter.seconds / (starter.testCpuS / cores),
  };
}

async function listStarterJobs(rounds: number): Promise<Job[]> {
  const { tasks } = await loadTasks({ subset: 'starter' });
  return Array.from({ length: rounds }, (_, round) =>
    tasks.map((task) => ({
      id: `${task.id}-${round}`,
      code: buildGroundTruthProgram(task),
      test: task.test,
      libs: task.libs,
      limits: defaultLimits,
    })),
  ).flat();
}

/** Each process runs in the sandbox of a runner, and does nothing but make places. */
async function countBareWorlds(
  environment: PythonEnvironment,
  processes: number,
  modules: readonly string[] = [],
): Promise<number> {
  const count = async () => Number(await runBare(environment, 'bare-places.py', String(bareSeconds), ...modules));
  const counts = await Promise.all(Array.from({ length: processes }, count));
  return counts.reduce((sum, each) => sum + each, 0);
}
