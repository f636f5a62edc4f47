import type { Queue } from 'bullmq';
import { queueNameOf, type RegistryEntry, type WorkerFacts, workerFactsSchema } from './messages.ts';

const signOfLifeMs = 5000;
const forgottenMs = 30_000;
/** What waits in a queue when its last worker is gone must not be overlooked. */
const queueForgottenMs = 7 * 24 * 3600 * 1000;

/** Who works at a store, and which queues have, or lately had, workers. */
export interface RegisteredFleet {
  readonly workers: readonly WorkerFacts[];
  readonly queues: readonly string[];
}

/** Who works here: each worker keeps an entry for itself and one for its queue, and renews them. */
export class Registry {
  readonly #queue: Queue<RegistryEntry>;
  #timer: NodeJS.Timeout | undefined;

  constructor(queue: Queue<RegistryEntry>) {
    this.#queue = queue;
  }

  /** Enters a worker and keeps its entries alive until `leave`. */
  async join(facts: () => WorkerFacts): Promise<void> {
    const queue = queueNameOf(facts());
    const renew = async () => {
      await this.#enter(facts().id, facts());
      await this.#enter(`queue-${queue}`, { queue, seenAt: Date.now() });
    };
    await renew();
    this.#timer = setInterval(() => void renew().catch(() => {}), signOfLifeMs);
  }

  async leave(id: string): Promise<void> {
    clearInterval(this.#timer);
    await this.#queue.remove(id).catch(() => {});
  }

  /** Workers that gave a sign of life lately. */
  async list(now = Date.now()): Promise<readonly WorkerFacts[]> {
    return (await this.read(now)).workers;
  }

  /** Everything that was heard of lately; other entries are cleared away. */
  async read(now = Date.now()): Promise<RegisteredFleet> {
    const entries = await this.#queue.getJobs(['waiting', 'delayed'], 0, 9999);
    const workers: WorkerFacts[] = [];
    const queues = new Set<string>();
    for (const entry of entries) {
      const { queue, seenAt = 0 } = entry?.data ?? {};
      const worker = workerFactsSchema.safeParse(entry?.data);
      if (!worker.success && queue === undefined) continue;
      if (now - seenAt >= (worker.success ? forgottenMs : queueForgottenMs)) {
        await this.#queue.remove(entry.id ?? '').catch(() => {});
      } else if (worker.success) {
        workers.push(worker.data);
        queues.add(queueNameOf(worker.data));
      } else if (queue !== undefined) queues.add(queue);
    }
    workers.sort((a, b) => (a.host < b.host ? -1 : a.host > b.host ? 1 : a.pid - b.pid));
    return { workers, queues: [...queues].sort() };
  }

  async #enter(id: string, data: RegistryEntry): Promise<void> {
    const entry = await this.#queue.getJob(id);
    if (entry) await entry.updateData(data);
    else await this.#queue.add('entry', data, { jobId: id, attempts: 1 });
  }
}
