import { slotsOf } from './find-workers.ts';
import { aloneNameOf, queueNameOf, type WorkerFacts } from './messages.ts';
import { reachStore } from './reach-store.ts';
import { Registry } from './registry.ts';
import { closeWithin, openStore, type Store } from './store.ts';

/** One queue of a fleet: the workers of one environment, if there are any, and what waits for them. */
export interface QueueStatus {
  readonly name: string;
  readonly workers: readonly WorkerFacts[];
  readonly slots: number;
  readonly waiting: number;
  readonly active: number;
  readonly failed: number;
  /** Jobs over which a worker died, and which will run alone. */
  readonly suspect: number;
  /** Of the chunk that has waited longest. */
  readonly oldestMs: number | undefined;
}

export interface FleetStatus {
  readonly address: string;
  readonly queues: readonly QueueStatus[];
}

/** Who works for a store, and how much there is to do. */
export async function readFleetStatus(store: Store, now = Date.now()): Promise<FleetStatus> {
  await reachStore(store, (redis) => redis.ping());
  const opener = await openStore(store);
  const registry = new Registry(opener);
  try {
    const { workers, queues: names } = await registry.read(now);
    const queues: QueueStatus[] = [];
    for (const name of names) {
      const [queue, alone] = [opener.queue(name), opener.queue(aloneNameOf(name))];
      try {
        const suspects = await alone.getJobCounts('waiting', 'prioritized', 'delayed', 'active');
        const counts = await queue.getJobCounts('waiting', 'prioritized', 'delayed', 'active', 'failed');
        const [oldest] = await queue.getJobs(['waiting', 'prioritized'], 0, 0, true);
        const own = workers.filter((worker) => queueNameOf(worker) === name);
        const suspect = total(suspects);
        const { failed = 0, ...unfinished } = counts;
        if (own.length === 0 && suspect + total(unfinished) === 0) continue;
        queues.push({
          name,
          workers: own,
          slots: slotsOf(own),
          waiting: (counts.waiting ?? 0) + (counts.prioritized ?? 0) + (counts.delayed ?? 0),
          active: counts.active ?? 0,
          failed,
          suspect,
          oldestMs: oldest ? now - oldest.timestamp : undefined,
        });
      } finally {
        await closeWithin([queue, alone]);
      }
    }
    return { address: store.shown, queues };
  } finally {
    await registry.close();
  }
}

function total(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
