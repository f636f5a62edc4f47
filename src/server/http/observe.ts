import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { FleetStatus } from '../../executor/queue/fleet-status.ts';
import type { CacheSize } from '../../store/cache-files.ts';
import type { Storage } from '../evaluations/storage.ts';
import type { QueueObserver } from '../executions/execution-queue.ts';
import type { EvaluationServices, ServerEnv } from '../services.ts';
import type { Caller } from './auth.ts';
import { RequestFault } from './request-fault.ts';

export type ServerMetrics = ReturnType<typeof createMetrics>;

type WatchedParts = Pick<EvaluationServices, 'executor' | 'queue' | 'sessions' | 'texts' | 'evaluations'> & {
  readonly storage: Storage | undefined;
};

export interface MetricsOptions {
  /** The fleet behind the executor, where there is one. */
  readonly readFleet?: (() => Promise<FleetStatus>) | undefined;
  readonly readCaches?: (() => Promise<Readonly<Record<string, CacheSize>>>) | undefined;
}

const buckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 240];

/** Counts what the server does. Each server has a registry of its own. */
export function createMetrics({ readFleet, readCaches }: MetricsOptions) {
  const registry = new Registry();
  const registers = [registry];
  const counter = (name: string, help: string, labelNames: string[] = []) =>
    new Counter({ name, help, labelNames, registers });
  const histogram = (name: string, help: string, labelNames: string[] = []) =>
    new Histogram({ name, help, labelNames, buckets, registers });
  const gauge = (name: string, help: string, labelNames: string[]) => new Gauge({ name, help, labelNames, registers });
  const watched = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  const executions = counter('bcb_executions_total', 'Programs executed, by outcome', ['outcome']);
  const waited = histogram('bcb_wait_seconds', 'How long jobs waited for the executor');
  const ran = histogram('bcb_run_seconds', 'How long the executor took');
  const shared = counter('bcb_shared_total', 'Jobs that joined an execution under way or a recent one');
  const late = counter('bcb_late_total', 'Callers answered 504 while their job keeps running');
  const labels = ['route', 'method', 'status'];
  const answered = histogram('bcb_http_request_seconds', 'Requests, by route and status', labels);
  watched('process_resident_memory_bytes', 'Memory of this process', () => process.memoryUsage.rss());
  const lag = watchLoopLag();
  const lagHelp =
    'How late the event loop was since this was last read; quantile 1 is the longest time that it was held';
  const lags = gauge('bcb_event_loop_lag_seconds', lagHelp, ['quantile']);
  const cacheBytes = gauge('bcb_cache_bytes', 'What a cache takes on disk, measured now and then', ['cache']);
  const cacheFiles = gauge('bcb_cache_files', 'How many results a cache holds', ['cache']);
  const setFleet = readFleet && createFleetGauges(gauge);
  const observer: Required<QueueObserver> = {
    onExecuted: ({ outcome }, { waitMs, runMs }) => {
      executions.inc({ outcome });
      waited.observe(waitMs / 1000);
      ran.observe(runMs / 1000);
    },
    onShared: () => shared.inc(),
    onLate: () => late.inc(),
  };
  return {
    ...observer,
    onAnswered: ({ route, method, status, ms }: LogEntry) => answered.observe({ route, method, status }, ms / 1000),
    /** From now on also tells how much is under way, and what is kept for callers. */
    watch({ executor, queue, sessions, texts, evaluations, storage }: WatchedParts) {
      watched('bcb_slots', 'Programs that run side by side', () => executor.capacity);
      watched('bcb_jobs_running', 'Jobs with the executor', () => queue.state.running);
      watched('bcb_jobs_waiting', 'Jobs that wait for the executor', () => queue.state.waiting);
      watched('bcb_sessions', 'Sessions of callers', () => sessions.use.sessions);
      watched('bcb_interpreters', 'Interpreters that sessions hold', () => sessions.use.interpreters);
      watched('bcb_evaluations', 'Evaluations in memory', () => evaluations.use.evaluations);
      watched('bcb_evaluation_events', 'Events of evaluations in memory', () => evaluations.use.events);
      watched('bcb_shared_bytes', 'Executions in memory that equal jobs share', () => queue.sharedBytes);
      watched('bcb_texts_waiting', 'Long texts that wait to be read', () => texts.waiting);
      watched('bcb_stored_bytes', 'Uploads and results on disk', () => storage?.use.bytes ?? 0);
      watched('bcb_stored_folders', 'Uploads and results on disk', () => storage?.use.folders ?? 0);
    },
    /** What Prometheus reads. */
    async render() {
      const { median, p99, longest } = lag.read();
      for (const [quantile, seconds] of Object.entries({ 0.5: median, 0.99: p99, 1: longest })) {
        lags.set({ quantile }, seconds);
      }
      // A store that does not answer shows as numbers that are missing.
      setFleet?.((await readFleet?.().catch(() => undefined)) ?? { queues: [] });
      for (const [cache, { bytes, files }] of Object.entries((await readCaches?.()) ?? {})) {
        cacheBytes.set({ cache }, bytes);
        cacheFiles.set({ cache }, files);
      }
      return registry.metrics();
    },
    contentType: registry.contentType,
    [Symbol.dispose]: () => lag[Symbol.dispose](),
  };
}

/** Gauges of the fleet behind a server; what it returns sets them. */
function createFleetGauges(gauge: (name: string, help: string, labelNames: string[]) => Gauge) {
  const workers = gauge('bcb_fleet_workers', 'Workers that listen', ['queue']);
  const slots = gauge('bcb_fleet_slots', 'Programs that the fleet runs side by side', ['queue']);
  const done = gauge('bcb_fleet_jobs_done', 'Jobs that the present workers have run since they started', ['queue']);
  const oldest = gauge('bcb_queue_oldest_seconds', 'How long the oldest waiting chunk has waited', ['queue']);
  const chunks = gauge('bcb_queue_chunks', 'Chunks of jobs in the queue, by state', ['queue', 'state']);
  return ({ queues }: Pick<FleetStatus, 'queues'>) => {
    for (const each of [workers, slots, done, oldest, chunks]) each.reset();
    for (const { name: queue, waiting, active, failed, suspect, oldestMs = 0, ...fleet } of queues) {
      const jobsDone = fleet.workers.reduce((sum, worker) => sum + worker.done, 0);
      workers.set({ queue }, fleet.workers.length);
      slots.set({ queue }, fleet.slots);
      done.set({ queue }, jobsDone);
      oldest.set({ queue }, oldestMs / 1000);
      const states = Object.entries({ waiting, active, failed, suspect });
      for (const [state, count] of states) chunks.set({ queue, state }, count);
    }
  };
}

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

const resolutionMs = 10;

export function watchLoopLag() {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  // Each delay includes the time between two looks.
  const toSeconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolutionMs / 1000);
  return {
    /** How late the event loop came to what was due, since the last reading, in seconds. */
    read() {
      const [median, p99] = [toSeconds(delays.percentile(50)), toSeconds(delays.percentile(99))];
      const longest = toSeconds(delays.max);
      delays.reset();
      return { median, p99, longest };
    },
    [Symbol.dispose]: () => void delays.disable(),
  };
}
