import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type GradioMessage, gradioMessageSchema } from '../../upstream/gradio-wire.ts';
import { createDeferred } from '../../util/deferred.ts';
import { createLineDecoder } from '../../util/line-decoder.ts';
import { parseJson } from '../../util/parse-json.ts';
import { raceAbort } from '../../util/race-abort.ts';
import type { GradioApp } from './gradio-app.ts';
import { GradioFault, type SendRequest } from './gradio-http.ts';

export interface PredictOptions {
  readonly app: GradioApp;
  readonly send: SendRequest;
  /** By parameter; the uploaded file stands for `samples`. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly samples: string;
  /** How long all of it may take. */
  readonly deadlineMs: number;
  /** A stream without even a heartbeat for this long is dead. */
  readonly silenceMs: number;
  /** Told what the queue says: how many are before us. */
  readonly onQueued?: ((rank: number) => void) | undefined;
  readonly signal: AbortSignal;
}

const fileName = 'samples.jsonl';
const cancelMs = 5_000;

/** Uploads samples, joins the queue and waits for the outputs. Leaving early cancels the event on the server. */
export async function predict(options: PredictOptions): Promise<readonly unknown[]> {
  const { app, values, deadlineMs } = options;
  const late = new AbortController();
  using _timer = setTimeout(() => late.abort(), deadlineMs);
  const signal = AbortSignal.any([options.signal, late.signal]);
  const session = { fn_index: app.fnIndex, session_hash: randomUUID() };
  let joining: Promise<string> | undefined;
  let isOver = false;
  try {
    const path = await upload(options, signal);
    const file = { path, orig_name: fileName, meta: { _type: 'gradio.FileData' } };
    const given: Readonly<Record<string, unknown>> = { ...values, samples: file };
    const data = app.parameters.map(({ name, fallback }) => (name in given ? given[name] : (fallback ?? null)));
    // Not ended by the caller's signal: an event whose name never arrived could not be cancelled.
    joining = join(options, { data, ...session }, late.signal);
    await raceAbort(joining, signal);
    const outputs = await waitForOutputs({ ...options, signal }, session.session_hash);
    isOver = true;
    return outputs;
  } catch (error) {
    isOver ||= error instanceof GradioFault && error.kind === 'app-error';
    options.signal.throwIfAborted();
    if (!late.signal.aborted) throw error;
    throw new GradioFault('cut-off', `${app.api} did not finish within ${deadlineMs / 1000} s`);
  } finally {
    if (joining !== undefined && !isOver) await cancel(options, session, joining);
  }
}

async function upload({ app, send, samples }: PredictOptions, signal: AbortSignal): Promise<string> {
  const form = new FormData();
  form.append('files', new Blob([samples]), fileName);
  // As bytes: a `fetch` of another make takes this FormData for text.
  const encoded = new Response(form);
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
  const init = { method: 'POST', headers, body: await encoded.arrayBuffer() };
  const response = await send({ url: `${app.api}upload`, init, signal });
  const { data } = z
    .array(z.string())
    .min(1)
    .safeParse(await readJson(response, signal));
  if (data?.[0] !== undefined) return data[0];
  throw new GradioFault('not-gradio', `${app.api}upload did not say where the file is`);
}

async function join({ app, send }: PredictOptions, body: unknown, signal: AbortSignal): Promise<string> {
  const response = await send({ url: `${app.api}queue/join`, init: jsonBody(body), signal });
  const parsed = z.looseObject({ event_id: z.string() }).safeParse(await readJson(response, signal));
  if (parsed.success) return parsed.data.event_id;
  throw new GradioFault('not-gradio', `${app.api}queue/join did not name an event`);
}

async function waitForOutputs(options: PredictOptions, session: string): Promise<readonly unknown[]> {
  const { app, send, onQueued, signal } = options;
  const response = await send({ url: `${app.api}queue/data?session_hash=${session}`, signal });
  for await (const message of readEventStream(response, options)) {
    switch (message.msg) {
      case 'estimation':
        onQueued?.(message.rank ?? 0);
        break;
      case 'process_completed': {
        const { data, error } = message.output;
        if (message.success && data) return data;
        const reason = typeof error === 'string' && error !== '' ? error : 'no reason given';
        throw new GradioFault('app-error', `the server's evaluation failed: ${reason}`);
      }
      case 'unexpected_error':
        throw new GradioFault('cut-off', `the server gave up: ${message.message ?? 'no reason given'}`);
      case 'server_stopped':
        throw new GradioFault('cut-off', 'the server was stopped');
      default:
    }
  }
  throw new GradioFault('cut-off', 'the event stream ended before the evaluation did');
}

/** The messages of a Gradio event stream. Ends when the server ends it; a cut or silent one is a `GradioFault`. */
async function* readEventStream(
  response: Response,
  { silenceMs, signal }: PredictOptions,
): AsyncGenerator<GradioMessage> {
  const messages: GradioMessage[] = [];
  const decode = createLineDecoder((line) => {
    if (!line.startsWith('data:')) return;
    // Messages of an unknown kind are skipped, and so is anything that is not JSON.
    const message = gradioMessageSchema.safeParse(parseJson(line.slice('data:'.length)));
    if (message.success) messages.push(message.data);
  });
  const reader = response.body?.getReader();
  if (reader === undefined) throw new GradioFault('cut-off', 'the event stream has no body');
  try {
    for (;;) {
      const { done, value } = await readInTime(reader, silenceMs, signal);
      if (value) decode(Buffer.from(value.buffer, value.byteOffset, value.byteLength));
      yield* messages.splice(0);
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

async function readInTime(reader: ReadableStreamDefaultReader<Uint8Array>, silenceMs: number, signal: AbortSignal) {
  const silent = createDeferred<never>();
  const fault = new GradioFault('cut-off', `the event stream was silent for ${silenceMs / 1000} s`);
  using _timer = setTimeout(() => silent.reject(fault), silenceMs);
  try {
    return await Promise.race([reader.read(), silent.promise]);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof GradioFault) throw error;
    throw new GradioFault('cut-off', 'the event stream was cut off', { cause: error });
  }
}

/** As well as it goes: a server that cannot be told has lost the event anyway. */
async function cancel({ app, send }: PredictOptions, session: object, joining: Promise<string>): Promise<void> {
  const signal = AbortSignal.timeout(cancelMs);
  try {
    const body = { ...session, event_id: await raceAbort(joining, signal) };
    await send({ url: `${app.api}cancel`, init: jsonBody(body), signal });
  } catch {
    // The next chunk finds out whether the server is still there.
  }
}

async function readJson(response: Response, signal: AbortSignal): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SyntaxError) return undefined;
    throw new GradioFault('cut-off', 'an answer was cut off', { cause: error });
  }
}

function jsonBody(body: unknown): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
