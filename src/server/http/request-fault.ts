import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';

export type FaultStatus = 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 415 | 422 | 429 | 500 | 503 | 504;

export interface FaultOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
  /** Places in the request that do not fit. */
  readonly issues?: readonly FaultIssue[];
}

export interface FaultIssue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** A request that cannot be served: an HTTP status, and one sentence for the caller. */
export class RequestFault extends BigCodeBenchError {
  override readonly name = 'RequestFault';
  readonly status: FaultStatus;
  readonly headers: Readonly<Record<string, string>>;
  readonly issues: readonly FaultIssue[];

  constructor(status: FaultStatus, message: string, options: FaultOptions = {}) {
    super(status >= 500 ? 'ENGINE' : 'BAD_INPUT', message, { cause: options.cause, isRetryable: status >= 503 });
    this.status = status;
    this.headers = options.headers ?? {};
    this.issues = options.issues ?? [];
  }
}

/** The caller must be answered before its job is done. */
export function stillUnderWay(): RequestFault {
  const headers = { 'Bcb-State': 'under-way' };
  return new RequestFault(504, 'The job is not done yet: ask again, and the same request takes it over.', { headers });
}

/** Too many jobs are waiting already; none of the request was carried out. */
export function tooBusy(): RequestFault {
  return new RequestFault(503, 'Too many jobs wait already: ask again later.', { headers: { 'Retry-After': '5' } });
}

/** What the caller sees of an error; our own faults are reported without details. */
export function toRequestFault(error: unknown): RequestFault {
  if (error instanceof RequestFault) return error;
  if (error instanceof BigCodeBenchError) {
    if (error.code === 'BAD_INPUT' || error.code === 'USAGE') return new RequestFault(400, error.message);
    if (error.code !== 'INVARIANT') return new RequestFault(500, error.message, { cause: error });
  }
  return new RequestFault(500, 'The server failed; its log says why.', { cause: error });
}
