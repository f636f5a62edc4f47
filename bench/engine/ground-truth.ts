import { existsSync } from 'node:fs';
import { loadTasks } from '../../src/dataset/load-tasks.ts';
import { needsNetwork } from '../../src/evaluate/ground-truth/check-ground-truth.ts';
import { expectCost, lengthOf } from '../../src/evaluate/jobs/expected-cost.ts';
import { buildGroundTruthProgram } from '../../src/evaluate/jobs/program.ts';
import { createLocalExecutor } from '../../src/executor/local/create-local-executor.ts';
import { defaultLimits, type Job, type Outcome } from '../../src/schema/execution.ts';
import type { PythonEnvironment } from '../../src/schema/python-environment.ts';
import { sharedData } from '../../src/util/testing/shared-data.ts';
import { readTree } from './process-tree.ts';

const tasksFile = sharedData('bigcodebench-v0.1.4.jsonl.gz');

export interface GroundTruthResult {
  readonly outcomes: ReadonlyMap<string, Outcome | 'needs-network'>;
  readonly reasons: ReadonlyMap<string, string>;
  readonly wallS: number;
  readonly testCpuS: number;
  readonly longestS: number;
  /** Peak memory of the whole pool. */
  readonly poolMb: number;
}

/** Whether the real tasks are available. */
export function hasTasks(): boolean {
  return existsSync(tasksFile);
}

/** Runs every task's reference solution, longest first; startup is part of the wall time. */
export async function runGroundTruth(environment: PythonEnvironment): Promise<GroundTruthResult> {
  const { tasks } = await loadTasks({ subset: tasksFile });
  const jobs: Job[] = tasks.map((task) => ({
    id: task.id,
    code: buildGroundTruthProgram(task),
    test: task.test,
    libs: task.libs,
    // The wall limit only stops sleepers: a busy machine must not fail a reference solution.
    limits: { ...defaultLimits, wallMs: 4 * defaultLimits.wallMs },
    costHintMs: lengthOf(expectCost(task)),
  }));
  jobs.sort((a, b) => (b.costHintMs ?? 0) - (a.costHintMs ?? 0));
  const outcomes = new Map<string, Outcome | 'needs-network'>();
  const reasons = new Map<string, string>();
  let testCpuS = 0;
  let longestS = 0;
  let poolMb = 0;
  const startedAt = performance.now();
  await using executor = await createLocalExecutor({ environment });
  const watch = setInterval(() => {
    poolMb = Math.max(poolMb, readTree().residentMb);
  }, 5000);
  try {
    for await (const execution of executor.execute(jobs)) {
      outcomes.set(execution.id, needsNetwork(execution.id, execution) ? 'needs-network' : execution.outcome);
      if (execution.outcome !== 'pass') reasons.set(execution.id, execution.reason ?? '');
      testCpuS += execution.testCpuMs / 1000;
      longestS = Math.max(longestS, execution.wallMs / 1000);
    }
  } finally {
    clearInterval(watch);
  }
  return { outcomes, reasons, wallS: (performance.now() - startedAt) / 1000, testCpuS, longestS, poolMb };
}

/** What did not pass, by name and with its reason. */
export function listFailures({ outcomes, reasons }: GroundTruthResult): string[] {
  return [...outcomes]
    .filter(([, outcome]) => outcome !== 'pass')
    .sort()
    .map(([id, outcome]) => `${id} ${outcome}: ${reasons.get(id)?.slice(0, 120)}`);
}
