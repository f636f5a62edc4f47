import { resolveDataFolder } from '../../src/environment/data-folder.ts';
import { loadEnvironment } from '../../src/environment/load-environment.ts';
import { expectCost, lengthOf } from '../../src/evaluate/jobs/expected-cost.ts';
import { buildGroundTruthProgram } from '../../src/evaluate/jobs/program.ts';
import { buildLimits } from '../../src/evaluate/jobs/time-limit.ts';
import { withProof } from '../../src/evaluate/proof/with-proof.ts';
import { describeProof } from '../../src/evaluate/results/describe-proof.ts';
import type { Executor } from '../../src/executor/executor.ts';
import { createLocalExecutor } from '../../src/executor/local/create-local-executor.ts';
import { defaultRules } from '../../src/schema/evaluation-rules.ts';
import type { Execution } from '../../src/schema/execution.ts';
import type { Job } from '../../src/schema/job.ts';
import type { Task } from '../../src/schema/task.ts';
import { readRecordedTimes } from '../support/recorded-times.ts';

/** CPU seconds of programs and of their twins, and how often twins ran. */
export interface ProofCost {
  programs: number;
  twins: number;
  runs: number;
}

/** Makes jobs whose time limits come from the reference solutions' recorded times. */
export async function createJobBuilder(): Promise<(task: Task, program: { id: string; code: string }) => Job> {
  const times = await readRecordedTimes();
  return (task, { id, code }) => {
    const groundTruth = times.get(task.id);
    const limits = buildLimits({ rules: defaultRules, task, groundTruth });
    return { id, code, test: task.test, limits, libs: task.libs, costHintMs: lengthOf(expectCost(task, groundTruth)) };
  };
}

/** Runs the jobs, longest first, each pass against its twins. */
export async function provePrograms(
  jobs: readonly Job[],
  tasks: readonly Task[],
): Promise<{ executions: Execution[]; cost: ProofCost }> {
  const { environment } = await loadEnvironment({ dataFolder: resolveDataFolder(process.env), isLargest: true });
  const references = new Map(tasks.map((task) => [task.test, buildGroundTruthProgram(task)]));
  const cost: ProofCost = { programs: 0, twins: 0, runs: 0 };
  await using executor = await createLocalExecutor({ environment });
  const proving = withProof(counting(executor, cost), { referenceOf: ({ test }) => references.get(test) });
  const executions: Execution[] = [];
  const sorted = jobs.toSorted((a, b) => (b.costHintMs ?? 0) - (a.costHintMs ?? 0));
  for await (const execution of proving.execute(sorted)) executions.push(execution);
  return { executions, cost };
}

/** Prints what was proven, and every accusation and flag. */
export function sayProof(executions: readonly Execution[]): void {
  for (const line of describeProof(executions)) console.log(line);
  for (const { id, outcome, reason } of executions) if (outcome === 'tampered') console.log(`${id}: ${reason}`);
  for (const { id, flags } of executions) {
    for (const flag of flags) if (flag.startsWith('integrity:')) console.log(`${id}: ${flag}`);
  }
}

/** The same executor, which adds up the CPU seconds of jobs and of twins. */
function counting(executor: Executor, cost: ProofCost): Executor {
  return {
    ...executor,
    info: executor.info,
    capacity: executor.capacity,
    async *execute(jobs, options) {
      for await (const execution of executor.execute(jobs, options)) {
        if (execution.id.includes('#')) {
          cost.twins += execution.cpuMs / 1000;
          cost.runs++;
        } else cost.programs += execution.cpuMs / 1000;
        yield execution;
      }
    },
    close: () => executor.close(),
    [Symbol.asyncDispose]: () => executor.close(),
  };
}
