import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { buildProgram } from '../evaluate/program.ts';
import type { Executor } from '../executor/executor.ts';
import type { ExecRequest } from '../schema/exec-request.ts';
import type { Job } from '../schema/job.ts';
import { defaultLimits } from '../schema/limits.ts';
import type { Task } from '../schema/task.ts';
import type { Command, CommandContext } from './command.ts';
import { readExecRequests } from './exec-input.ts';
import { loadSelectedTasks } from './load-selected-tasks.ts';

/** Opens the executor for programs that import these modules; without any, for whatever may come. */
export type OpenExecExecutor = (context: CommandContext, libs: readonly string[] | undefined) => Promise<Executor>;

export function createExecCommand(openExecutor: OpenExecExecutor): Command {
  return {
    name: 'exec',
    examples: [
      'bcb exec --task BigCodeBench/17 --solution answer.py',
      `echo '{"id": "a", "code": "x = 1", "test": "…"}' | bcb exec`,
      'bcb exec < requests.jsonl > executions.jsonl',
    ],
    async run(context) {
      const { positionals, options } = context;
      if (positionals.length > 0) {
        throw new BigCodeBenchError(
          'USAGE',
          `bcb exec takes no words, but ${JSON.stringify(positionals[0])} was given.`,
        );
      }
      if ((options.task === undefined) !== (options.solution === undefined)) {
        throw new BigCodeBenchError(
          'USAGE',
          'Give --task and --solution together, or neither and JSON Lines on stdin.',
        );
      }
      return options.task === undefined ? runStream(context, openExecutor) : runOne(context, openExecutor);
    },
  };
}

async function runOne(context: CommandContext, openExecutor: OpenExecExecutor): Promise<number> {
  const { options, cwd } = context;
  const id = options.task ?? '';
  const task = await createTaskFinder(context)(id);
  const path = resolve(cwd, options.solution ?? '');
  const solution = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new BigCodeBenchError('BAD_INPUT', `The solution ${path} cannot be read.`, { cause });
  });
  await using executor = await openExecutor(context, task.libs);
  const job = toJob({ id: task.id, task_id: task.id, solution }, { id: '0', task, context });
  return await printExecutions(context, executor, [job], new Map([[job.id, task.id]]));
}

async function runStream(context: CommandContext, openExecutor: OpenExecExecutor): Promise<number> {
  const findTask = createTaskFinder(context);
  const names = new Map<string, ExecRequest['id']>();
  let failure: { readonly error: unknown } | undefined;
  async function* jobs(): AsyncGenerator<Job> {
    try {
      for await (const request of readExecRequests(context.stdin)) {
        const id = String(names.size);
        const task = 'task_id' in request ? await findTask(request.task_id) : undefined;
        names.set(id, request.id);
        yield toJob(request, { id, task, context });
      }
    } catch (error) {
      // What was asked for before the bad line is still carried out.
      failure = { error };
    }
  }
  await using executor = await openExecutor(context, undefined);
  const code = await printExecutions(context, executor, jobs(), names);
  if (failure !== undefined) throw failure.error;
  return code;
}

/** Prints in the order of finishing; the requests' own ids come back as they were given, numbers included. */
async function printExecutions(
  { stdout, signal }: CommandContext,
  executor: Executor,
  jobs: Iterable<Job> | AsyncIterable<Job>,
  names: ReadonlyMap<string, ExecRequest['id']>,
): Promise<number> {
  let faults = 0;
  for await (const execution of executor.execute(jobs, { signal })) {
    if (execution.outcome === 'engine-error') faults++;
    stdout.write(`${JSON.stringify({ ...execution, id: names.get(execution.id) ?? execution.id })}\n`);
  }
  if (faults === 0) return 0;
  throw new BigCodeBenchError('INCOMPLETE', `The sandbox failed ${faults} of the jobs: see their reason, try again.`);
}

interface JobContext {
  readonly id: string;
  readonly task: Task | undefined;
  readonly context: CommandContext;
}

function toJob(request: ExecRequest, { id, task, context }: JobContext): Job {
  const { memoryMb, calibrated } = context.options;
  const given = Object.fromEntries(Object.entries(request.limits ?? {}).filter(([, value]) => value !== undefined));
  const limits = { ...defaultLimits, memoryMb, ...given };
  if ('code' in request) return { id, code: request.code, test: request.test, limits, libs: [] };
  if (task === undefined) throw new BigCodeBenchError('INVARIANT', 'A request for a task came without the task.');
  const code = buildProgram(task, request.solution, request.calibrated ?? calibrated);
  return { id, code, test: task.test, limits, libs: task.libs };
}

/** Tasks are loaded when the first request names one; `17` means `BigCodeBench/17`. */
function createTaskFinder(context: CommandContext): (id: string) => Promise<Task> {
  let loading: Promise<Map<string, Task>> | undefined;
  return async (id) => {
    loading ??= loadSelectedTasks(context).then(({ tasks }) => new Map(tasks.map((task) => [task.id, task])));
    const tasks = await loading;
    const task = tasks.get(id) ?? tasks.get(`BigCodeBench/${id}`);
    if (task) return task;
    throw new BigCodeBenchError(
      'BAD_INPUT',
      `There is no task ${JSON.stringify(id)} among the ${tasks.size} selected.`,
    );
  };
}
