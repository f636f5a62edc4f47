/** What only running can show: the solution passes, twice; an empty body and the wrong solution do not. */
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import type { Execution } from '../../schema/execution.ts';
import type { Job } from '../../schema/job.ts';
import type { Limits } from '../../schema/limits.ts';
import { readTestMethods } from '../test-names.ts';
import type { Finding } from './finding.ts';
import type { LintTask } from './lint-source.ts';

/** Runs jobs in a sandbox; passed in, because executors are in another room. */
export type ExecuteJobs = (jobs: Iterable<Job>, options: { signal?: AbortSignal }) => AsyncIterable<Execution>;

export interface ProveTasksOptions {
  readonly tasks: readonly LintTask[];
  readonly execute: ExecuteJobs;
  readonly limits: Limits;
  /** A pack that needs the network cannot be checked without one: its failures are warnings. */
  readonly needsNetwork: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

type Proof = 'first' | 'second' | 'empty' | 'wrong';

/** Runs every task's proofs and reports those that fail. */
export async function proveTasks(options: ProveTasksOptions): Promise<Finding[]> {
  const { tasks, execute, limits, signal, onProgress } = options;
  const jobs = tasks.flatMap((lintTask, at) => buildJobs(lintTask, at, limits));
  const executions = new Map<string, Execution>();
  for await (const execution of execute(jobs, signal ? { signal } : {})) {
    executions.set(execution.id, execution);
    onProgress?.(executions.size, jobs.length);
  }
  return tasks.flatMap((lintTask, at) => judge(lintTask, (proof) => takeExecution(executions, at, proof), options));
}

function buildJobs({ task, wrongSolution }: LintTask, at: number, limits: Limits): Job[] {
  const bodies: Partial<Record<Proof, string>> = {
    first: task.canonicalSolution,
    second: task.canonicalSolution,
    empty: '    pass\n',
    ...(wrongSolution === undefined ? {} : { wrong: wrongSolution }),
  };
  return Object.entries(bodies).map(([proof, body]) => ({
    id: `${at}:${proof}`,
    code: `${task.completePrompt}\n${body}`,
    // Seeds are derived from the test source: the second run gets different ones, so that luck shows.
    test: proof === 'second' ? `${task.test}\n# again\n` : task.test,
    limits,
    libs: task.libs,
  }));
}

/** A sandbox failure says nothing about the pack. */
function takeExecution(executions: ReadonlyMap<string, Execution>, at: number, proof: Proof): Execution | undefined {
  const execution = executions.get(`${at}:${proof}`);
  if (execution?.outcome !== 'engine-error') return execution;
  const sentence = `A program could not be run (${execution.reason ?? 'engine error'}): rerun the same command.`;
  throw new BigCodeBenchError('ENGINE', sentence);
}

function judge(
  { task, locate }: LintTask,
  take: (proof: Proof) => Execution | undefined,
  { needsNetwork }: ProveTasksOptions,
): Finding[] {
  const findings: Finding[] = [];
  const report = (
    finding: Pick<Finding, 'rule' | 'message' | 'file' | 'line'>,
    severity: Finding['severity'] = 'error',
  ) => findings.push({ severity, ...finding, taskId: task.id });
  const runs = [take('first'), take('second')].filter((run) => run !== undefined);
  const failed = runs.find(({ outcome }) => outcome !== 'pass');
  if (failed) {
    const isFlaky = runs.some(({ outcome }) => outcome === 'pass');
    const what = isFlaky ? 'passes in one run but not in another' : 'does not pass';
    const message = `the reference solution of ${task.id} ${what}: ${describe(failed)}`;
    const where = locate('test', lineOfFailure(failed, task.test));
    report({ ...where, rule: 'ground-truth', message }, needsNetwork ? 'warning' : 'error');
  }
  if (take('empty')?.outcome === 'pass') {
    const message = `an empty body passes the tests of ${task.id}: they check nothing.`;
    report({ ...locate('test'), rule: 'empty-body', message });
  }
  if (take('wrong')?.outcome === 'pass') {
    const message = `the wrong solution of ${task.id} passes: the tests miss its mistake.`;
    report({ ...locate('wrong'), rule: 'wrong-solution', message });
  }
  return findings;
}

function lineOfFailure({ tests }: Execution, test: string): number {
  const name = tests.find(({ outcome }) => outcome !== 'pass')?.name;
  return readTestMethods(test).find((method) => method.name === name)?.line ?? 1;
}

/** `fail: test_empty: AssertionError: 1 != 2` */
function describe({ outcome, reason, tests }: Execution): string {
  const failing = tests.find((test) => test.outcome !== 'pass');
  const lastLine = failing?.message?.trimEnd().split('\n').at(-1);
  return [outcome, reason, failing?.name, lastLine].filter((part) => part !== undefined && part !== '').join(': ');
}
