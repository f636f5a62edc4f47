import { readdirSync } from 'node:fs';
import { createLocalExecutor } from '../../src/executor/local/create-local-executor.ts';
import type { PythonEnvironment } from '../../src/schema/python-environment.ts';
import { collectGarbage } from '../support/collect-garbage.ts';
import { readTree } from './process-tree.ts';
import { jobsOf, trivialProgram } from './programs.ts';

const jobs = 10_000;

interface Footprint {
  readonly heapMb: number;
  readonly nodeMb: number;
  readonly treeMb: number;
  readonly descriptors: number;
}

export interface TrivialResult {
  readonly jobs: number;
  readonly perSecond: number;
  readonly nodeCpuMsPerJob: number;
  /** After the first thousand jobs, and after the last. */
  readonly early: Footprint;
  readonly late: Footprint;
}

/** Ten thousand programs that do nothing: what the engine itself costs, and whether it grows. */
export async function measureTrivial(environment: PythonEnvironment): Promise<TrivialResult> {
  await using executor = await createLocalExecutor({ environment });
  const own = process.cpuUsage();
  const startedAt = performance.now();
  let done = 0;
  let early: Footprint | undefined;
  for await (const { outcome, reason } of executor.execute(jobsOf(trivialProgram, jobs))) {
    if (outcome !== 'pass') throw new Error(`a trivial job ended with ${outcome}: ${reason}`);
    if (++done === 1000) early = readFootprint();
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const spent = process.cpuUsage(own);
  const late = readFootprint();
  return {
    jobs,
    perSecond: jobs / seconds,
    nodeCpuMsPerJob: (spent.user + spent.system) / 1000 / jobs,
    early: early ?? late,
    late,
  };
}

function readFootprint(): Footprint {
  collectGarbage();
  const tree = readTree();
  return {
    heapMb: process.memoryUsage().heapUsed / 2 ** 20,
    nodeMb: process.memoryUsage().rss / 2 ** 20,
    treeMb: tree.residentMb,
    descriptors: tree.descriptors + readdirSync('/proc/self/fd').length,
  };
}
