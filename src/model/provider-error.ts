import { BigCodeBenchError } from '../error/bigcodebench-error.ts';

/** What went wrong with a provider; it decides whether the call is tried again and whether the run goes on. */
export type ProviderFault =
  | ('auth' | 'unknown-model' | 'unknown-route' | 'insecure' | 'no-chat-template' | 'quota')
  | ('rate-limit' | 'overloaded' | 'server' | 'timeout' | 'network' | 'malformed')
  | ('context-too-long' | 'bad-request');

/** What a fault is about: the whole run, this one request, or only the moment; `load` may shrink with fewer calls. */
const scopes: Record<ProviderFault, 'model' | 'account' | 'request' | 'moment' | 'load'> = {
  auth: 'model',
  'unknown-model': 'model',
  'unknown-route': 'model',
  insecure: 'model',
  'no-chat-template': 'model',
  quota: 'account',
  'rate-limit': 'load',
  overloaded: 'load',
  timeout: 'load',
  server: 'moment',
  network: 'moment',
  malformed: 'moment',
  'context-too-long': 'request',
  'bad-request': 'request',
};

export interface ProviderErrorOptions {
  readonly cause?: unknown;
  readonly status?: number | undefined;
  readonly retryAfterMs?: number | undefined;
  /** The request field that was rejected. */
  readonly field?: string | undefined;
}

/** A provider did not answer. Whether and when to retry is data. */
export class ProviderError extends BigCodeBenchError {
  override readonly name = 'ProviderError';
  readonly fault: ProviderFault;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly field: string | undefined;
  /** Every other request would fail too. */
  readonly endsRun: boolean;
  /** Fewer concurrent requests may help. */
  readonly slowsDown: boolean;

  constructor(fault: ProviderFault, message: string, options: ProviderErrorOptions = {}) {
    const { cause, status, retryAfterMs, field } = options;
    const scope = scopes[fault];
    const isRetryable = scope === 'moment' || scope === 'load';
    const data = { fault, status, retryAfterMs, field };
    super(scope === 'model' ? 'MODEL' : 'PROVIDER', message, { cause, isRetryable, data });
    this.fault = fault;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.field = field;
    this.endsRun = scope === 'model' || scope === 'account';
    this.slowsDown = scope === 'load';
  }
}
