import type { Queue } from 'bullmq';
import { type WorkerFacts, workerFactsSchema } from './messages.ts';

const signOfLifeMs = 5000;
const forgottenMs = 30_000;

/** Who works here: each worker keeps one entry, and renews it. */
export class Registry {
  readonly #queue: Queue<WorkerFacts>;
  #timer: NodeJS.Timeout | undefined;

  constructor(queue: Queue<WorkerFacts>) {
    this.#queue = queue;
  }

  /** Enters a worker and keeps its entry alive until `leave`. */
  async join(facts: () => WorkerFacts): Promise<void> {
    const { id } = facts();
    const renew = async () => {
      const entry = await this.#queue.getJob(id);
      if (entry) await entry.updateData(facts());
      else await this.#queue.add('worker', facts(), { jobId: id, attempts: 1 });
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
    const entries = await this.#queue.getJobs(['waiting', 'delayed'], 0, 9999);
    const alive: WorkerFacts[] = [];
    for (const entry of entries) {
      const parsed = workerFactsSchema.safeParse(entry?.data);
      if (parsed.success && now - parsed.data.seenAt < forgottenMs) alive.push(parsed.data);
      else if (parsed.success) await this.#queue.remove(parsed.data.id).catch(() => {});
    }
    return alive.sort((a, b) => (a.host < b.host ? -1 : a.host > b.host ? 1 : a.pid - b.pid));
  }
}
