/**
 * The evaluation app of the original, for its own client and for every Gradio client: the routes of Gradio 4 at `/`, and
 * the same below `/gradio_api` as since Gradio 5.
 */
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { type EvaluationArguments, planEvaluation } from '../evaluations/evaluation-plan.ts';
import { nameOf } from '../evaluations/sample-files.ts';
import { parseJson, parseShape, readChunks, readJson } from '../http/read-body.ts';
import { RequestFault } from '../http/request-fault.ts';
import { heartbeatMs, respondEventStream, withSilence } from '../http/respond-events.ts';
import type { EvaluationServices, ServerEnv } from '../services.ts';
import { describeConfig, describeEndpoints, gradioPrefix } from './describe-app.ts';
import { parseArguments } from './parse-arguments.ts';
import { GradioSessions } from './sessions.ts';

/** Clients refuse larger files by themselves: `config` tells them. */
const maxFileBytes = 256 * 1024 * 1024;
const upload = { maxBytes: maxFileBytes + 1024 * 1024, timeoutMs: 15 * 60_000 };

const joinSchema = z.object({ data: z.array(z.unknown()), session_hash: z.string().min(1) });
const callSchema = z.object({ data: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]) });
const eventSchema = z.object({ event_id: z.string() });

export function createGradioRoutes(services: EvaluationServices): Hono<ServerEnv> {
  const sessions = new GradioSessions();
  const app = new Hono<ServerEnv>();
  app.get('/config', (c) => {
    const { version, executor } = services;
    return c.json(describeConfig({ root: rootOf(c), maxFileBytes, version, executor: executor.info }));
  });
  const api = createApi(services, sessions);
  app.route('/', api);
  app.route(gradioPrefix, api);
  return app;
}

function createApi(services: EvaluationServices, sessions: GradioSessions): Hono<ServerEnv> {
  const { sampleFiles, lifecycle } = services;
  const start = async (c: Context<ServerEnv>, data: Parameters<typeof parseArguments>[0], session: string) => {
    const { given, samples } = parseArguments(data);
    return sessions.join(session, await startEvaluation(services, { given, samples, owner: c.get('owner') }));
  };
  const api = new Hono<ServerEnv>();
  api.get('/info', (c) => c.json(describeEndpoints()));
  api.post('/upload', async (c) => c.json(await saveUploads(c, sampleFiles)));
  api.post('/queue/join', async (c) => {
    const { data, session_hash: session } = parseShape(await readJson(c.req.raw), joinSchema);
    return c.json({ event_id: await start(c, data, session) });
  });
  api.get('/queue/data', (c) => {
    const messages = sessions.read(c.req.query('session_hash') ?? '', lifecycle.stopping);
    const unknown =
      '{"msg":"unexpected_error","message":"Session not found.","session_not_found":true,"success":false}';
    return respondEventStream(c, messages === undefined ? oneLine(unknown) : withHeartbeats(messages));
  });
  api.get('/heartbeat/:session', (c) => respondEventStream(c, beat(lifecycle.stopping)));
  api.post('/cancel', async (c) => {
    const { event_id: id } = parseShape(await readJson(c.req.raw), eventSchema);
    return c.json({ success: sessions.cancel(id) });
  });
  api.post('/reset', async (c) => c.json({ success: true }));
  for (const name of ['predict', 'evaluate']) {
    api.post(`/call/${name}`, async (c) => {
      const { data } = parseShape(await readJson(c.req.raw), callSchema);
      const session = crypto.randomUUID();
      await start(c, data, session);
      return c.json({ event_id: session });
    });
    api.get(`/call/${name}/:id`, (c) => {
      const messages = sessions.read(c.req.param('id'), lifecycle.stopping);
      if (messages === undefined) throw new RequestFault(404, 'There is no such event.');
      return respondEventStream(c, toNamedEvents(withHeartbeats(messages)));
    });
  }
  return api;
}

interface Start {
  readonly given: EvaluationArguments;
  readonly samples: string | null;
  readonly owner: string;
}

/** Equal calls are one evaluation, so that a retry joins what is under way. */
async function startEvaluation(services: EvaluationServices, { given, samples, owner }: Start) {
  const file = samples === null ? { path: '__dummy__.jsonl', hash: '' } : await services.sampleFiles.find(samples);
  const { outDir } = services;
  const plan = planEvaluation(given, { services, outDir, samplesPath: file.path, samplesHash: file.hash });
  return services.office.start(plan, owner);
}

async function saveUploads(c: Context<ServerEnv>, files: EvaluationServices['sampleFiles']): Promise<string[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readChunks(c.req.raw, upload)) chunks.push(chunk);
  const type = c.req.header('content-type') ?? '';
  const form = await new Response(Buffer.concat(chunks), { headers: { 'Content-Type': type } })
    .formData()
    .catch((cause: unknown) => {
      throw new RequestFault(400, 'The upload is not multipart/form-data.', { cause });
    });
  const given = form.getAll('files').filter((entry) => typeof entry !== 'string');
  if (given.length === 0) throw new RequestFault(422, 'There is no file in the field "files".');
  const saved = await Promise.all(
    given.map(async (file) => files.save(file.name, [new Uint8Array(await file.arrayBuffer())])),
  );
  return saved.map(nameOf);
}

/** The address that the caller used, proxies on the way included. */
function rootOf(c: Context<ServerEnv>): string {
  const { protocol, host } = new URL(c.req.url);
  const scheme = c.req.header('x-forwarded-proto') ?? protocol.slice(0, -1);
  return `${scheme}://${c.req.header('x-forwarded-host') ?? c.req.header('host') ?? host}`;
}

async function* oneLine(message: string): AsyncGenerator<string> {
  yield `data: ${message}\n\n`;
}

/** Clients give up on a stream that stays silent for 20 s. */
function withHeartbeats(messages: AsyncIterable<{ readonly event: string }>): AsyncIterable<string> {
  return withSilence(messages, { tell: ({ event }) => `data: ${event}\n\n`, silence: 'data: {"msg":"heartbeat"}\n\n' });
}

async function* beat(stopping: AbortSignal): AsyncGenerator<string> {
  while (!stopping.aborted) {
    yield 'data: ALIVE\n\n';
    await new Promise((resolve) => {
      setTimeout(resolve, heartbeatMs).unref();
    });
  }
}

/** The form for `curl`: the end alone matters, and its name says what it is. */
async function* toNamedEvents(blocks: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const block of blocks) {
    const message = parseShape(parseJson(block.slice('data: '.length), 'A message'), messageSchema);
    if (message.msg === 'heartbeat') yield 'event: heartbeat\ndata: null\n\n';
    if (message.msg !== 'process_completed') continue;
    const { data, error } = message.output ?? {};
    yield message.success
      ? `event: complete\ndata: ${JSON.stringify(data)}\n\n`
      : `event: error\ndata: ${JSON.stringify(error)}\n\n`;
  }
}

const messageSchema = z.looseObject({
  msg: z.string(),
  success: z.boolean().optional(),
  output: z.looseObject({ data: z.unknown().optional(), error: z.unknown().optional() }).optional(),
});
