import { z } from 'zod';
import { limitsSchema } from './execution.ts';

const word = z.string();
const fact = word.optional();

/** `GET /v1/info` of `bcb serve`: what a client must know before it compares results. */
export const serverInfoSchema = z.object({
  version: z.string(),
  executor: z.object({ name: word, level: word, fingerprint: word, engine: fact, python: fact, caveat: fact }),
  /** Programs that run side by side. */
  slots: z.number().int().positive(),
  running: z.number().int(),
  waiting: z.number().int(),
  /** The most that a request may ask for. */
  limits: limitsSchema,
  /** What solutions are judged by. */
  tasks: z.object({ name: z.string(), version: z.string(), hash: z.string(), count: z.number().int() }),
});

export type ServerInfo = z.infer<typeof serverInfoSchema>;
