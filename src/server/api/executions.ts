import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { executeBounded } from '../../executor/execute-bounded.ts';
import { plainRequestSchema, scriptRequestSchema, taskRequestSchema } from '../../schema/exec-request.ts';
import { type Execution, emptyExecution, executionSchema } from '../../schema/execution.ts';
import type { Job } from '../../schema/job.ts';
import type { Submission } from '../desk/execution-desk.ts';
import { ndjsonType, splitLines, streamLines } from '../http/ndjson.ts';
import { readWait } from '../http/prefer-wait.ts';
import { problemSchema, renderProblem } from '../http/problem.ts';
import { defaultBody, parseJson, parseShape, readChunks, readJson } from '../http/read-body.ts';
import { toRequestFault } from '../http/request-fault.ts';
import { type BuiltJob, createJobBuilder } from '../job-builder.ts';
import type { ServerEnv, Services } from '../services.ts';
import { requireExecuted, submitJob } from '../submit-job.ts';

const maxJobsAtOnce = 10_000;
const streamTimeoutMs = 24 * 60 * 60_000;
const streamBytes = 64 * 1024 ** 3;

const anyRequest = z.union([plainRequestSchema, taskRequestSchema, scriptRequestSchema]);
const answered = executionSchema.extend({ id: z.union([z.string(), z.number()]) });

const route = createRoute({
  method: 'post',
  path: '/v1/executions',
  summary: 'Execute programs',
  description:
    'One job as JSON gives one execution; `{"jobs": […]}` gives `{"executions": […]}` in the same order; JSON Lines (`application/x-ndjson`) give JSON Lines in the order of finishing. With `Prefer: wait=SECONDS` an answer comes by then: 504 means that the job is still under way, and the same request takes it over.',
  request: {
    body: {
      content: {
        'application/json': { schema: z.union([anyRequest, z.object({ jobs: z.array(anyRequest) })]) },
        [ndjsonType]: { schema: anyRequest },
      },
    },
  },
  responses: {
    200: {
      description: 'What happened',
      content: {
        'application/json': { schema: z.union([answered, z.object({ executions: z.array(answered) })]) },
        [ndjsonType]: { schema: answered },
      },
    },
    default: { description: 'What is wrong', content: { 'application/problem+json': { schema: problemSchema } } },
  },
});

export function createExecutionRoutes(services: Services): OpenAPIHono<ServerEnv> {
  const app = new OpenAPIHono<ServerEnv>();
  const { fingerprint, engine = 'unversioned' } = services.executor.info;
  app.openAPIRegistry.registerPath(route);
  app.post('/v1/executions', async (c) => {
    c.header('Bcb-Fingerprint', fingerprint);
    c.header('Bcb-Engine', engine);
    if (c.req.header('content-type')?.startsWith(ndjsonType)) return respondStream(c, services);
    const value = await readJson(c.req.raw);
    const isMany = typeof value === 'object' && value !== null && 'jobs' in value;
    return isMany ? respondMany(c, services, value) : respondOne(c, services, value);
  });
  return app;
}

async function respondOne(c: Context<ServerEnv>, services: Services, value: unknown): Promise<Response> {
  const { job, requestId } = await createJobBuilder(services)(value, '0');
  const submission = await submitJob(services, job, submitOptions(c));
  return c.json({ ...requireExecuted(submission).execution, id: requestId });
}

async function respondMany(c: Context<ServerEnv>, services: Services, value: unknown): Promise<Response> {
  const { jobs } = parseShape(value, z.strictObject({ jobs: z.array(z.unknown()).max(maxJobsAtOnce) }));
  const build = createJobBuilder(services);
  // All are looked at before the first one is executed.
  const built = await Promise.all(jobs.map((job, index) => build(job, String(index))));
  const executions = await Promise.all(
    built.map(async ({ job, requestId }) => {
      const submission = await submitJob(services, job, { ...submitOptions(c), urgency: 'bulk' });
      return { ...requireExecuted(submission).execution, id: requestId };
    }),
  );
  return c.json({ executions });
}

/** Lines in, lines out, as many under way as the executor looks over. A line that does not fit ends the stream. */
function respondStream(c: Context<ServerEnv>, services: Services): Response {
  const { executor, lifecycle } = services;
  const build = createJobBuilder(services);
  const leave = lifecycle.enter();
  const requestIds = new Map<string, BuiltJob['requestId']>();
  let failure: unknown;
  async function* jobs(): AsyncGenerator<Job> {
    try {
      const chunks = readChunks(c.req.raw, { maxBytes: streamBytes, timeoutMs: streamTimeoutMs });
      for await (const { number, text } of splitLines(chunks, defaultBody.maxBytes)) {
        const { job, requestId } = await build(parseJson(text, `Line ${number}`), String(requestIds.size));
        requestIds.set(job.id, requestId);
        yield job;
      }
    } catch (error) {
      // What was asked for before is still carried out.
      failure = error;
    }
  }
  const { owner } = submitOptions(c);
  async function* lines(left: AbortSignal): AsyncGenerator<unknown> {
    try {
      const executions = executeBounded({
        jobs: jobs(),
        width: 4 * executor.capacity + 16,
        signal: AbortSignal.any([c.req.raw.signal, left]),
        run: async (job, signal) =>
          toExecution(job, await submitJob(services, job, { owner, urgency: 'bulk', signal })),
      });
      for await (const execution of executions) {
        yield { ...execution, id: requestIds.get(execution.id) ?? execution.id };
        requestIds.delete(execution.id);
      }
      if (failure !== undefined) yield { error: renderProblem(toRequestFault(failure)).body };
    } finally {
      leave();
    }
  }
  return c.body(streamLines(lines), 200, { 'Content-Type': ndjsonType });
}

function submitOptions(c: Context<ServerEnv>) {
  return { owner: c.get('owner'), signal: c.req.raw.signal, deadlineMs: readWait(c) };
}

/** In a stream there is no status for one job: what was not executed is a fault of the engine, never a verdict. */
function toExecution(job: Job, submission: Submission): Execution {
  if (submission.kind === 'executed') return submission.execution;
  const reason = submission.kind === 'late' ? 'the server is shutting down' : 'the server is too busy';
  return { ...emptyExecution(), id: job.id, outcome: 'engine-error', status: 'fail', reason };
}
