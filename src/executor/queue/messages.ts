import { z } from 'zod';
import { executionSchema, jobSchema } from '../../schema/execution.ts';
import { hashValue } from '../../util/hash.ts';
import { helloSchema } from '../worker/messages.ts';

/** What a worker is asked to do at once: a few jobs worth about a second, or a single one. */
export const chunkSchema = z.object({
  protocol: z.literal(1),
  jobs: z.array(jobSchema).min(1),
  /** How many workers died or vanished over these jobs before. */
  deaths: z.number().int().nonnegative().default(0),
});

export type Chunk = z.infer<typeof chunkSchema>;

/**
 * What it answers: executions of the first jobs, in their order, the others not begun because those took too long; or that a
 * worker died over them, so they need more care.
 */
export const chunkResultSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('done'), executions: z.array(executionSchema) }),
  z.object({ kind: z.literal('died'), deaths: z.number().int().positive() }),
]);

export type ChunkResult = z.infer<typeof chunkResultSchema>;

/** A worker of the fleet, as it describes itself to clients. */
export const workerFactsSchema = helloSchema.omit({ type: true, protocol: true }).extend({
  id: z.string(),
  host: z.string(),
  pid: z.number().int(),
  engine: z.string(),
  startedAt: z.number(),
  /** Its own clock, at its last sign of life. */
  seenAt: z.number(),
  /** Jobs since it started. */
  done: z.number().int(),
  failed: z.number().int(),
});

export type WorkerFacts = z.infer<typeof workerFactsSchema>;

/** What the registry holds: a worker, or the name of a queue that has or had one. */
export type RegistryEntry = Partial<WorkerFacts> & { readonly queue?: string };

/** The queue of one environment and one runner: a worker with others never sees its jobs. */
export function queueNameOf({ fingerprint, engine }: Pick<WorkerFacts, 'fingerprint' | 'engine'>): string {
  return `bcb-${fingerprint}-${engine}`.replaceAll(':', '-');
}

export const registryName = 'bcb-workers';

/** Jobs over which workers died: a worker that takes one runs nothing else meanwhile. */
export function aloneNameOf(queue: string): string {
  return `${queue}-alone`;
}

/** Cancelled chunks, for the workers that have them in hand. */
export function cancelledNameOf(queue: string): string {
  return `${queue}-cancelled`;
}

/**
 * The same judged jobs have the same id for every client: the store then runs them once. What a script prints is for whoever sent
 * it: scripts are told apart by their ids, unless it `isOfContent` alone. Never an integer, as BullMQ demands.
 */
export function chunkIdOf({ jobs }: Chunk, isOfContent = false): string {
  const facts = jobs.map(({ id, libs: _libs, costHintMs: _cost, startsLast: _last, ...decisive }) =>
    decisive.script === undefined || isOfContent ? decisive : { id, ...decisive },
  );
  return `c${hashValue(facts)}`;
}
