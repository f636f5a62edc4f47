import type { Queue } from 'bullmq';
import { queueNameOf, type RegistryEntry, type WorkerFacts, workerFactsSchema } from './messages.ts';

const signOfLifeMs = 5000;
const forgottenMs = 30_000;

/** Who works here: each worker keeps one entry, and renews it. */
export class Registry {
  readonly #queue: Queue<RegistryEntry>;
  #timer: NodeJS.Timeout | undefined;

  constructor(queue: Queue<RegistryEntry>) {
    this.#queue = queue;
  }

  /** Enters a worker and keeps its entry alive until `leave`. */
  async join(facts: () => WorkerFacts): Promise<void> {
    const { id } = facts();
    const queue = queueNameOf(facts());
    const renew = async () => {
      const entry = await this.#queue.getJob(id);
      if (entry) return entry.updateData(facts());
      await this.#queue.add('worker', facts(), { jobId: id, attempts: 1 });
      // Stays: jobs that wait there when the last worker is gone must not be overlooked.
      await this.#queue.add('queue', { queue }, { jobId: `queue-${queue}`, attempts: 1 });
    };
    await renew();
    this.#timer = setInterval(() => void renew().catch(() => {}), signOfLifeMs);
  }

  async leave(id: string): Promise<void> {
    clearInterval(this.#timer);
    await this.#queue.remove(id).catch(() => {});
  }

  /** Workers that gave a sign of life lately; the entries of others are cleared away. */
  async list(now = Date.now()): Promise<WorkerFacts[]> {
    const entries = await this.#entries();
    const alive: WorkerFacts[] = [];
    for (const entry of entries) {
      const parsed = workerFactsSchema.safeParse(entry?.data);
      if (parsed.success && now - parsed.data.seenAt < forgottenMs) alive.push(parsed.data);
      else if (parsed.success) await this.#queue.remove(parsed.data.id).catch(() => {});
    }
    return alive.sort((a, b) => (a.host < b.host ? -1 : a.host > b.host ? 1 : a.pid - b.pid));
  }

  /** The queues that had a worker once. */
  async queues(): Promise<string[]> {
    const entries = await this.#entries();
    return entries.flatMap((entry) => entry?.data.queue ?? []);
  }

  #entries() {
    return this.#queue.getJobs(['waiting', 'delayed'], 0, 9999);
  }
}
