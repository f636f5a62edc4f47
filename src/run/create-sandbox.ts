import { createTaskLimits } from '../evaluate/ground-truth/check-ground-truth.ts';
import { executeAlone } from '../evaluate/jobs/execute-alone.ts';
import { buildRequestedJob } from '../evaluate/jobs/requested-job.ts';
import type { Executor } from '../executor/executor.ts';
import type { LocalLevel } from '../executor/level.ts';
import { defaultRules } from '../schema/evaluation-rules.ts';
import { defaultLimits, type Execution, type Limits } from '../schema/execution.ts';
import type { Task } from '../schema/task.ts';
import { type OpenExecutor, openExecutor } from './executor-table.ts';

/** Which Python to use, how programs are isolated, and where they run. */
export interface SandboxOptions {
  /** Modules that programs will import: picks the smallest installed environment that has them, else the largest. */
  readonly libs?: readonly string[] | undefined;
  /** The isolation to use; left out, the strongest that holds on this machine. */
  readonly level?: LocalLevel | undefined;
  /** Folder of a Python environment, as `bcb env path` prints it. */
  readonly python?: string | undefined;
  /** Programs at once; left out, as many as the machine can carry. */
  readonly parallel?: number | undefined;
  /** Where programs run, as `--execution` spells it. Default: `local`. */
  readonly execution?: string | readonly string[] | undefined;
  readonly variables?: Readonly<Record<string, string | undefined>> | undefined;
  readonly cwd?: string | undefined;
  readonly onWarning?: ((sentence: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** How executors are opened; for tests. */
  readonly open?: OpenExecutor | undefined;
}

/** What to run: a solution of a task, or a program with the unittest class `TestCases` that judges it. */
export type SandboxProgram = (
  | { readonly task: Task; readonly solution: string; readonly calibrated?: boolean | undefined }
  | { readonly code: string; readonly test: string; readonly libs?: readonly string[] | undefined }
) & { readonly limits?: Partial<Limits> | undefined; readonly signal?: AbortSignal | undefined };

/** An open sandbox. Close it, or declare it with `await using`. */
export interface Sandbox extends Executor {
  /**
   * Runs one program and says what happened; a wrong or hostile program is a result, never an exception. Without a limit
   * of its own, a solution may take as long as its task's reference solution suggests, which is run once to find out.
   */
  run(program: SandboxProgram): Promise<Execution>;
}

/**
 * Opens a sandbox for untrusted Python programs. It finds the Python environment and the strongest isolation itself.
 *
 * @example
 * await using sandbox = await createSandbox();
 * const { outcome } = await sandbox.run({ task, solution });
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { libs, level, python, parallel, execution = 'local', open = openExecutor } = options;
  const { variables = process.env, cwd = process.cwd(), onWarning = () => {}, signal } = options;
  const request = { libs, parallel, isolation: level, env: python };
  const executor = await open([execution].flat(), request, { variables, cwd, warn: onWarning, signal });
  let count = 0;
  const limitsOf = createTaskLimits({ executor, rules: defaultRules });
  return {
    ...executor,
    async run(program) {
      const { cpuMs, wallMs } = program.limits ?? {};
      const isMeasured = 'task' in program && cpuMs === undefined && wallMs === undefined;
      const usual = isMeasured ? await limitsOf(program.task) : defaultLimits;
      const job = toJob(String(count++), program, { ...usual, ...program.limits });
      return executeAlone({ executor, job, signal: program.signal });
    },
  };
}

function toJob(id: string, program: SandboxProgram, limits: Limits) {
  if ('task' in program) {
    const { task, solution, calibrated = true } = program;
    return buildRequestedJob({ id, task_id: task.id, solution }, { id, task, limits, calibrated });
  }
  const { code, test, libs = [] } = program;
  return buildRequestedJob({ id, code, test, libs: [...libs] }, { id, limits, calibrated: false });
}
