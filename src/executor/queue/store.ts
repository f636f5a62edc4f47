import type { Queue, QueueEvents, Worker } from 'bullmq';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { hideCredentials } from '../../util/hide-credentials.ts';

/** Where a fleet keeps its jobs: a Redis or a Postgres, by its address. */
export interface Store {
  readonly kind: 'redis' | 'postgres';
  readonly url: string;
  /** The address without what may be secret in it. */
  readonly shown: string;
}

export function parseStore(address: string): Store {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const kinds: Record<string, Store['kind']> = {
    'redis:': 'redis',
    'rediss:': 'redis',
    'postgres:': 'postgres',
    'postgresql:': 'postgres',
  };
  const kind = url && kinds[url.protocol];
  if (kind) return { kind, url: address, shown: hideCredentials(address) };
  throw new BigCodeBenchError(
    'USAGE',
    `${JSON.stringify(hideCredentials(address))} is not a queue address: use redis://HOST:PORT, rediss://… or postgres://….`,
  );
}

/** Opens BullMQ's classes on a store. They are loaded when the first is opened: most people run no fleet. */
export interface Opener {
  queue<Data, Result>(name: string): Queue<Data, Result>;
  events(name: string): QueueEvents;
  worker<Data, Result>(name: string, process: Processor<Data, Result>, options: WorkerSettings): Worker<Data, Result>;
}

type Processor<Data, Result> = (
  job: import('bullmq').Job<Data, Result>,
  token?: string,
  signal?: AbortSignal,
) => Promise<Result>;

export interface WorkerSettings {
  readonly concurrency: number;
  /** How long a worker may be silent before its jobs go to others. */
  readonly lockMs: number;
}

const sweepMs = 5000;
/** Above every blocking read, so that a connection that was cut without a word is noticed. */
const silenceMs = 15_000;
/** Results lie in the events a second time; whoever falls behind asks for them by id. */
const eventsKept = 500;

/** Connections made here wait for a store that went away, however long: `reachStore` first tells whether it is there. */
export async function openStore(store: Store): Promise<Opener> {
  const bullmq = await importBullmq();
  const connection = connectionOf(store);
  // The classes take another backend as a last argument; the types of both are the same to us.
  const factory = (store.kind === 'postgres' ? [bullmq.createPostgresBackend] : []) as unknown as [undefined];
  const quiet = <Opened extends { on(event: 'error', listener: (error: Error) => void): unknown }>(opened: Opened) => {
    // Without a listener a lost connection would end the process; whoever waits for an answer is told by its own error.
    opened.on('error', () => {});
    return opened;
  };
  return {
    queue: (name) =>
      quiet(
        new bullmq.Queue(name, { connection, streams: { events: { maxLen: eventsKept } }, ...jobDefaults }, ...factory),
      ),
    events: (name) => quiet(new bullmq.QueueEvents(name, { connection }, ...factory)),
    worker: (name, process, { concurrency, lockMs }) =>
      quiet(
        new bullmq.Worker(
          name,
          process,
          {
            connection,
            autorun: false,
            concurrency,
            lockDuration: lockMs,
            stalledInterval: Math.min(sweepMs, lockMs / 2),
            // Workers count deaths themselves and give up earlier; this is the net below.
            maxStalledCount: 20,
            maxStartedAttempts: 40,
            drainDelay: 5,
          },
          ...factory,
        ),
      ),
  };
}

const jobDefaults = {
  defaultJobOptions: {
    attempts: 3,
    backoff: { type: 'exponential', delay: 1000, jitter: 0.5 },
    // Long enough for every producer to collect it, short enough for the store not to fill.
    removeOnComplete: { age: 3600, count: 50_000 },
    removeOnFail: { age: 86_400, count: 5000 },
  },
} as const;

async function importBullmq(): Promise<typeof import('bullmq')> {
  try {
    return await import('bullmq');
  } catch (cause) {
    throw new BigCodeBenchError(
      'USAGE',
      'A fleet needs BullMQ: run `npm install bullmq ioredis` (or pg for Postgres).',
      {
        cause,
      },
    );
  }
}

function connectionOf({ kind, url }: Store): Record<string, unknown> {
  if (kind === 'postgres') return { connectionString: url, migrate: true };
  return {
    url,
    maxRetriesPerRequest: null,
    retryStrategy: (times: number) => Math.min(5000, times * 200),
    keepAlive: 10_000,
    socketTimeout: silenceMs,
  };
}
