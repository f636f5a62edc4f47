import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { ndjsonType } from '../http/ndjson.ts';
import { readWait } from '../http/prefer-wait.ts';
import { problemSchema } from '../http/problem.ts';
import { parseShape, readChunks, readJson } from '../http/read-body.ts';
import { RequestFault } from '../http/request-fault.ts';
import { respondEvents } from '../http/respond-events.ts';
import type { EvaluationServices, ServerEnv } from '../services.ts';
import { describeEvaluation, evaluationStatusSchema, requireEvaluation } from './describe-evaluation.ts';
import type { Evaluation } from './evaluation-office.ts';
import { planEvaluation } from './evaluation-plan.ts';
import { argumentsSchema, evaluationRequestSchema, toArguments } from './evaluation-request.ts';
import type { SampleFile } from './sample-files.ts';

const body = { maxBytes: 256 * 1024 * 1024, timeoutMs: 15 * 60_000 };
const status = { 'application/json': { schema: evaluationStatusSchema } };
const problem = { description: 'What is wrong', content: { 'application/problem+json': { schema: problemSchema } } };
const params = z.object({ id: z.string() });

const startRoute = createRoute({
  method: 'post',
  path: '/v1/evaluations',
  summary: 'Evaluate samples: verdicts and scores',
  description:
    'Samples and arguments as JSON; or samples as JSON Lines, with the arguments in the query. The same request names the same evaluation: it is joined while it runs, and resumed after a crash. With `Prefer: wait=SECONDS` the response waits that long for it to finish.',
  request: {
    body: {
      content: { 'application/json': { schema: evaluationRequestSchema }, [ndjsonType]: { schema: z.looseObject({}) } },
    },
  },
  responses: {
    200: { description: 'It is over', content: status },
    202: { description: 'It is under way', content: status },
    default: problem,
  },
});

const listRoute = createRoute({
  method: 'get',
  path: '/v1/evaluations',
  summary: 'Evaluations of this server since it was started',
  responses: {
    200: {
      description: 'Their states',
      content: { 'application/json': { schema: z.object({ evaluations: z.array(evaluationStatusSchema) }) } },
    },
  },
});

const readRoute = createRoute({
  method: 'get',
  path: '/v1/evaluations/{id}',
  summary: 'How far an evaluation is, or what it came to',
  request: { params },
  responses: { 200: { description: 'Its state', content: status }, default: problem },
});

const eventsRoute = createRoute({
  method: 'get',
  path: '/v1/evaluations/{id}/events',
  summary: 'Everything that happens, from the beginning, as server-sent events',
  request: { params },
  responses: { 200: { description: 'RunEvents', content: { 'text/event-stream': { schema: z.string() } } } },
});

const resultsRoute = createRoute({
  method: 'get',
  path: '/v1/evaluations/{id}/results',
  summary: 'The verdicts, as the original writes them: eval_results.json',
  request: { params },
  responses: { 200: { description: 'Verdicts', content: { 'application/json': { schema: z.looseObject({}) } } } },
});

const cancelRoute = createRoute({
  method: 'delete',
  path: '/v1/evaluations/{id}',
  summary: 'Stop an evaluation; the same request resumes it',
  request: { params },
  responses: { 200: { description: 'Its state', content: status }, default: problem },
});

export function createEvaluationRoutes(services: EvaluationServices): OpenAPIHono<ServerEnv> {
  const { office, lifecycle } = services;
  const app = new OpenAPIHono<ServerEnv>();
  for (const route of [startRoute, readRoute, eventsRoute, resultsRoute, cancelRoute]) {
    app.openAPIRegistry.registerPath(route);
  }
  app.post('/v1/evaluations', async (c) => {
    const evaluation = await start(c, services);
    await waitFor(evaluation, readWait(c), c.req.raw.signal);
    c.header('Location', `/v1/evaluations/${evaluation.id}`);
    const isUnderWay = evaluation.state === 'waiting' || evaluation.state === 'running';
    return c.json(await describeEvaluation(evaluation), isUnderWay ? 202 : 200);
  });
  app.openapi(listRoute, async (c) =>
    c.json({ evaluations: await Promise.all(office.list().map(describeEvaluation)) }, 200),
  );
  app.get('/v1/evaluations/:id', async (c) => {
    const evaluation = requireEvaluation(office, c.req.param('id'));
    await waitFor(evaluation, readWait(c), c.req.raw.signal);
    return c.json(await describeEvaluation(evaluation));
  });
  app.get('/v1/evaluations/:id/events', (c) => {
    const { events } = requireEvaluation(office, c.req.param('id'));
    const after = Number(c.req.header('last-event-id') ?? -1);
    return respondEvents(c, events.read(Number.isInteger(after) ? after + 1 : 0, lifecycle.stopping));
  });
  app.get('/v1/evaluations/:id/results', async (c) => {
    const evaluation = requireEvaluation(office, c.req.param('id'));
    if (evaluation.state !== 'finished') throw new RequestFault(409, 'The evaluation is not finished.');
    const result = await evaluation.over;
    if (result.kind !== 'scored') throw new RequestFault(404, 'There were no samples.');
    const file = Readable.toWeb(createReadStream(result.paths.evalResults));
    // Node's type of a web stream and the one of `lib.dom` describe the same object.
    return c.body(file as ReadableStream, 200, { 'Content-Type': 'application/json' });
  });
  app.delete('/v1/evaluations/:id', async (c) => {
    const evaluation = requireEvaluation(office, c.req.param('id'));
    evaluation.cancel();
    await evaluation.over.catch(() => {});
    return c.json(await describeEvaluation(evaluation));
  });
  return app;
}

async function start(c: Context<ServerEnv>, services: EvaluationServices): Promise<Evaluation> {
  const isStream = c.req.header('content-type')?.startsWith(ndjsonType) ?? false;
  const { request, file } = isStream ? await readStream(c, services) : await readDocument(c, services);
  const { path: samplesPath, hash: samplesHash } = file;
  const plan = planEvaluation(toArguments(request), { services, outDir: services.outDir, samplesPath, samplesHash });
  return services.office.start(plan, c.get('owner'));
}

type Read = { readonly request: z.infer<typeof argumentsSchema>; readonly file: SampleFile };

async function readStream(c: Context<ServerEnv>, { sampleFiles }: EvaluationServices): Promise<Read> {
  const request = parseShape(c.req.query(), argumentsSchema);
  return { request, file: await sampleFiles.save(`${request.model}.jsonl`, readChunks(c.req.raw, body)) };
}

async function readDocument(c: Context<ServerEnv>, { sampleFiles }: EvaluationServices): Promise<Read> {
  const { samples, ...request } = parseShape(await readJson(c.req.raw, body), evaluationRequestSchema);
  const lines = samples.map((sample) => Buffer.from(`${JSON.stringify(sample)}\n`));
  return { request, file: await sampleFiles.save(`${request.model}.jsonl`, lines) };
}

/** Until it is over, the caller is gone, or that much time has passed. */
async function waitFor({ over }: Evaluation, ms: number | undefined, signal: AbortSignal): Promise<void> {
  if (ms === undefined) return;
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await Promise.race([over.then(() => {}).catch(() => {}), enough]);
  clearTimeout(timer);
}
