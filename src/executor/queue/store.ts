import type { Processor, Queue, QueueEvents, Worker, WorkerOptions } from 'bullmq';
import { BigCodeBenchError, usageError } from '../../error/bigcodebench-error.ts';
import { createDeferred } from '../../util/deferred.ts';
import { hideCredentials } from '../../util/hide-credentials.ts';
import { shortReasonOf } from '../../util/system-error.ts';

/** Where a fleet keeps its jobs: a Redis or a Postgres, by its address. */
export interface Store {
  readonly kind: 'redis' | 'postgres';
  readonly url: string;
  /** The address without what may be secret in it. */
  readonly shown: string;
}

export function parseStore(address: string): Store {
  const protocol = URL.canParse(address) ? new URL(address).protocol : '';
  const kind = /^rediss?:$/.test(protocol) ? 'redis' : /^postgres(ql)?:$/.test(protocol) && 'postgres';
  const shown = hideCredentials(address);
  if (kind) return { kind, url: address, shown };
  const fix = 'use redis://HOST:PORT, rediss://… or postgres://…';
  throw usageError(`${JSON.stringify(shown)} is not a queue address: ${fix}.`);
}

/** Opens BullMQ's classes on a store. They are loaded when the first is opened: most people run no fleet. */
export type Opener = Awaited<ReturnType<typeof openStore>>;

type WorkerSettings = Required<Pick<WorkerOptions, 'concurrency' | 'lockDuration'>>;

const closeMs = 2000;
const sweepMs = 5000;
/** Above every blocking read, so that a connection that was cut without a word is noticed. */
const silenceMs = 15_000;
/** Events carry results a second time; a client that falls behind asks for them by id. */
const eventsKept = 500;

/** Connections made here wait for a store that went away, however long: `reachStore` first tells whether it is there. */
export async function openStore(store: Store) {
  const bullmq = await import('bullmq').catch((cause: unknown) => {
    const message = 'A fleet needs BullMQ: run `npm install bullmq ioredis` (or pg for Postgres).';
    throw new BigCodeBenchError('USAGE', message, { cause });
  });
  const connection = connectionOf(store);
  // The classes take another backend as a last argument; the types of both are the same to us.
  const factory = (store.kind === 'postgres' ? [bullmq.createPostgresBackend] : []) as unknown as [undefined];
  const quiet = <Opened extends { on(event: 'error', listener: (error: Error) => void): unknown }>(opened: Opened) => {
    // Without a listener a lost connection would end the process; callers that wait get an error of their own.
    opened.on('error', () => {});
    return opened;
  };
  return {
    queue: <Data, Result>(name: string): Queue<Data, Result> => {
      const options = { connection, streams: { events: { maxLen: eventsKept } }, ...jobDefaults };
      return quiet(new bullmq.Queue(name, options, ...factory));
    },
    events: (name: string): QueueEvents => quiet(new bullmq.QueueEvents(name, { connection }, ...factory)),
    /** `lockDuration`: how long a worker may be silent before its jobs go to others. */
    worker: <Data, Result>(name: string, process: Processor<Data, Result>, settings: WorkerSettings) => {
      const options = {
        connection,
        autorun: false,
        ...settings,
        stalledInterval: Math.min(sweepMs, settings.lockDuration / 2),
        // Workers count deaths themselves and give up earlier; this is the net below.
        maxStalledCount: 20,
        maxStartedAttempts: 40,
        drainDelay: 5,
      };
      return quiet<Worker<Data, Result>>(new bullmq.Worker(name, process, options, ...factory));
    },
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

function connectionOf({ kind, url }: Store): Record<string, unknown> {
  if (kind === 'postgres') return { connectionString: url, migrate: true };
  return {
    url,
    maxRetriesPerRequest: null,
    keepAlive: 10_000,
    socketTimeout: silenceMs,
    retryStrategy: (times: number) => Math.min(5000, times * 200),
  };
}

export type ConnectionWatch = ReturnType<typeof watchConnection>;

/** Says once what is wrong with a store while others wait for it, and once that it is over. */
export function watchConnection(store: Store, onNotice: (sentence: string) => void) {
  let told: string | undefined;
  const tell = (kind: 'lost' | 'full', sentence: string) => {
    if (told === kind) return;
    told = kind;
    onNotice(sentence);
  };
  return {
    lost: (error: Error) => tell('lost', `${store.shown} does not answer (${shortReasonOf(error)}); waiting for it.`),
    /** The store answered, but refused to do what it was told. Redis puts the code of an error before its text. */
    refused: (error: Error) => {
      if (error.message.startsWith('OOM '))
        tell('full', `${store.shown} is full: raise its maxmemory. Waiting for room.`);
    },
    found: () => {
      if (told !== undefined) onNotice(`${store.shown} works again.`);
      told = undefined;
    },
  };
}

/** Closes connections to a store; one that is gone may never confirm it, and nothing waits for that. */
export async function closeWithin(closables: readonly { close(): Promise<void> }[], withinMs = closeMs): Promise<void> {
  const late = createDeferred<void>();
  using _timer = setTimeout(() => late.resolve(), withinMs);
  await Promise.race([Promise.allSettled(closables.map((each) => each.close())), late.promise]);
}
