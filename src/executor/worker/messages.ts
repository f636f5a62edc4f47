/**
 * The job protocol: what a client and a worker (`bcb worker --stdio`) say to each other, one JSON object per line. The
 * client opens; the worker answers `hello` or `fault`; then jobs go one way and executions the other, in the order of
 * finishing. Every job has a ticket of the client's choice, so that equal jobs can be under way twice. Both sides say
 * `alive` while nothing else is said; the end of the worker's input ends the worker and all it runs.
 */
import { z } from 'zod';
import { executionSchema, jobSchema } from '../../schema/execution.ts';
import { isolationLevels } from '../level.ts';

/** Changes when an old worker would misunderstand a new client, or the other way round. */
export const protocolVersion = 1;

const ticket = z.number().int().nonnegative();

export const clientMessageSchema = z.discriminatedUnion('type', [
  /** `libs` are modules that the jobs will import, where that is known: the worker picks the smallest environment. */
  z.object({ type: z.literal('open'), protocol: z.number().int(), libs: z.array(z.string()).optional() }),
  z.object({ type: z.literal('job'), ticket, job: jobSchema }),
  z.object({ type: z.literal('cancel'), ticket }),
  z.object({ type: z.literal('alive') }),
]);

export type ClientMessage = z.infer<typeof clientMessageSchema>;

export const helloSchema = z.object({
  type: z.literal('hello'),
  protocol: z.number().int(),
  /** Of the package that runs the worker. */
  version: z.string(),
  /** How many jobs run side by side. */
  slots: z.number().int().positive(),
  level: z.enum(isolationLevels),
  fingerprint: z.string(),
  engine: z.string().optional(),
  python: z.string().optional(),
});

/** What a worker is, said once. */
export type WorkerHello = z.infer<typeof helloSchema>;

export const workerMessageSchema = z.discriminatedUnion('type', [
  helloSchema,
  z.object({ type: z.literal('execution'), ticket, execution: executionSchema }),
  /** Nothing of this job is left. */
  z.object({ type: z.literal('cancelled'), ticket }),
  z.object({ type: z.literal('alive') }),
  /** The worker cannot serve and ends; the message says what to do about it. */
  z.object({ type: z.literal('fault'), message: z.string() }),
]);

export type WorkerMessage = z.infer<typeof workerMessageSchema>;
