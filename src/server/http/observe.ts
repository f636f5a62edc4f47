import type { MiddlewareHandler } from 'hono';
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

/** Measures every request: metrics, and a line of the log. */
export function observeRequests(metrics: ServerMetrics, onLog?: OnLog): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    const startedAt = performance.now();
    await next();
    const error = describeFailure(c.error);
    // Of all that matched: middleware matches everything.
    const answered = matchedRoutes(c).filter(({ path }) => !path.endsWith('*'));
    const entry: LogEntry = {
      time: new Date().toISOString(),
      level: error === undefined ? 'info' : 'error',
      method: c.req.method,
      route: answered.at(-1)?.path ?? 'unmatched',
      status: c.res.status,
      ms: Math.round((performance.now() - startedAt) * 10) / 10,
      owner: (c.get('caller') as Caller | undefined)?.owner,
      error,
    };
    metrics.onAnswered(entry);
    onLog?.(entry);
  };
}

/** What an operator needs to fix the server; the caller's own mistakes are in the response. */
function describeFailure(error: Error | undefined): string | undefined {
  const isCallers = error instanceof RequestFault && (error.cause === undefined || error.status < 500);
  if (error === undefined || isCallers) return undefined;
  const cause = error instanceof RequestFault ? error.cause : error;
  return cause instanceof Error ? `${cause.name}: ${cause.message}`.slice(0, 500) : String(cause);
}
