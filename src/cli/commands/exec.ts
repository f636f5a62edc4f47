import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { z } from 'zod';
import { toJudgingRequest } from '../../config/to-run-request.ts';
import { BigCodeBenchError, usageError } from '../../error/bigcodebench-error.ts';
import { buildRequestedJob } from '../../evaluate/jobs/requested-job.ts';
import { createSafetyRule } from '../../evaluate/jobs/verdict-rules.ts';
import { taskOfTests } from '../../evaluate/proof/reference-proofs.ts';
import { withProof } from '../../evaluate/proof/with-proof.ts';
import type { Executor } from '../../executor/executor.ts';
import { resolveLimits } from '../../run/resolve-rules.ts';
import { chooseRequestSchema, type ExecRequest } from '../../schema/exec-request.ts';
import type { Execution } from '../../schema/execution.ts';
import type { Job } from '../../schema/job.ts';
import type { Task } from '../../schema/task.ts';
import type { CommandContext } from '../command.ts';
import { loadTasksFor, openFor } from '../run-context.ts';

export async function execCommand(context: CommandContext): Promise<number> {
  const { task, solution } = context.options;
  if ((task === undefined) !== (solution === undefined)) {
    throw usageError('Pass --task and --solution together, or neither and JSON Lines on stdin.');
  }
  return task === undefined ? runStream(context) : runOne(context);
}

async function runOne(context: CommandContext): Promise<number> {
  const { options, cwd } = context;
  const found = await createTaskFinder(context)(options.task ?? '');
  const { task } = found;
  const path = resolve(cwd, options.solution ?? '');
  const solution = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new BigCodeBenchError('BAD_INPUT', `Cannot read the solution ${path}.`, { cause });
  });
  const known = new Map([[task.test, task]]);
  await using executor = prove(context, await openFor(context, { libs: task.libs, tasks: [task] }), known);
  const job = toJob({ id: task.id, task_id: task.id, solution }, '0', found, context);
  return await printExecutions(context, executor, [job], new Map([[job.id, task.id]]));
}

async function runStream(context: CommandContext): Promise<number> {
  const findTask = createTaskFinder(context);
  const names = new Map<string, ExecRequest['id']>();
  const known = new Map<string, Task>();
  let failure: { readonly error: unknown } | undefined;
  async function* jobs(): AsyncGenerator<Job> {
    try {
      for await (const request of readExecRequests(context.stdin)) {
        const id = String(names.size);
        const found = 'task_id' in request ? await findTask(request.task_id) : undefined;
        names.set(id, request.id);
        if (found) known.set(found.task.test, found.task);
        yield toJob(request, id, found, context);
      }
    } catch (error) {
      // Requests before the bad line are still executed.
      failure = { error };
    }
  }
  await using executor = prove(context, await openFor(context, { libs: undefined }), known);
  const code = await printExecutions(context, executor, jobs(), names);
  if (failure !== undefined) throw failure.error;
  return code;
}

/** The executor, which proves passes if requested. known: tasks by their tests. */
function prove({ options }: CommandContext, executor: Executor, known: ReadonlyMap<string, Task>): Executor {
  if (options.integrity !== 'proven') return executor;
  return withProof(executor, { taskOf: taskOfTests(known) });
}

/** Prints in order of completion; the requests' own ids come back unchanged, numbers included. */
async function printExecutions(
  context: CommandContext,
  executor: Executor,
  jobs: Iterable<Job> | AsyncIterable<Job>,
  names: ReadonlyMap<string, ExecRequest['id']>,
): Promise<number> {
  let faults = 0;
  const { stdout, signal } = context;
  const judgeSafety = createSafetyRule(toJudgingRequest(context));
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
  const message = `The sandbox failed on ${faults} jobs: see the reason of each, then try again.`;
  throw new BigCodeBenchError('INCOMPLETE', message);
}

type FoundTask = Awaited<ReturnType<ReturnType<typeof createTaskFinder>>>;

function toJob(request: ExecRequest, id: string, found: FoundTask | undefined, context: CommandContext): Job {
  const limits = resolveLimits(toJudgingRequest(context), found?.manifest);
  const { calibrated, failFast } = context.options;
  return buildRequestedJob(request, { id, task: found?.task, limits, calibrated, failFast });
}

/** Loads tasks when the first request names one; `17` means `BigCodeBench/17`. */
function createTaskFinder(context: CommandContext) {
  const byId = new Map<string, Task>();
  let loading: ReturnType<typeof loadTasksFor> | undefined;
  return async (id: string) => {
    loading ??= loadTasksFor(context).then((selected) => {
      for (const task of selected.tasks) byId.set(task.id, task);
      return selected;
    });
    const { taskSet, tasks } = await loading;
    const task = byId.get(id) ?? byId.get(`BigCodeBench/${id}`);
    if (task) return { task, manifest: taskSet.manifest };
    const sentence = `There is no task ${JSON.stringify(id)} among the ${tasks.length} selected.`;
    throw new BigCodeBenchError('BAD_INPUT', sentence);
  };
}

/** Requests to `bcb exec`, one JSON object per line, as they arrive. A bad line ends the stream with an error. */
async function* readExecRequests(stdin: AsyncIterable<Buffer | string>): AsyncGenerator<ExecRequest> {
  const decoder = new TextDecoder();
  let number = 0;
  let rest = '';
  const parse = (line: string) => {
    number++;
    return line.trim() === '' ? [] : [parseExecRequest(line, number)];
  };
  for await (const chunk of stdin) {
    // Only `\n` ends a line: JSON may contain any other kind of line break.
    const lines = (rest + (typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }))).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield* parse(line);
  }
  yield* parse(rest + decoder.decode());
}

function parseExecRequest(line: string, number: number): ExecRequest {
  const fail = (what: string) =>
    new BigCodeBenchError('BAD_INPUT', `Line ${number} of stdin: ${what}.`, { data: { line: number } });
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw fail(`not JSON (${error instanceof Error ? error.message : String(error)})`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw fail('expected a JSON object');
  const schema = chooseRequestSchema(value);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw fail(parsed.error.issues.map((issue) => describeIssue(issue, Object.keys(schema.shape))).join('; '));
}

function describeIssue(issue: z.core.$ZodIssue, allowed: readonly string[]): string {
  const place = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => JSON.stringify(place ? `${place}.${key}` : key)).join(', ');
    return `unknown ${issue.keys.length > 1 ? 'keys' : 'key'} ${names}${place ? '' : ` (use one of ${allowed.join(', ')})`}`;
  }
  if (/received undefined$/.test(issue.message)) return `${JSON.stringify(place)} is missing`;
  return `${JSON.stringify(place)}: ${issue.message}`;
}
