import { BigCodeBenchError, type ErrorOptions } from '../../error/bigcodebench-error.ts';
import type { Fetch } from '../../util/http-fetch.ts';

/** How a request to a Gradio server failed. */
export type GradioFaultKind = 'unreachable' | 'busy' | 'cut-off' | 'refused' | 'not-gradio' | 'app-error';

/** What went wrong between us and a Gradio server; the message names the address, never credentials. */
export class GradioFault extends BigCodeBenchError {
  override readonly name = 'GradioFault';
  readonly kind: GradioFaultKind;

  constructor(kind: GradioFaultKind, message: string, { cause, data = {} }: ErrorOptions = {}) {
    const isRetryable = kind === 'unreachable' || kind === 'busy' || kind === 'cut-off';
    super('NETWORK', message, { cause, isRetryable, data });
    this.kind = kind;
  }
}

export interface GradioHttpOptions {
  readonly fetch: Fetch;
  /** What a private Space or a server of ours wants in this header. */
  readonly authorization?: string | undefined;
  /** How long the server may take to begin its answer. */
  readonly answerMs: number;
}

/** Sends one request with a deadline and turns every way it can fail into a `GradioFault`. */
export type SendRequest = (request: {
  readonly url: string;
  readonly init?: RequestInit;
  readonly signal: AbortSignal;
}) => Promise<Response>;

export function createGradioHttp({ fetch, authorization, answerMs }: GradioHttpOptions): SendRequest {
  const headers = { 'x-gradio-user': 'api', ...(authorization === undefined ? {} : { authorization }) };
  return async ({ url, init, signal }) => {
    const late = new AbortController();
    using _timer = setTimeout(() => late.abort(), answerMs);
    try {
      const response = await fetch(url, {
        ...init,
        headers: { ...headers, ...init?.headers },
        signal: AbortSignal.any([signal, late.signal]),
      });
      if (!response.ok) throw await describeStatus(response, url);
      return response;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof GradioFault) throw error;
      const why = late.signal.aborted ? `no answer within ${answerMs / 1000} s` : describeCause(error);
      throw new GradioFault('unreachable', `${url} cannot be reached (${why})`, { cause: error });
    }
  };
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

/** `fetch failed` says nothing; what it was caused by does. */
function describeCause(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}
