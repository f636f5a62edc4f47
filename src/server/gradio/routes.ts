/**
 * The evaluation app of the original, for its own client and for every Gradio client: the routes of Gradio 4 at `/`, and
 * the same below `/gradio_api` as since Gradio 5.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { type GradioParameter, gradioLimits, gradioParameters } from '../../upstream/gradio-wire.ts';
import { argumentsSchema, passKSchema, planEvaluation, toArguments, wordsIn } from '../evaluations/evaluation-plan.ts';
import { nameOf } from '../evaluations/sample-files.ts';
import { parseShape, readChunks, readJson } from '../http/read-request.ts';
import { RequestFault } from '../http/request-fault.ts';
import { heartbeatMs, respondEvents, withHeartbeats } from '../http/streams.ts';
import type { App, EvaluationServices, ServerEnv } from '../services.ts';
import { describeConfig, describeEndpoints, gradioPrefix, maxFileBytes } from './describe-app.ts';
import { formatEnd, formatNamedEnd } from './format-end.ts';
import { boundaryOf, readForm } from './multipart.ts';
import { createGradioSessions, type Message } from './sessions.ts';

const upload = { maxBytes: maxFileBytes + 1024 * 1024, timeoutMs: 15 * 60_000 };

const joinSchema = z.object({ data: z.array(z.unknown()), session_hash: z.string().min(1).max(200) });
const callSchema = z.object({ data: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]) });
const eventSchema = z.object({ event_id: z.string() });

export function addGradioRoutes(app: App, services: EvaluationServices): void {
  const { sampleFiles, lifecycle, texts } = services;
  const sessions = createGradioSessions();
  app.get('/config', (c) => c.json(describeConfig(rootOf(c), services)));
  const start = async (c: Context<ServerEnv>, data: Parameters<typeof parseArguments>[0], session: string) => {
    const { given, samples } = parseArguments(data);
    const { owner } = c.get('caller');
    const file = samples === undefined ? { path: '__dummy__.jsonl', hash: '' } : await sampleFiles.find(owner, samples);
    // Equal calls are one evaluation, so that a retry joins what is under way.
    const evaluation = services.evaluations.start(planEvaluation(given, { samples: file, owner }, services));
    return sessions.join({ owner, name: session }, evaluation);
  };
  const api = new Hono<ServerEnv>();
  api.get('/info', (c) => c.json(describeEndpoints()));
  api.post('/upload', async (c) => c.json(await saveUploads(c, sampleFiles)));
  api.post('/queue/join', async (c) => {
    const { data, session_hash: session } = parseShape(await readJson(c, texts), joinSchema);
    return c.json({ event_id: await start(c, data, session) });
  });
  api.get('/queue/data', (c) => {
    const session = { owner: c.get('caller').owner, name: c.req.query('session_hash') ?? '' };
    const messages = sessions.read(session, lifecycle.stopping);
    // Clients give up on a stream that stays silent for 20 s.
    const heartbeat = 'data: {"msg":"heartbeat"}\n\n';
    return respondEvents(c, withHeartbeats(messages ? formatMessages(messages) : noSession(), heartbeat));
  });
  api.get('/heartbeat/:session', (c) => respondEvents(c, beat(lifecycle.stopping)));
  api.post('/cancel', async (c) => {
    const { event_id: id } = parseShape(await readJson(c, texts), eventSchema);
    return c.json({ success: sessions.cancel(c.get('caller').owner, id) });
  });
  api.post('/reset', async (c) => c.json({ success: true }));
  for (const name of ['predict', 'evaluate']) {
    api.post(`/call/${name}`, async (c) => {
      const { data } = parseShape(await readJson(c, texts), callSchema);
      const session = crypto.randomUUID();
      await start(c, data, session);
      return c.json({ event_id: session });
    });
    api.get(`/call/${name}/:id`, (c) => {
      const session = { owner: c.get('caller').owner, name: c.req.param('id') };
      const messages = sessions.read(session, lifecycle.stopping);
      if (messages === undefined) throw new RequestFault(404, 'There is no such event.');
      const heartbeat = 'event: heartbeat\ndata: null\n\n';
      return respondEvents(c, withHeartbeats(formatNamed(messages), heartbeat));
    });
  }
  app.route('/', api);
  app.route(gradioPrefix, api);
}

async function saveUploads(c: Context<ServerEnv>, files: EvaluationServices['sampleFiles']): Promise<string[]> {
  const { owner } = c.get('caller');
  const boundary = boundaryOf(c.req.header('content-type') ?? '');
  const saved: string[] = [];
  for await (const { name, fileName, content } of readForm(readChunks(c.req.raw, upload), boundary)) {
    if (name === 'files' && fileName !== undefined) saved.push(nameOf(await files.save(owner, fileName, content)));
  }
  if (saved.length === 0) throw new RequestFault(422, 'There is no file in the field "files".');
  return saved;
}

/** The address that the caller used, proxies on the way included. */
function rootOf(c: Context<ServerEnv>): string {
  const { protocol, host } = new URL(c.req.url);
  const scheme = c.req.header('x-forwarded-proto') ?? protocol.slice(0, -1);
  return `${scheme}://${c.req.header('x-forwarded-host') ?? c.req.header('host') ?? host}`;
}

async function* noSession(): AsyncGenerator<string> {
  const facts = '"message":"Session not found.","session_not_found":true,"success":false';
  yield `data: {"msg":"unexpected_error",${facts}}\n\n`;
}

type Messages = AsyncIterable<{ readonly event: Message }>;

async function* formatMessages(messages: Messages): AsyncGenerator<string> {
  for await (const { event } of messages) {
    if (typeof event === 'string') yield `data: ${event}\n\n`;
    else yield* formatEnd(event);
  }
}

async function* formatNamed(messages: Messages): AsyncGenerator<string> {
  for await (const { event } of messages) if (typeof event !== 'string') yield* formatNamedEnd(event);
}

async function* beat(stopping: AbortSignal): AsyncGenerator<string> {
  while (!stopping.aborted) {
    yield 'data: ALIVE\n\n';
    await sleep(heartbeatMs, undefined, { ref: false, signal: stopping }).catch(() => {});
  }
}

/** The original's command line makes numbers and lists of what the app's text boxes would hold. */
const words = z
  .union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.union([z.string(), z.number()]))])
  .transform((value): string | number | (string | number)[] => {
    return value === null || typeof value === 'boolean' ? '' : String(value);
  })
  // A list may also come as the text of one: "[0, 1]".
  .pipe(wordsIn(/[\s,[\]()'"]+/));

const megabytes = z.coerce.number().int().positive();

const valuesSchema = argumentsSchema
  .pick({ split: true, subset: true, min_time_limit: true, calibrated: true, no_gt: true })
  .extend({
    samples: z.looseObject({ path: z.string() }).nullable(),
    pass_k: words.transform((ks) => ks.filter((word) => /^[1-9]\d*$/.test(word)).map(Number)).pipe(passKSchema),
    check_gt_only: z.boolean(),
    selective_evaluate: words,
    ...{ max_as_limit: megabytes, max_data_limit: megabytes, max_stack_limit: megabytes },
  });

/**
 * The app's inputs in their order, or by name; what is left out has the Space's default. `samples` is what the upload returned, null
 * if the caller has none.
 */
function parseArguments(data: readonly unknown[] | Readonly<Record<string, unknown>>) {
  const values = Object.fromEntries(
    gradioParameters.map(({ name, fallback }, index): [GradioParameter, unknown] => [
      name,
      (Array.isArray(data) ? data[index] : (data as Readonly<Record<string, unknown>>)[name]) ?? fallback ?? null,
    ]),
  );
  const { samples, selective_evaluate: select, ...parsed } = parseShape(values, valuesSchema);
  if (samples === null && !parsed.check_gt_only) throw new RequestFault(422, 'There are no samples.');
  // The original's client always sends its defaults: they ask for nothing.
  const limits = gradioLimits.filter(({ name, fallback }) => parsed[name] !== fallback);
  return {
    samples: samples?.path,
    given: toArguments(
      { ...parsed, select, missing: 'fail' },
      Object.fromEntries(limits.map(({ name, limit }) => [limit, parsed[name]])),
    ),
  };
}
