import { BigCodeBenchError, type ErrorCode } from '../error/bigcodebench-error.ts';

/** What went wrong with a provider; it decides whether the call is tried again and whether the run goes on. */
export type ProviderFault =
  | 'auth'
  | 'unknown-model'
  | 'unknown-route'
  | 'insecure'
  | 'quota'
  | 'rate-limit'
  | 'overloaded'
  | 'server'
  | 'timeout'
  | 'network'
  | 'malformed'
  | 'no-chat-template'
  | 'context-too-long'
  | 'bad-request';

interface FaultTraits {
  readonly code: ErrorCode;
  readonly isRetryable: boolean;
  /** Every other request would fail too. */
  readonly endsRun: boolean;
  /** Fewer concurrent requests may help. */
  readonly slowsDown: boolean;
}

const wait = { code: 'PROVIDER', isRetryable: true, endsRun: false } as const;
const hopeless = { isRetryable: false, endsRun: true, slowsDown: false } as const;
const thisOne = { code: 'PROVIDER', isRetryable: false, endsRun: false, slowsDown: false } as const;

const traits: Record<ProviderFault, FaultTraits> = {
  auth: { code: 'MODEL', ...hopeless },
  'unknown-model': { code: 'MODEL', ...hopeless },
  'unknown-route': { code: 'MODEL', ...hopeless },
  insecure: { code: 'MODEL', ...hopeless },
  quota: { code: 'PROVIDER', ...hopeless },
  'rate-limit': { ...wait, slowsDown: true },
  overloaded: { ...wait, slowsDown: true },
  timeout: { ...wait, slowsDown: true },
  server: { ...wait, slowsDown: false },
  network: { ...wait, slowsDown: false },
  malformed: { ...wait, slowsDown: false },
  'no-chat-template': { code: 'MODEL', ...hopeless },
  'context-too-long': thisOne,
  'bad-request': thisOne,
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
  readonly endsRun: boolean;
  readonly slowsDown: boolean;

  constructor(fault: ProviderFault, message: string, options: ProviderErrorOptions = {}) {
    const { cause, status, retryAfterMs, field } = options;
    const { code, isRetryable, endsRun, slowsDown } = traits[fault];
    super(code, message, { cause, isRetryable, data: { fault, status, retryAfterMs, field } });
    this.fault = fault;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.field = field;
    this.endsRun = endsRun;
    this.slowsDown = slowsDown;
  }
}
