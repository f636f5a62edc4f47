import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { buildRequestedJob } from '../../evaluate/jobs/requested-job.ts';
import { executeBounded } from '../../executor/execute-bounded.ts';
import {
  chooseRequestSchema,
  type ExecRequest,
  plainRequestSchema,
  scriptRequestSchema,
  taskRequestSchema,
} from '../../schema/exec-request.ts';
import { executionSchema, type Job, limitsSchema } from '../../schema/execution.ts';
import { mapBounded } from '../http/map-bounded.ts';
import { describeRoute } from '../http/openapi.ts';
import {
  deadlineOf,
  defaultBody,
  ndjsonType,
  parseShape,
  readChunks,
  readJson,
  readWait,
  requireFewFiles,
  splitLines,
} from '../http/read-request.ts';
import { RequestFault, toProblem, toRequestFault } from '../http/request-fault.ts';
import { respondList, streamText } from '../http/streams.ts';
import type { App, ServerEnv, Services } from '../services.ts';
import { callerOf, requireExecuted, submitJob, toExecution } from '../submit-job.ts';

const maxJobsAtOnce = 10_000;
const manyAtOnce = 64;
const streamTimeoutMs = 24 * 60 * 60_000;
const streamBytes = 64 * 1024 ** 3;

/** Over HTTP the id may be left out. */
const anyRequest = z.union([
  plainRequestSchema.partial({ id: true }),
  taskRequestSchema.partial({ id: true }),
  scriptRequestSchema.partial({ id: true }),
]);
const answered = executionSchema.extend({ id: z.union([z.string(), z.number()]) });

const text = {
  summary: 'Execute programs',
  description:
    'One job as JSON gives one execution; `{"jobs": […]}` gives `{"executions": […]}` in the same order; JSON Lines (`application/x-ndjson`) give JSON Lines in the order of finishing. With `Prefer: wait=SECONDS` an answer comes by then: 504 means that the job is still under way, and the same request takes it over.',
  body: {
    'application/json': { schema: z.union([anyRequest, z.object({ jobs: z.array(anyRequest) })]) },
    [ndjsonType]: { schema: anyRequest },
  },
};
const executed = {
  description: 'What happened',
  content: {
    'application/json': { schema: z.union([answered, z.object({ executions: z.array(answered) })]) },
    [ndjsonType]: { schema: answered },
  },
};

export function addExecutionRoutes(app: App, services: Services): void {
  const { fingerprint, engine = 'unversioned' } = services.executor.info;
  describeRoute(app, 'POST /v1/executions', text, { 200: executed });
  app.post('/v1/executions', async (c) => {
    c.header('Bcb-Fingerprint', fingerprint);
    c.header('Bcb-Engine', engine);
    if (c.req.header('content-type')?.startsWith(ndjsonType)) return respondStream(c, services);
    const value = await readJson(c, services.texts);
    if (typeof value === 'object' && value !== null && 'jobs' in value) return respondMany(c, services, value);
    const { job, requestId } = await buildJob(services, value, '0');
    const submission = await submitJob(services, job, { ...callerOf(c), deadlineMs: deadlineOf(c, readWait(c))() });
    return c.json({ ...requireExecuted(submission).execution, id: requestId });
  });
}

async function respondMany(c: Context<ServerEnv>, services: Services, value: unknown): Promise<Response> {
  const { jobs } = parseShape(value, z.strictObject({ jobs: z.array(z.unknown()).max(maxJobsAtOnce) }));
  // All are looked at before the first one is executed.
  const built = await mapBounded(jobs, manyAtOnce, (job, index) => buildJob(services, job, String(index)));
  const leftMs = deadlineOf(c, readWait(c));
  const caller = callerOf(c);
  const executions = await mapBounded(built, services.queue.width, async ({ job, requestId }) => {
    const submission = await submitJob(services, job, { ...caller, deadlineMs: leftMs(), urgency: 'bulk' });
    return { ...requireExecuted(submission).execution, id: requestId };
  });
  return respondList(c, 'executions', executions);
}

/** Lines in, lines out, as many under way as the executor looks over. A line that does not fit ends the stream. */
function respondStream(c: Context<ServerEnv>, services: Services): Response {
  const { executor, lifecycle } = services;
  const leave = lifecycle.enter();
  const { owner } = c.get('caller');
  /** By our own number of the job: ids of the caller may repeat, and these must not. */
  const requestIds = new Map<string, ExecRequest['id']>();
  let count = 0;
  let failure: unknown;
  async function* jobs(): AsyncGenerator<Job> {
    try {
      const chunks = readChunks(c.req.raw, { maxBytes: streamBytes, timeoutMs: streamTimeoutMs });
      for await (const { number, bytes } of splitLines(chunks, defaultBody.maxBytes)) {
        const value = await services.texts.parseJson(owner, bytes, `Line ${number}`);
        const { job, requestId } = await buildJob(services, value, String(count++));
        requestIds.set(job.id, requestId);
        yield job;
      }
    } catch (error) {
      // What was asked for before is still carried out.
      failure = error;
    }
  }
  async function* lines(left: AbortSignal): AsyncGenerator<string> {
    try {
      const executions = executeBounded({
        jobs: jobs(),
        width: 4 * executor.capacity + 16,
        signal: AbortSignal.any([c.req.raw.signal, left]),
        run: async (job, signal) =>
          toExecution(job, await submitJob(services, job, { owner, urgency: 'bulk', isPatient: true, signal })),
      });
      for await (const execution of executions) {
        yield toLine({ ...execution, id: requestIds.get(execution.id) });
        requestIds.delete(execution.id);
      }
      if (failure !== undefined) yield toLine({ error: toProblem(toRequestFault(failure)) });
    } finally {
      leave();
    }
  }
  return c.body(streamText(lines), 200, { 'Content-Type': ndjsonType });
}

/** Turns a request into a job and the id that its answer is to have; a field that does not fit is a fault that names it. */
async function buildJob(services: Services, value: unknown, id: string) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new RequestFault(422, 'A job is a JSON object.');
  }
  const { catalog, limitsOf, rules, plainLimits, maxLimits } = services;
  if ('files' in value) requireFewFiles(value.files);
  const request: ExecRequest = parseShape({ id, ...value }, chooseRequestSchema(value));
  const task = 'task_id' in request ? catalog.find(request.task_id) : undefined;
  const limits = task === undefined ? plainLimits : await limitsOf(task);
  const job = buildRequestedJob(request, { id, task, limits, calibrated: rules.calibrated });
  for (const name of limitsSchema.keyof().options) {
    const asked = request.limits?.[name] ?? 0;
    if (asked <= (maxLimits[name] ?? Number.POSITIVE_INFINITY)) continue;
    throw new RequestFault(422, `limits.${name} is ${asked}; at most ${maxLimits[name]} is allowed here.`);
  }
  return { job, requestId: request.id };
}

const toLine = (value: unknown): string => `${JSON.stringify(value)}\n`;
