import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { evaluationDocumentSchema } from '../../evaluate/results/documents.ts';
import { raceAbort } from '../../util/race-abort.ts';
import { describeRoute, json } from '../http/openapi.ts';
import { ndjsonType, parseShape, readChunks, readJson, readWait } from '../http/read-request.ts';
import { RequestFault, toRequestFault } from '../http/request-fault.ts';
import { respondEvents, withHeartbeats } from '../http/streams.ts';
import { within } from '../http/within.ts';
import type { App, EvaluationServices, ServerEnv } from '../services.ts';
import { argumentsSchema, planEvaluation, toArguments } from './evaluation-plan.ts';
import { type Evaluation, isOver } from './evaluations.ts';

const body = { maxBytes: 256 * 1024 * 1024, timeoutMs: 15 * 60_000 };

const modelName = /^[\w.@ +-]{1,150}$/;

/** In a query, where the samples are the body. */
const querySchema = argumentsSchema.extend({
  model: z.string().regex(modelName).default('samples').describe('Who answered: names the files of the result.'),
});

const text = z.string().optional();
const sampleSchema = z.looseObject({ task_id: z.string().min(1), solution: text, completion: text });

/** The body as JSON: the arguments and the samples together. More samples are sent as lines. */
const requestSchema = querySchema.extend({ samples: z.array(sampleSchema).min(1).max(20_000) });

const statusSchema = z.object({
  id: z.string(),
  state: z.enum(['waiting', 'running', 'finished', 'failed', 'cancelled']),
  /** Verdicts so far, those of an earlier process included. */
  done: z.number().int(),
  total: z.number().int(),
  passed: z.number().int(),
  /** Why it failed. */
  error: z.string().optional(),
  /** What it came to: the fields of `bcb evaluate --json`. */
  result: evaluationDocumentSchema.optional(),
});

const startText = {
  summary: 'Evaluate samples: verdicts and scores',
  description:
    'Samples and arguments as JSON; or samples as JSON Lines, with the arguments in the query. The same request names the same evaluation: it is joined while it runs, and resumed after a crash. With `Prefer: wait=SECONDS` the response waits that long for it to finish.',
  body: { 'application/json': { schema: requestSchema }, [ndjsonType]: { schema: z.looseObject({}) } },
};

const all = json('Their states', z.object({ evaluations: z.array(statusSchema) }));
const state = json('Its state', statusSchema);
const verdicts = json('Verdicts', z.looseObject({}));
const events = { description: 'RunEvents', content: { 'text/event-stream': { schema: z.string() } } };
const furtherRoutes = [
  ['GET /v1/evaluations', 'Evaluations of this server since it was started', all],
  ['GET /v1/evaluations/{id}', 'How far an evaluation is, or what it came to', state],
  ['GET /v1/evaluations/{id}/events', 'Everything that happens, from the beginning, as server-sent events', events],
  ['GET /v1/evaluations/{id}/results', 'The verdicts, as the original writes them: eval_results.json', verdicts],
  [
    'DELETE /v1/evaluations/{id}',
    'Stop it, for the same request to resume; of one that is over, remove the files',
    state,
  ],
] as const;

export function addEvaluationRoutes(app: App, services: EvaluationServices): void {
  const { evaluations, lifecycle } = services;
  const states = { 200: json('It is over', statusSchema), 202: json('It is under way', statusSchema) };
  describeRoute(app, 'POST /v1/evaluations', startText, states);
  for (const [route, summary, response] of furtherRoutes) describeRoute(app, route, { summary }, { 200: response });
  app.post('/v1/evaluations', async (c) => {
    const evaluation = await start(c, services);
    await waitFor(evaluation, readWait(c), c.req.raw.signal);
    c.header('Location', `/v1/evaluations/${evaluation.plan.id}`);
    return c.json(await describeEvaluation(evaluation), isOver(evaluation) ? 200 : 202);
  });
  app.get('/v1/evaluations', async (c) =>
    c.json({ evaluations: await Promise.all(evaluations.list(c.get('caller')).map(describeEvaluation)) }),
  );
  app.get('/v1/evaluations/:id', async (c) => {
    const evaluation = evaluations.find(c.req.param('id'), c.get('caller'));
    await waitFor(evaluation, readWait(c), c.req.raw.signal);
    return c.json(await describeEvaluation(evaluation));
  });
  app.get('/v1/evaluations/:id/events', (c) => {
    const { events } = evaluations.find(c.req.param('id'), c.get('caller'));
    const after = Number(c.req.header('last-event-id') ?? -1);
    const heard = events.read(Number.isInteger(after) ? after + 1 : 0, lifecycle.stopping);
    return respondEvents(c, withHeartbeats(formatEvents(heard), ': nothing new\n\n'));
  });
  app.get('/v1/evaluations/:id/results', async (c) => {
    const evaluation = evaluations.find(c.req.param('id'), c.get('caller'));
    if (evaluation.state !== 'finished') throw new RequestFault(409, 'The evaluation is not finished.');
    const result = await evaluation.over;
    if (result.kind !== 'scored') throw new RequestFault(404, 'There were no samples.');
    const file = Readable.toWeb(createReadStream(result.paths.evalResults));
    // Node's type of a web stream and the one of `lib.dom` describe the same object.
    return c.body(file as ReadableStream, 200, { 'Content-Type': 'application/json' });
  });
  app.delete('/v1/evaluations/:id', async (c) => {
    const evaluation = evaluations.find(c.req.param('id'), c.get('caller'));
    if (isOver(evaluation)) {
      const status = await describeEvaluation(evaluation);
      evaluations.forget(evaluation.plan.folder);
      await rm(evaluation.plan.folder, { recursive: true, force: true });
      return c.json(status);
    }
    evaluation.cancel();
    await evaluation.over.catch(() => {});
    return c.json(await describeEvaluation(evaluation));
  });
}

async function start(c: Context<ServerEnv>, services: EvaluationServices): Promise<Evaluation> {
  const isStream = c.req.header('content-type')?.startsWith(ndjsonType) ?? false;
  const { samples, model, ...request } = isStream
    ? { ...parseShape(c.req.query(), querySchema), samples: readChunks(c.req.raw, body) }
    : toLines(parseShape(await readJson(c, services.texts), requestSchema));
  const { owner } = c.get('caller');
  const file = await services.sampleFiles.save(owner, `${model}.jsonl`, samples);
  return services.evaluations.start(planEvaluation(toArguments(request), { samples: file, owner }, services));
}

function toLines({ samples, ...request }: z.infer<typeof requestSchema>) {
  return { ...request, samples: samples.map((sample) => Buffer.from(`${JSON.stringify(sample)}\n`)) };
}

async function describeEvaluation(evaluation: Evaluation): Promise<z.infer<typeof statusSchema>> {
  const { plan, state, progress } = evaluation;
  const status = { id: plan.id, state, ...progress };
  if (!isOver(evaluation)) return status;
  try {
    const result = await evaluation.over;
    return result.kind === 'scored' ? { ...status, result: result.document } : status;
  } catch (error) {
    return state === 'cancelled' ? status : { ...status, error: toRequestFault(error).message };
  }
}

async function* formatEvents(events: ReturnType<Evaluation['events']['read']>): AsyncGenerator<string> {
  for await (const { index, event } of events) yield `id: ${index}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** Until it is over, the caller is gone, or that much time has passed. */
async function waitFor({ over }: Evaluation, ms: number | undefined, signal: AbortSignal): Promise<void> {
  if (ms === undefined) return;
  await within(ms, raceAbort(over, signal), () => {}).catch(() => {});
}
