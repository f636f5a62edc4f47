import type { Queue } from 'bullmq';
import { queueNameOf, type RegistryEntry, registryName, type WorkerFacts, workerFactsSchema } from './messages.ts';
import { closeWithin, type Opener } from './store.ts';

const signOfLifeMs = 5000;
const forgottenMs = 30_000;
/** What waits in a queue when its last worker is gone must not be overlooked. */
const queueForgottenMs = 7 * 24 * 3600 * 1000;

/** Who works here: each worker keeps an entry for itself and one for its queue, and renews them. */
export class Registry {
  readonly #queue: Queue<RegistryEntry>;
  /** Workers whose last sign of life is far from our clock: what they said, and when we first heard it. */
  readonly #odd = new Map<string, { readonly seenAt: number; readonly heardAt: number; readonly isAlive: boolean }>();
  #timer: NodeJS.Timeout | undefined;

  constructor(opener: Opener) {
    this.#queue = opener.queue(registryName);
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

  /** The workers, and the queues that have or lately had some; older entries are cleared away. */
  async read(now = Date.now()): Promise<{ workers: readonly WorkerFacts[]; queues: readonly string[] }> {
    const entries = await this.#queue.getJobs(['waiting', 'delayed'], 0, 9999);
    const workers: WorkerFacts[] = [];
    const queues = new Set<string>();
    for (const entry of entries) {
      const { queue, seenAt = 0 } = entry?.data ?? {};
      const worker = workerFactsSchema.safeParse(entry?.data);
      const life = worker.success ? this.#judge(worker.data, now) : now - seenAt < queueForgottenMs ? 'alive' : 'over';
      if (life === 'over' && (worker.success || queue !== undefined)) {
        await this.#queue.remove(entry.id ?? '').catch(() => {});
      } else if (worker.success && life === 'alive') {
        workers.push(worker.data);
        queues.add(queueNameOf(worker.data));
      } else if (queue !== undefined) queues.add(queue);
    }
    workers.sort((a, b) => (a.host < b.host ? -1 : a.host > b.host ? 1 : a.pid - b.pid));
    return { workers, queues: [...queues].sort() };
  }

  /** Clocks of a fleet differ: a worker that seems silent is over once we have heard nothing new of it for as long. */
  #judge({ id, seenAt }: WorkerFacts, now: number): 'alive' | 'unknown' | 'over' {
    if (Math.abs(now - seenAt) < forgottenMs) return 'alive';
    const known = this.#odd.get(id);
    if (known?.seenAt !== seenAt) {
      this.#odd.set(id, { seenAt, heardAt: now, isAlive: known !== undefined });
      return known ? 'alive' : 'unknown';
    }
    if (now - known.heardAt < forgottenMs) return known.isAlive ? 'alive' : 'unknown';
    this.#odd.delete(id);
    return 'over';
  }

  async close(): Promise<void> {
    await closeWithin([this.#queue]);
  }

  async #enter(id: string, data: RegistryEntry): Promise<void> {
    const entry = await this.#queue.getJob(id);
    if (entry) await entry.updateData(data);
    else await this.#queue.add('entry', data, { jobId: id, attempts: 1 });
  }
}
