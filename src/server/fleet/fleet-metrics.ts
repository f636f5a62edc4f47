import { Gauge, type Registry } from 'prom-client';
import type { FleetStatus } from '../../executor/queue/fleet-status.ts';

/** Gauges of the fleet behind a server; what it returns sets them. */
export function registerFleetMetrics(registry: Registry): (status: FleetStatus) => void {
  const gauge = (name: string, help: string, labelNames = ['queue']) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const workers = gauge('bcb_fleet_workers', 'Workers that listen');
  const slots = gauge('bcb_fleet_slots', 'Programs that the fleet runs side by side');
  const done = gauge('bcb_fleet_jobs_done', 'Jobs that the present workers have run since they started');
  const oldest = gauge('bcb_queue_oldest_seconds', 'How long the oldest waiting chunk has waited');
  const chunks = gauge('bcb_queue_chunks', 'Chunks of jobs in the queue, by state', ['queue', 'state']);
  return ({ queues }) => {
    for (const each of [workers, slots, done, oldest, chunks]) each.reset();
    for (const { name: queue, waiting, active, failed, suspect, oldestMs = 0, ...fleet } of queues) {
      workers.set({ queue }, fleet.workers.length);
      slots.set({ queue }, fleet.slots);
      done.set(
        { queue },
        fleet.workers.reduce((sum, worker) => sum + worker.done, 0),
      );
      oldest.set({ queue }, oldestMs / 1000);
      for (const [state, count] of Object.entries({ waiting, active, failed, suspect }))
        chunks.set({ queue, state }, count);
    }
  };
}
