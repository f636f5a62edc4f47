import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { toJudgingRequest } from '../../config/to-run-request.ts';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { buildGroundTruthProgram } from '../../evaluate/jobs/program.ts';
import { buildRequestedJob } from '../../evaluate/jobs/requested-job.ts';
import { createSafetyRule } from '../../evaluate/jobs/verdict-rules.ts';
import { withProof } from '../../evaluate/proof/with-proof.ts';
import type { Executor } from '../../executor/executor.ts';
import { type OpenExecutor, openExecutor } from '../../run/open-executor.ts';
import { resolveLimits } from '../../run/resolve-rules.ts';
import type { ExecRequest } from '../../schema/exec-request.ts';
import type { Execution } from '../../schema/execution.ts';
import type { Job } from '../../schema/job.ts';
import type { PackManifest } from '../../schema/pack-manifest.ts';
import type { Task } from '../../schema/task.ts';
import type { Command, CommandContext } from '../command.ts';
import { loadTasksFor } from '../load-tasks-for.ts';
import { openFor } from '../open-for.ts';
import { readExecRequests } from './exec-input.ts';

export function createExecCommand(open: OpenExecutor = openExecutor): Command {
  return {
    name: 'exec',
    examples: [
      'bcb exec --task BigCodeBench/17 --solution answer.py',
      `echo '{"id": "a", "code": "x = 1", "test": "…"}' | bcb exec`,
      `echo '{"id": "a", "script": "print(input())", "stdin": "hello"}' | bcb exec`,
      'bcb exec < requests.jsonl > executions.jsonl',
    ],
    async run(context) {
      const { positionals, options } = context;
      if (positionals.length > 0) {
        throw new BigCodeBenchError(
          'USAGE',
          `bcb exec takes no positional arguments (got ${JSON.stringify(positionals[0])}).`,
        );
      }
      if ((options.task === undefined) !== (options.solution === undefined)) {
        throw new BigCodeBenchError(
          'USAGE',
          'Pass --task and --solution together, or neither and JSON Lines on stdin.',
        );
      }
      return options.task === undefined ? runStream(context, open) : runOne(context, open);
    },
  };
}

async function runOne(context: CommandContext, open: OpenExecutor): Promise<number> {
  const { options, cwd } = context;
  const id = options.task ?? '';
  const found = await createTaskFinder(context)(id);
  const { task } = found;
  const path = resolve(cwd, options.solution ?? '');
  const solution = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new BigCodeBenchError('BAD_INPUT', `The solution ${path} cannot be read.`, { cause });
  });
  const references = new Map([[task.test, buildGroundTruthProgram(task)]]);
  await using executor = prove(context, await openFor(context, open, { libs: task.libs, tasks: [task] }), references);
  const job = toJob({ id: task.id, task_id: task.id, solution }, { id: '0', found, context });
  return await printExecutions(context, executor, [job], new Map([[job.id, task.id]]));
}

async function runStream(context: CommandContext, open: OpenExecutor): Promise<number> {
  const findTask = createTaskFinder(context);
  const names = new Map<string, ExecRequest['id']>();
  const references = new Map<string, string>();
  let failure: { readonly error: unknown } | undefined;
  async function* jobs(): AsyncGenerator<Job> {
    try {
      for await (const request of readExecRequests(context.stdin)) {
        const id = String(names.size);
        const found = 'task_id' in request ? await findTask(request.task_id) : undefined;
        names.set(id, request.id);
        if (found) references.set(found.task.test, buildGroundTruthProgram(found.task));
        yield toJob(request, { id, found, context });
      }
    } catch (error) {
      // Requests before the bad line are still executed.
      failure = { error };
    }
  }
  await using executor = prove(context, await openFor(context, open, { libs: undefined }), references);
  const code = await printExecutions(context, executor, jobs(), names);
  if (failure !== undefined) throw failure.error;
  return code;
}

/** The executor, which proves passes if requested. references: correct programs by the tests they pass. */
function prove({ options }: CommandContext, executor: Executor, references: ReadonlyMap<string, string>): Executor {
  if (options.integrity === 'flags') return executor;
  return withProof(executor, { referenceOf: ({ test }) => references.get(test) });
}

/** Prints in order of completion; the requests' own ids come back unchanged, numbers included. */
async function printExecutions(
  { options, stdout, signal }: CommandContext,
  executor: Executor,
  jobs: Iterable<Job> | AsyncIterable<Job>,
  names: ReadonlyMap<string, ExecRequest['id']>,
): Promise<number> {
  let faults = 0;
  const judgeSafety = createSafetyRule(options.safety);
  const flagsOf = new Map<string, readonly string[]>();
  const print = (execution: Execution, id: string) =>
    stdout.write(`${JSON.stringify({ ...execution, id: names.get(id) ?? id })}\n`);
  async function* admit(): AsyncGenerator<Job> {
    for await (const job of jobs) {
      const judged = await judgeSafety(job.code);
      // Printed right away: the caller may wait for it before sending more.
      if ('refused' in judged) print(judged.refused, job.id);
      else {
        flagsOf.set(job.id, judged.flags);
        yield { ...job, code: judged.code };
      }
    }
  }
  for await (const execution of executor.execute(admit(), { signal })) {
    if (execution.outcome === 'engine-error') faults++;
    const flags = [...(flagsOf.get(execution.id) ?? []), ...execution.flags];
    flagsOf.delete(execution.id);
    print({ ...execution, flags }, execution.id);
  }
  if (faults === 0) return 0;
  throw new BigCodeBenchError('INCOMPLETE', `The sandbox failed on ${faults} jobs: see their reasons and try again.`);
}

/** A task, and the manifest of its pack. */
interface FoundTask {
  readonly task: Task;
  readonly manifest: PackManifest | undefined;
}

interface JobContext {
  readonly id: string;
  readonly found: FoundTask | undefined;
  readonly context: CommandContext;
}

function toJob(request: ExecRequest, { id, found, context }: JobContext): Job {
  const limits = resolveLimits(toJudgingRequest(context), found?.manifest);
  return buildRequestedJob(request, { id, task: found?.task, limits, calibrated: context.options.calibrated });
}

/** Loads tasks when the first request names one; `17` means `BigCodeBench/17`. */
function createTaskFinder(context: CommandContext): (id: string) => Promise<FoundTask> {
  const byId = new Map<string, Task>();
  let loading: ReturnType<typeof loadTasksFor> | undefined;
  return async (id) => {
    loading ??= loadTasksFor(context).then((selected) => {
      for (const task of selected.tasks) byId.set(task.id, task);
      return selected;
    });
    const { taskSet, tasks } = await loading;
    const task = byId.get(id) ?? byId.get(`BigCodeBench/${id}`);
    if (task) return { task, manifest: taskSet.manifest };
    throw new BigCodeBenchError(
      'BAD_INPUT',
      `There is no task ${JSON.stringify(id)} among the ${tasks.length} selected.`,
    );
  };
}
