import { reachStore } from './check-store.ts';
import { aloneNameOf, queueNameOf } from './messages.ts';
import { Registry, slotsOf } from './registry.ts';
import { closeWithin, openStore, type Store } from './store.ts';

export type FleetStatus = Awaited<ReturnType<typeof readFleetStatus>>;

/** Who works for a store, and how much there is to do: for each queue, the workers of one environment, if there are any. */
export async function readFleetStatus(store: Store, now = Date.now()) {
  await reachStore(store, (redis) => redis.ping());
  const opener = await openStore(store);
  const registry = new Registry(opener);
  try {
    const { workers, queues: names } = await registry.read(now);
    const queues = [];
    for (const name of names) {
      const [queue, alone] = [opener.queue(name), opener.queue(aloneNameOf(name))];
      try {
        // Jobs over which a worker died, and which will run alone.
        const suspect = await alone.getJobCountByTypes('waiting', 'prioritized', 'delayed', 'active');
        const counts = await queue.getJobCounts('waiting', 'prioritized', 'delayed', 'active', 'failed');
        const { active = 0, failed = 0, ...queued } = counts;
        const waiting = Object.values(queued).reduce((sum, count) => sum + count, 0);
        const [oldest] = await queue.getJobs(['waiting', 'prioritized'], 0, 0, true);
        const own = workers.filter((worker) => queueNameOf(worker) === name);
        if (own.length === 0 && suspect + waiting + active === 0) continue;
        const oldestMs = oldest ? now - oldest.timestamp : undefined;
        queues.push({ name, workers: own, slots: slotsOf(own), waiting, active, failed, suspect, oldestMs });
      } finally {
        await closeWithin([queue, alone]);
      }
    }
    return { address: store.shown, queues };
  } finally {
    await registry.close();
  }
}
