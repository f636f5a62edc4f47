import { context, propagation, SpanKind, SpanStatusCode, type TextMapGetter, trace } from '@opentelemetry/api';
import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { ServerEnv } from '../services.ts';
import type { Caller } from './auth.ts';
import type { ServerMetrics } from './metrics.ts';
import { RequestFault } from './request-fault.ts';

/** One line of the log. Neither code nor headers nor queries get into it. */
export interface LogEntry {
  readonly time: string;
  readonly level: 'info' | 'error';
  readonly method: string;
  /** The route's pattern: the path itself may contain a secret. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  /** A short hash of the caller's token. */
  readonly owner?: string | undefined;
  /** Of a failure that is ours. */
  readonly error?: string | undefined;
}

export type OnLog = (entry: LogEntry) => void;

const headerGetter: TextMapGetter<Headers> = {
  keys: (headers) => [...headers.keys()],
  get: (headers, name) => headers.get(name) ?? undefined,
};

/** Measures every request: metrics, a line of the log, and a span where an OpenTelemetry SDK is loaded. */
export function observeRequests(metrics: ServerMetrics, onLog?: OnLog): MiddlewareHandler<ServerEnv> {
  const tracer = trace.getTracer('bigcodebench');
  return async (c, next) => {
    const startedAt = performance.now();
    const parent = propagation.extract(context.active(), c.req.raw.headers, headerGetter);
    const span = tracer.startSpan(c.req.method, { kind: SpanKind.SERVER }, parent);
    await context.with(trace.setSpan(parent, span), next);
    const ms = Math.round((performance.now() - startedAt) * 10) / 10;
    const { status } = c.res;
    const { method } = c.req;
    const route = routeOf(c);
    span.updateName(`${method} ${route}`);
    span.setAttributes({ 'http.request.method': method, 'http.route': route, 'http.response.status_code': status });
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
    metrics.onAnswered({ route, method, status, ms });
    const error = describeFailure(c.error);
    onLog?.({
      time: new Date().toISOString(),
      level: error === undefined ? 'info' : 'error',
      method,
      route,
      status,
      ms,
      owner: (c.get('caller') as Caller | undefined)?.owner,
      error,
    });
  };
}

/** The pattern of what answered; middleware, which matches everything, aside. */
function routeOf(c: Context<ServerEnv>): string {
  const patterns = matchedRoutes(c).map(({ path }) => path);
  return patterns.filter((pattern) => !pattern.endsWith('*')).at(-1) ?? 'unmatched';
}

/** What an operator needs to fix the server; the caller's own mistakes are in the response. */
function describeFailure(error: Error | undefined): string | undefined {
  const isCallers = error instanceof RequestFault && (error.cause === undefined || error.status < 500);
  if (error === undefined || isCallers) return undefined;
  const cause = error instanceof RequestFault ? error.cause : error;
  return cause instanceof Error ? `${cause.name}: ${cause.message}`.slice(0, 500) : String(cause);
}
