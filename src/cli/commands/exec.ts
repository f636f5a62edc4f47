import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { z } from 'zod';
import { toJudgingRequest } from '../../config/to-run-request.ts';
import { BigCodeBenchError, usageError } from '../../error/bigcodebench-error.ts';
import { buildRequestedJob } from '../../evaluate/jobs/requested-job.ts';
import { createSafetyRule } from '../../evaluate/jobs/verdict-rules.ts';
import { taskOfTests, withProof } from '../../evaluate/proof/reference-proofs.ts';
import type { Executor } from '../../executor/executor.ts';
import { resolveLimits } from '../../run/resolve-rules.ts';
import { chooseRequestSchema, type ExecRequest } from '../../schema/exec-request.ts';
import type { Execution, Job } from '../../schema/execution.ts';
import type { Task } from '../../schema/task.ts';
import { createLineDecoder } from '../../util/line-decoder.ts';
import { type CommandContext, loadTasksFor, openFor } from '../command.ts';

export async function execCommand(context: CommandContext): Promise<number> {
  const { task: id, solution: file } = context.options;
  if ((id === undefined) !== (file === undefined)) {
    throw usageError('Pass --task and --solution together, or neither and JSON Lines on stdin.');
  }
  const findTask = createTaskFinder(context);
  if (id === undefined || file === undefined) return runRequests(context, findTask, readExecRequests(context.stdin));
  const { task } = await findTask(id);
  const path = resolve(context.cwd, file);
  const solution = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new BigCodeBenchError('BAD_INPUT', `Cannot read the solution ${path}.`, { cause });
  });
  const request = { id: task.id, task_id: task.id, solution };
  return runRequests(context, findTask, [request], { tasks: [task] });
}

async function runRequests(
  context: CommandContext,
  findTask: ReturnType<typeof createTaskFinder>,
  requests: Iterable<ExecRequest> | AsyncIterable<ExecRequest>,
  needs: Parameters<typeof openFor>[1] = {},
): Promise<number> {
  const names = new Map<string, ExecRequest['id']>();
  const taskOfTest = new Map<string, Task>();
  let failure: { readonly error: unknown } | undefined;
  async function* jobs(): AsyncGenerator<Job> {
    try {
      for await (const request of requests) {
        const id = String(names.size);
        const found = 'task_id' in request ? await findTask(request.task_id) : undefined;
        names.set(id, request.id);
        if (found) taskOfTest.set(found.task.test, found.task);
        yield toJob(request, id, found, context);
      }
    } catch (error) {
      // Requests before the bad line are still executed.
      failure = { error };
    }
  }
  const isProven = context.options.integrity === 'proven';
  await using opened = await openFor(context, needs);
  const executor = isProven ? withProof(opened, { taskOf: taskOfTests(taskOfTest) }) : opened;
  const code = await printExecutions(context, executor, jobs(), names);
  if (failure !== undefined) throw failure.error;
  return code;
}

/** Prints in order of completion; the requests' own ids come back unchanged, numbers included. */
async function printExecutions(
  context: CommandContext,
  executor: Executor,
  jobs: AsyncIterable<Job>,
  names: ReadonlyMap<string, ExecRequest['id']>,
): Promise<number> {
  const { stdout, signal } = context;
  let faults = 0;
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
  const message = `The sandbox failed on ${faults} jobs: see the reason of each, then run the same command again.`;
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
  const lines: string[] = [];
  const decode = createLineDecoder((line) => lines.push(line));
  async function* chunks() {
    yield* stdin;
    // The last line may lack its end.
    yield '\n';
  }
  let number = 0;
  for await (const chunk of chunks()) {
    decode(chunk);
    for (const line of lines.splice(0)) {
      number++;
      if (line.trim() !== '') yield parseExecRequest(line, number);
    }
  }
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
