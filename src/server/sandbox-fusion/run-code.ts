import { constants } from 'node:os';
import { z } from 'zod';
import { judgeSize } from '../../evaluate/jobs/verdict-rules.ts';
import { type Execution, type Job, scriptSchema } from '../../schema/execution.ts';
import { deadlineOf, parseShape, readJson, requireFewFiles } from '../http/read-request.ts';
import { RequestFault } from '../http/request-fault.ts';
import { engineFailed } from '../rewards/judge-answer.ts';
import type { App, Services } from '../services.ts';
import { callerOf, requireExecuted, requireSmall, submitJob } from '../submit-job.ts';

/** Languages that its clients may name; one that is not among them is an error of the request. */
const languages = [
  ...['python', 'pytest', 'cpp', 'nodejs', 'go', 'go_test', 'java', 'junit', 'jest', 'php', 'csharp', 'bash'],
  ...['typescript', 'sql', 'rust', 'cuda', 'python_gpu', 'lua', 'R', 'perl', 'D_ut', 'ruby', 'scala', 'julia'],
  ...['kotlin_script', 'verilog', 'lean', 'swift', 'racket', 'python2', 'gtest', 'react'],
] as const;

const seconds = z.number().positive().max(3600);

const runCodeSchema = z.object({
  code: z.string(),
  language: z.enum(languages),
  compile_timeout: seconds.default(10),
  run_timeout: seconds.default(10),
  memory_limit_MB: z.number().int().default(-1),
  stdin: z.string().nullish(),
  files: z.record(z.string(), z.string().nullable()).default({}),
  fetch_files: z.array(z.string()).max(1000).default([]),
});

/** Theirs keeps a megabyte of each stream. */
const outputKb = 1024;

/** `/run_code` for Python: a plain script, whose caller gets 504 rather than a failure that is not the script's. */
export function addRunCodeRoutes(app: App, services: Services): void {
  app.get('/v1/ping', (c) => c.json('pong'));
  app.post('/run_code', async (c) => {
    const request = parseShape(await readJson(c, services.texts), runCodeSchema);
    const { language, compile_timeout: compileS, run_timeout: runS } = request;
    if (language !== 'python') throw new RequestFault(400, `There is no ${language} here: only python.`);
    const job = toJob(request, services);
    requireSmall(job);
    if (judgeSize(job.code)) throw new RequestFault(413, 'A program has at most 10 MB.');
    // verl waits for both time limits and 10 s more.
    const deadlineMs = deadlineOf(c, (compileS + runS + 10 - 1.5) * 1000)();
    const options = { ...callerOf(c), deadlineMs };
    // A scan that only reports has nowhere to report to.
    const isScanned = services.rules.safety !== 'report';
    const submission = await (isScanned ? submitJob(services, job, options) : services.queue.submit(job, options));
    const { execution } = requireExecuted(submission);
    if (execution.outcome === 'engine-error') throw engineFailed(execution.reason);
    return c.json(toRunCodeResponse(execution));
  });
}

function toJob(request: z.infer<typeof runCodeSchema>, { plainLimits, maxLimits }: Services): Job {
  const ms = Math.min(Math.ceil(request.run_timeout * 1000), maxLimits.wallMs);
  const { memory_limit_MB: askedMb } = request;
  const memoryMb = askedMb > 0 ? Math.min(askedMb, maxLimits.memoryMb) : plainLimits.memoryMb;
  requireFewFiles(request.files);
  const files = Object.fromEntries(Object.entries(request.files).filter(([, content]) => content !== null));
  const script = parseShape({ stdin: request.stdin ?? '', files, fetch: request.fetch_files }, scriptSchema);
  const limits = { ...plainLimits, wallMs: ms, cpuMs: ms, outputKb, memoryMb };
  return { id: 'run_code', code: request.code, test: '', script, limits, libs: [] };
}

/** What a shell says of a process that was killed for memory. */
const killedStatus = 137;

/** How a program ended, in their words. Python has no compile step. */
export function toRunCodeResponse(execution: Execution) {
  const { outcome, reason, wallMs, stdout, stderr, files = {} } = execution;
  const isNoted = outcome !== 'pass' && outcome !== 'error' && outcome !== 'timeout';
  const note = isNoted ? `${stderr === '' ? '' : '\n'}[${outcome}${reason === undefined ? '' : `: ${reason}`}]\n` : '';
  const returnCode = returnCodeOf(execution);
  return {
    status: returnCode === 0 ? 'Success' : 'Failed',
    message: '',
    compile_result: null,
    run_result: {
      status: outcome === 'timeout' ? 'TimeLimitExceeded' : 'Finished',
      execution_time: wallMs / 1000,
      return_code: returnCode,
      stdout,
      stderr: stderr + note,
    },
    executor_pod_name: null,
    files,
  };
}

function returnCodeOf({ outcome, exit, signal }: Execution): number | null {
  if (outcome === 'timeout') return null;
  if (outcome === 'pass') return 0;
  if (outcome === 'out-of-memory' || outcome === 'output-limit') return killedStatus;
  const number = Object.entries(constants.signals).find(([name]) => name === signal)?.[1];
  if (number !== undefined) return -number;
  return exit === undefined || exit === 0 ? 1 : exit;
}
