import { setTimeout as sleep } from 'node:timers/promises';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { queueNameOf, type WorkerFacts } from './messages.ts';
import type { Registry } from './registry.ts';
import type { Store } from './store.ts';

export interface FindWorkersOptions {
  readonly store: Store;
  /** Which environment's workers to use, where the fleet has several. */
  readonly fingerprint?: string | undefined;
  /** How long to wait for the first worker. */
  readonly waitMs?: number | undefined;
  readonly onNotice?: ((sentence: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The workers of one environment; waits a while for the first. Where environments differ, most slots win. */
export async function findWorkers(registry: Registry, options: FindWorkersOptions): Promise<readonly WorkerFacts[]> {
  const { store, waitMs = 15_000, fingerprint, onNotice = () => {}, signal } = options;
  const deadline = Date.now() + waitMs;
  for (let isTold = false; ; isTold = true) {
    const alive = await registry.list();
    const fitting = alive.filter((worker) => fingerprint === undefined || worker.fingerprint === fingerprint);
    if (fitting.length > 0) return chooseLargest(fitting, options);
    if (Date.now() >= deadline) {
      throw new BigCodeBenchError(
        'NETWORK',
        `No worker listens to ${store.shown}: start some with \`bcb worker --queue ${store.shown}\`.`,
      );
    }
    if (!isTold) onNotice(`Waiting for a worker on ${store.shown} …`);
    await sleep(Math.min(500, waitMs), undefined, { signal });
  }
}

function chooseLargest(workers: readonly WorkerFacts[], { store, onNotice }: FindWorkersOptions) {
  const groups = [...new Set(workers.map(queueNameOf))]
    .map((name) => workers.filter((worker) => queueNameOf(worker) === name))
    .map((group) => ({ group, slots: slotsOf(group) }))
    .sort((a, b) => b.slots - a.slots);
  const [largest, next] = groups;
  if (!largest || !next) return workers;
  const listed = groups.map(({ group: [first], slots }) => `${first?.host} has ${first?.fingerprint}, ${slots} slots`);
  if (largest.slots === next.slots) {
    throw new BigCodeBenchError(
      'ENVIRONMENT',
      `The workers of ${store.shown} have different environments (${listed.join('; ')}): install the same one on all of them.`,
    );
  }
  const left = workers.length - largest.group.length;
  onNotice?.(`${left} of ${workers.length} workers have other libraries and get no jobs (${listed.join('; ')}).`);
  return largest.group;
}

export function slotsOf(workers: readonly WorkerFacts[]): number {
  return workers.reduce((sum, { slots }) => sum + slots, 0);
}
