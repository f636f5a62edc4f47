import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { type GradioMessage, gradioMessageSchema } from '../../upstream/gradio-wire.ts';
import { createDeferred } from '../../util/deferred.ts';
import { createLineDecoder } from '../../util/line-decoder.ts';
import { parseJson } from '../../util/parse-json.ts';
import { raceAbort } from '../../util/race-abort.ts';
import type { GradioApp } from './gradio-http.ts';
import { GradioFault, type GradioHttp, jsonBody } from './gradio-http.ts';

export interface PredictOptions {
  readonly app: GradioApp;
  readonly http: GradioHttp;
  /** By parameter; the uploaded file stands for `samples`. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly samples: string;
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

async function upload({ app, http, samples }: PredictOptions, signal: AbortSignal): Promise<string> {
  const form = new FormData();
  form.append('files', new Blob([samples]), fileName);
  // As bytes: a `fetch` of another make takes this FormData for text.
  const encoded = new Response(form);
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
  const body = await encoded.arrayBuffer();
  const schema = z.tuple([z.string()]).rest(z.unknown());
  const otherwise = `${app.api}upload did not say where the file is`;
  const [path] = await http.ask(`${app.api}upload`, { method: 'POST', headers, body, schema, otherwise, signal });
  return path;
}

async function join({ app, http }: PredictOptions, body: unknown, signal: AbortSignal): Promise<string> {
  const url = `${app.api}queue/join`;
  const schema = z.looseObject({ event_id: z.string() });
  const answer = await http.ask(url, { ...jsonBody(body), schema, otherwise: `${url} did not name an event`, signal });
  return answer.event_id;
}

async function waitForOutputs(options: PredictOptions, session: string): Promise<readonly unknown[]> {
  const { app, http, onQueued, signal } = options;
  const response = await http.send(`${app.api}queue/data?session_hash=${session}`, { signal });
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
async function* readEventStream(response: Response, { silenceMs, signal }: PredictOptions) {
  const messages: GradioMessage[] = [];
  const decode = createLineDecoder((line) => {
    if (!line.startsWith('data:')) return;
    // Messages of an unknown kind are skipped, and so is anything that is not JSON.
    const message = gradioMessageSchema.safeParse(parseJson(line.slice('data:'.length)));
    if (message.success) messages.push(message.data);
  });
  const reader = response.body?.getReader();
  if (reader === undefined) throw new GradioFault('cut-off', 'the event stream has no body');
  const silence = new GradioFault('cut-off', `the event stream was silent for ${silenceMs / 1000} s`);
  try {
    for (;;) {
      const silent = createDeferred<never>();
      using _timer = setTimeout(() => silent.reject(silence), silenceMs);
      const { done, value } = await Promise.race([reader.read(), silent.promise]);
      if (value) decode(Buffer.from(value.buffer, value.byteOffset, value.byteLength));
      yield* messages.splice(0);
      if (done) return;
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof BigCodeBenchError) throw error;
    throw new GradioFault('cut-off', 'the event stream was cut off', { cause: error });
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** As well as it goes: a server that cannot be told has lost the event anyway. */
async function cancel({ app, http }: PredictOptions, session: object, joining: Promise<string>): Promise<void> {
  const signal = AbortSignal.timeout(cancelMs);
  try {
    const body = { ...session, event_id: await raceAbort(joining, signal) };
    await http.send(`${app.api}cancel`, { ...jsonBody(body), signal });
  } catch {
    // The next chunk finds out whether the server is still there.
  }
}
