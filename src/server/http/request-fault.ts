import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { readJsonAsset } from '../../util/read-asset.ts';

type Status = 400 | 401 | 403 | 404 | 408 | 409 | 413 | 415 | 422 | 500 | 503 | 504;

const facts = readJsonAsset<{ titles: Record<Status, string>; fastApiRoutes: string[] }>('server-faults.json');

interface FaultOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
  /** Fields of the request that do not fit. */
  readonly issues?: readonly { readonly path: readonly (string | number)[]; readonly message: string }[];
}

/** A request that cannot be served: an HTTP status, and one sentence for the caller. */
export class RequestFault extends BigCodeBenchError {
  override readonly name = 'RequestFault';
  readonly status: Status;
  readonly headers: NonNullable<FaultOptions['headers']>;
  readonly issues: NonNullable<FaultOptions['issues']>;

  constructor(status: Status, message: string, options: FaultOptions = {}) {
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

/** First parts of the paths where clients expect what FastAPI answers: SandboxFusion, NeMo-Gym, Gradio and trainers. */
const fastApiRoutes = new Set(facts.fastApiRoutes);

/** The response to a failed request: each client gets the shape it knows and a status it does not misread. */
export function respondToFault(error: unknown, path: string): Response {
  const fault = toRequestFault(error);
  const isFastApi = fastApiRoutes.has(path.split('/')[1] ?? '');
  const type = isFastApi ? 'application/json' : 'application/problem+json';
  const body = isFastApi ? { detail: detailOf(fault) } : toProblem(fault);
  // Their clients count every status but 504 as a failed sample, so that is what "not now" must be.
  const status = isFastApi && fault.status === 503 ? 504 : fault.status;
  return new Response(JSON.stringify(body), { status, headers: { ...fault.headers, 'Content-Type': type } });
}

/** A list of the fields that do not fit, or a sentence. */
function detailOf({ status, message, issues }: RequestFault) {
  if (status !== 422 || issues.length === 0) return message;
  return issues.map(({ path, message: msg }) => ({ type: 'value_error', loc: ['body', ...path], msg }));
}

/** The body of every error of our own API: RFC 9457. */
export function toProblem({ status, message, issues }: RequestFault) {
  const problem = { type: 'about:blank', title: facts.titles[status], status, detail: message };
  return issues.length > 0 ? { ...problem, issues } : problem;
}
