import { setTimeout as sleep } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { groupBy } from '../../util/group-by.ts';
import { queueNameOf, type RegistryEntry, registryName, type WorkerFacts, workerFactsSchema } from './messages.ts';
import { closeWithin, type Opener, type Store } from './store.ts';

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

export interface FindWorkersOptions {
  readonly store: Store;
  /** How long to wait for the first worker. */
  readonly waitMs?: number | undefined;
  readonly onNotice?: ((sentence: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The workers of one environment; waits a while for the first. Where environments differ, most slots win. */
export async function findWorkers(registry: Registry, options: FindWorkersOptions): Promise<readonly WorkerFacts[]> {
  const { store, waitMs = 15_000, onNotice = () => {}, signal } = options;
  const deadline = Date.now() + waitMs;
  for (let isTold = false; ; isTold = true) {
    const alive = await registry.list();
    if (alive.length > 0) return chooseLargest(alive, options);
    if (Date.now() >= deadline) {
      const fix = `start some with \`bcb worker --queue ${store.shown}\``;
      throw new BigCodeBenchError('NETWORK', `No worker listens to ${store.shown}: ${fix}.`);
    }
    if (!isTold) onNotice(`Waiting for a worker on ${store.shown} …`);
    await sleep(Math.min(500, waitMs), undefined, { signal });
  }
}

function chooseLargest(workers: readonly WorkerFacts[], { store, onNotice }: FindWorkersOptions) {
  const groups = [...groupBy(workers, queueNameOf).values()]
    .map((group) => ({ group, slots: slotsOf(group) }))
    .sort((a, b) => b.slots - a.slots);
  const [largest, next] = groups;
  if (!largest || !next) return workers;
  const listed = groups.map(({ group: [first], slots }) => `${first?.host} has ${first?.fingerprint}, ${slots} slots`);
  if (largest.slots === next.slots) {
    const message = `The workers of ${store.shown} have different environments (${listed.join('; ')})`;
    throw new BigCodeBenchError('ENVIRONMENT', `${message}: install the same one on all of them.`);
  }
  const left = workers.length - largest.group.length;
  onNotice?.(`${left} of ${workers.length} workers have other libraries and get no jobs (${listed.join('; ')}).`);
  return largest.group;
}

export function slotsOf(workers: readonly WorkerFacts[]): number {
  return workers.reduce((sum, { slots }) => sum + slots, 0);
}
