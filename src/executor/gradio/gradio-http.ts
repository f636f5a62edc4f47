import type { z } from 'zod';
import { BigCodeBenchError, type ErrorOptions } from '../../error/bigcodebench-error.ts';
import {
  type GradioParameter,
  gradioApiNames,
  gradioConfigSchema,
  gradioInfoSchema,
} from '../../upstream/gradio-wire.ts';
import type { Fetch } from '../../util/http-fetch.ts';
import { shortReasonOf } from '../../util/system-error.ts';

/** What went wrong between us and a Gradio server; the message names the address, never credentials. */
export class GradioFault extends BigCodeBenchError {
  override readonly name = 'GradioFault';
  readonly kind: 'unreachable' | 'busy' | 'cut-off' | 'refused' | 'not-gradio' | 'app-error';

  constructor(kind: GradioFault['kind'], message: string, { cause, data = {} }: ErrorOptions = {}) {
    const isRetryable = kind === 'unreachable' || kind === 'busy' || kind === 'cut-off';
    super('NETWORK', message, { cause, isRetryable, data });
    this.kind = kind;
  }
}

interface GradioHttpOptions {
  readonly fetch: Fetch;
  /** What a private Space or a server of ours wants in this header. */
  readonly authorization?: string | undefined;
  /** How long the server may take to begin its answer. */
  readonly answerMs: number;
}

type Init = RequestInit & { readonly signal: AbortSignal };

/** `otherwise`: what is wrong with any other answer. */
type Question<Value> = Init & { readonly schema: z.ZodType<Value>; readonly otherwise: string };

export type GradioHttp = ReturnType<typeof createGradioHttp>;

export function createGradioHttp({ fetch, authorization, answerMs }: GradioHttpOptions) {
  const headers = { 'x-gradio-user': 'api', ...(authorization === undefined ? {} : { authorization }) };
  /** Sends one request with a deadline and turns every way it can fail into a `GradioFault`. */
  const send = async (url: string, { signal, ...init }: Init): Promise<Response> => {
    const late = new AbortController();
    using _timer = setTimeout(() => late.abort(), answerMs);
    try {
      const both = AbortSignal.any([signal, late.signal]);
      const response = await fetch(url, { ...init, headers: { ...headers, ...init.headers }, signal: both });
      if (!response.ok) throw await describeStatus(response, url);
      return response;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof GradioFault) throw error;
      // `fetch failed` says nothing; what it was caused by does.
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      const why = late.signal.aborted ? `no answer within ${answerMs / 1000} s` : shortReasonOf(cause);
      throw new GradioFault('unreachable', `${url} cannot be reached (${why})`, { cause: error });
    }
  };
  const ask = async <Value>(url: string, { schema, otherwise, ...init }: Question<Value>): Promise<Value> => {
    const response = await send(url, init);
    const answer: unknown = await response.json().catch((cause: unknown) => {
      init.signal.throwIfAborted();
      if (!(cause instanceof SyntaxError)) throw new GradioFault('cut-off', 'an answer was cut off', { cause });
    });
    const { data, success } = schema.safeParse(answer);
    if (success) return data;
    throw new GradioFault('not-gradio', otherwise);
  };
  return { send, ask };
}

export function jsonBody(body: unknown): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

async function describeStatus(response: Response, url: string): Promise<GradioFault> {
  const { status } = response;
  const body = await response.text().catch(() => '');
  const said = /^\s*</.test(body) ? '' : body.trim().slice(0, 200);
  const sentence = `${url} answered ${status}${said === '' ? '' : ` (${said})`}`;
  if (status === 401 || status === 403) return new GradioFault('refused', `${sentence}: it wants a token`);
  const isBusy = status === 429 || status >= 500;
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const retryAfterMs = Number.isFinite(seconds) ? seconds * 1000 : undefined;
  return new GradioFault(isBusy ? 'busy' : 'refused', sentence, { data: { retryAfterMs } });
}

/** One evaluation app on a Gradio server, as a client needs to know it. */
export type GradioApp = Awaited<ReturnType<typeof openGradioApp>>;

/** Without these a chunk of samples cannot be evaluated on its own. */
const needed: readonly GradioParameter[] = ['samples', 'calibrated', 'selective_evaluate'];

/** Finds the evaluation's endpoint by its parameters, on Gradio 4, 5 or 6. */
export async function openGradioApp(address: string, http: GradioHttp, signal: AbortSignal) {
  const root = address.endsWith('/') ? address : `${address}/`;
  const get = <Value>(url: string, schema: z.ZodType<Value>) =>
    http.ask(url, { schema, otherwise: `${url} is not what a Gradio server answers`, signal });
  const config = await get(`${root}config`, gradioConfigSchema);
  const prefix = (config.api_prefix ?? '').replace(/^\/+|\/+$/g, '');
  /** Every route but `config` is below it. */
  const api = prefix === '' ? root : `${root}${prefix}/`;
  const endpoint = chooseEndpoint(await get(`${api}info?serialize=False`, gradioInfoSchema));
  if (endpoint === undefined) {
    const message = `${root} has no endpoint that takes ${needed.join(', ')}: it is not an evaluation server`;
    throw new GradioFault('not-gradio', message);
  }
  /** Its inputs in their order, each with what to send where we have nothing to say. */
  const { name, parameters } = endpoint;
  const index = config.dependencies.findIndex(({ api_name }) => api_name === name);
  /** Where it runs programs, when it is a server of ours. */
  const facts = config.bigcodebench;
  return { api, fnIndex: config.dependencies[index]?.id ?? index, parameters, facts };
}

/** The endpoint of the name that the original uses, else the only one with the parameters. */
function chooseEndpoint({ named_endpoints }: z.infer<typeof gradioInfoSchema>) {
  const fitting = Object.entries(named_endpoints).flatMap(([path, { parameters }]) => {
    const inputs = parameters.map((each) => ({ name: each.parameter_name ?? '', fallback: each.parameter_default }));
    const isFitting = needed.every((wanted) => inputs.some(({ name }) => name === wanted));
    return isFitting ? [{ name: path.replace(/^\//, ''), parameters: inputs }] : [];
  });
  const usual = gradioApiNames.flatMap((name) => fitting.filter((endpoint) => endpoint.name === name));
  return usual[0] ?? (fitting.length === 1 ? fitting[0] : undefined);
}
