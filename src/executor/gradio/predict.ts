import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { readEventStream } from './event-stream.ts';
import type { GradioApp } from './gradio-app.ts';
import { GradioFault } from './gradio-fault.ts';
import type { SendRequest } from './gradio-http.ts';

export interface PredictOptions {
  readonly app: GradioApp;
  readonly send: SendRequest;
  /** By parameter; the uploaded file stands for `samples`. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly samples: string;
  /** How long all of it may take. */
  readonly deadlineMs: number;
  readonly silenceMs: number;
  /** Told what the queue says: how many are before us. */
  readonly onQueued?: ((rank: number, size: number) => void) | undefined;
  readonly signal: AbortSignal;
}

const fileName = 'samples.jsonl';
const cancelMs = 5_000;

/** Uploads samples, joins the queue and waits for the outputs. Leaving early cancels the event on the server. */
export async function predict(options: PredictOptions): Promise<readonly unknown[]> {
  const { app, send, values, samples, deadlineMs } = options;
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), deadlineMs);
  const signal = AbortSignal.any([options.signal, late.signal]);
  const session = randomUUID();
  let joining: Promise<string> | undefined;
  let isOver = false;
  try {
    const path = await upload(app, send, samples, signal);
    const file = { path, orig_name: fileName, meta: { _type: 'gradio.FileData' } };
    const given: Readonly<Record<string, unknown>> = { ...values, samples: file };
    const data = app.parameters.map(({ name, fallback }) => (name in given ? given[name] : (fallback ?? null)));
    const body = { data, fn_index: app.fnIndex, session_hash: session };
    // Not ended by the caller's signal: an event whose name never arrived could not be cancelled.
    joining = join({ app, send, body, signal: late.signal });
    await orAborted(joining, signal);
    const outputs = await waitForOutputs({ ...options, signal }, session);
    isOver = true;
    return outputs;
  } catch (error) {
    isOver ||= error instanceof GradioFault && error.kind === 'app-error';
    options.signal.throwIfAborted();
    if (!late.signal.aborted) throw error;
    throw new GradioFault('cut-off', `${app.api} did not finish within ${deadlineMs / 1000} s`);
  } finally {
    clearTimeout(timer);
    if (joining !== undefined && !isOver) await cancel({ app, send, session, joining });
  }
}

/** Waits no longer than until the signal aborts. */
async function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    signal.throwIfAborted();
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

async function upload(app: GradioApp, send: SendRequest, samples: string, signal: AbortSignal): Promise<string> {
  const form = new FormData();
  form.append('files', new Blob([samples]), fileName);
  // As bytes: a `fetch` of another make takes this FormData for text.
  const encoded = new Response(form);
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
  const init = { method: 'POST', headers, body: await encoded.arrayBuffer() };
  const response = await send({ url: `${app.api}upload`, init, signal });
  const parsed = z
    .array(z.string())
    .min(1)
    .safeParse(await readJson(response, signal));
  const path = parsed.data?.[0];
  if (path === undefined) throw new GradioFault('not-gradio', `${app.api}upload did not say where the file is`);
  return path;
}

interface JoinInput {
  readonly app: GradioApp;
  readonly send: SendRequest;
  readonly body: unknown;
  readonly signal: AbortSignal;
}

async function join({ app, send, body, signal }: JoinInput): Promise<string> {
  const response = await send({ url: `${app.api}queue/join`, init: jsonBody(body), signal });
  const parsed = z.looseObject({ event_id: z.string() }).safeParse(await readJson(response, signal));
  if (parsed.success) return parsed.data.event_id;
  throw new GradioFault('not-gradio', `${app.api}queue/join did not name an event`);
}

async function waitForOutputs(options: PredictOptions, session: string): Promise<readonly unknown[]> {
  const { app, send, silenceMs, onQueued, signal } = options;
  const response = await send({ url: `${app.api}queue/data?session_hash=${session}`, signal });
  for await (const message of readEventStream({ response, silenceMs, signal })) {
    switch (message.msg) {
      case 'estimation':
        onQueued?.(message.rank ?? 0, message.queue_size ?? 0);
        break;
      case 'process_completed':
        if (message.success && message.output.data) return message.output.data;
        throw new GradioFault('app-error', `the server's evaluation failed: ${describeError(message.output.error)}`);
      case 'unexpected_error':
        throw new GradioFault('cut-off', `the server gave up: ${message.message ?? 'no reason given'}`);
      case 'server_stopped':
        throw new GradioFault('cut-off', 'the server was stopped');
      default:
    }
  }
  throw new GradioFault('cut-off', 'the event stream ended before the evaluation did');
}

interface CancelInput {
  readonly app: GradioApp;
  readonly send: SendRequest;
  readonly session: string;
  readonly joining: Promise<string>;
}

/** As well as it goes: a server that cannot be told has lost the event anyway. */
async function cancel({ app, send, session, joining }: CancelInput): Promise<void> {
  const signal = AbortSignal.timeout(cancelMs);
  try {
    const body = { fn_index: app.fnIndex, session_hash: session, event_id: await orAborted(joining, signal) };
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

function describeError(error: unknown): string {
  return typeof error === 'string' && error !== '' ? error : 'no reason given';
}
