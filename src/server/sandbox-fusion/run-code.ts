import { Hono } from 'hono';
import { type Job, scriptSchema } from '../../schema/job.ts';
import { runCodeDeadlineMs } from '../deadlines.ts';
import { parseShape, readJson } from '../http/read-body.ts';
import { RequestFault } from '../http/request-fault.ts';
import { engineFailed } from '../rewards/judge-answer.ts';
import type { ServerEnv, Services } from '../services.ts';
import { requireExecuted, submitJob } from '../submit-job.ts';
import { type RunCodeRequest, runCodeSchema, toRunCodeResponse } from './wire.ts';

/** Theirs keeps a megabyte of each stream. */
const outputKb = 1024;

/** `/run_code` for Python: a plain script, whose caller gets 504 rather than a failure that is not the script's. */
export function createRunCodeRoutes(services: Services): Hono<ServerEnv> {
  const app = new Hono<ServerEnv>();
  app.get('/v1/ping', (c) => c.json('pong'));
  app.post('/run_code', async (c) => {
    const request = parseShape(await readJson(c.req.raw), runCodeSchema);
    const { language, compile_timeout: compileS, run_timeout: runS } = request;
    if (language !== 'python') throw new RequestFault(400, `There is no ${language} here: only python.`);
    const job = toJob(request, services);
    const options = {
      owner: c.get('owner'),
      signal: c.req.raw.signal,
      deadlineMs: runCodeDeadlineMs({ compileS, runS }),
    };
    // A scan that only reports has nowhere to report to.
    const isScanned = services.rules.safety !== 'report';
    const submission = await (isScanned ? submitJob(services, job, options) : services.desk.submit(job, options));
    const { execution } = requireExecuted(submission);
    if (execution.outcome === 'engine-error') throw engineFailed(execution.reason);
    return c.json(toRunCodeResponse(execution));
  });
  return app;
}

function toJob(request: RunCodeRequest, { plainLimits, maxLimits }: Services): Job {
  const ms = Math.min(Math.ceil(request.run_timeout * 1000), maxLimits.wallMs);
  const memoryMb = request.memory_limit_MB > 0 ? Math.min(request.memory_limit_MB, maxLimits.memoryMb) : undefined;
  const files = Object.fromEntries(Object.entries(request.files).filter(([, content]) => content !== null));
  const script = parseShape({ stdin: request.stdin ?? '', files, fetch: request.fetch_files }, scriptSchema);
  return {
    id: 'run_code',
    code: request.code,
    test: '',
    script,
    limits: { ...plainLimits, wallMs: ms, cpuMs: ms, outputKb, ...(memoryMb === undefined ? {} : { memoryMb }) },
    libs: [],
  };
}
