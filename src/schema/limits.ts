import { z } from 'zod';
import { type Optional, withoutUndefined } from './optional.ts';

/** What one job may use. CPU time is the main limit; wall time is the generous second one. */
export const limitsSchema = z.strictObject({
  wallMs: z.number().int().positive(),
  cpuMs: z.number().int().positive(),
  memoryMb: z.number().int().positive(),
  processes: z.number().int().positive(),
  /** How much of the end of stdout and stderr is kept; what came before is discarded. */
  outputKb: z.number().int().positive(),
  /** A job that prints more than this, both streams together, is stopped. No honest program gets here. */
  maxOutputMb: z.number().int().positive(),
  /** Address space and data segment, if they are limited besides memory. */
  addressMb: z.number().int().positive().optional(),
  dataMb: z.number().int().positive().optional(),
  /** Left out: 10. */
  stackMb: z.number().int().positive().optional(),
  /** Open file descriptors. */
  files: z.number().int().positive(),
});

export type Limits = z.infer<typeof limitsSchema>;

export const defaultLimits: Limits = {
  wallMs: 240_000,
  cpuMs: 240_000,
  memoryMb: 8192,
  processes: 256,
  outputKb: 64,
  maxOutputMb: 1000,
  files: 1024,
};

export function completeLimits(changes: Optional<Limits>): Limits {
  return { ...defaultLimits, ...withoutUndefined(changes) };
}
