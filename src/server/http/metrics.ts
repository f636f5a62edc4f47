import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Executor } from '../../executor/executor.ts';
import type { FleetStatus } from '../../executor/queue/fleet-status.ts';
import type { DeskObserver, DeskState } from '../desk/execution-desk.ts';
import { registerFleetMetrics } from '../fleet/fleet-metrics.ts';

export interface ServerMetrics extends Required<DeskObserver> {
  onAnswered(answer: {
    readonly route: string;
    readonly method: string;
    readonly status: number;
    readonly ms: number;
  }): void;
  /** What Prometheus reads. */
  render(): Promise<string>;
  readonly contentType: string;
}

export interface MetricsOptions {
  readonly executor: Pick<Executor, 'capacity'>;
  readonly readState: () => DeskState;
  /** The fleet behind the executor, where there is one. */
  readonly readFleet?: (() => Promise<FleetStatus>) | undefined;
}

const seconds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 240];

/** Counts what the server does. Each server has a registry of its own. */
export function createMetrics({ executor, readState, readFleet }: MetricsOptions): ServerMetrics {
  const registers = [new Registry()];
  const [registry] = registers as [Registry];
  const executions = new Counter({
    name: 'bcb_executions_total',
    help: 'Programs executed, by outcome',
    labelNames: ['outcome'],
    registers,
  });
  const waited = new Histogram({
    name: 'bcb_wait_seconds',
    help: 'How long jobs waited for the executor',
    buckets: seconds,
    registers,
  });
  const ran = new Histogram({
    name: 'bcb_run_seconds',
    help: 'How long the executor took',
    buckets: seconds,
    registers,
  });
  const shared = new Counter({
    name: 'bcb_shared_total',
    help: 'Jobs that joined an execution under way or a recent one',
    registers,
  });
  const late = new Counter({
    name: 'bcb_late_total',
    help: 'Callers answered 504 while their job keeps running',
    registers,
  });
  const answered = new Histogram({
    name: 'bcb_http_request_seconds',
    help: 'Requests, by route and status',
    labelNames: ['route', 'method', 'status'],
    buckets: seconds,
    registers,
  });
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge('bcb_slots', 'Programs that run side by side', () => executor.capacity);
  gauge('bcb_jobs_running', 'Jobs with the executor', () => readState().running);
  gauge('bcb_jobs_waiting', 'Jobs that wait for the executor', () => readState().waiting);
  gauge('process_resident_memory_bytes', 'Memory of this process', () => process.memoryUsage.rss());
  const setFleet = readFleet && registerFleetMetrics(registry);
  /** A store that does not answer shows as numbers that are missing. */
  const readFleetNow = async () =>
    setFleet?.((await readFleet?.().catch(() => undefined)) ?? { address: '', queues: [] });
  return {
    onExecuted: ({ outcome }, { waitMs, runMs }) => {
      executions.inc({ outcome });
      waited.observe(waitMs / 1000);
      ran.observe(runMs / 1000);
    },
    onShared: () => shared.inc(),
    onLate: () => late.inc(),
    onAnswered: ({ route, method, status, ms }) => answered.observe({ route, method, status }, ms / 1000),
    render: async () => {
      await readFleetNow();
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}
