import { z } from 'zod';
import { type Execution, executionSchema, type Outcome } from '../../schema/execution.ts';
import type { ContentCache } from '../../store/content-cache.ts';

/** An execution as the cache keeps it. */
export const cachedExecutionSchema = z.object({
  execution: executionSchema,
  /** How many runs came out this way. */
  seen: z.number().int().positive(),
});

export type CachedExecution = z.infer<typeof cachedExecutionSchema>;

/**
 * How many runs must agree before an outcome is reused later. What only depends on the program is trusted at once; what
 * also depends on the machine's load needs a second run; what somebody else may have caused is never reused.
 */
const runsNeeded: Record<Outcome, number> = {
  pass: 1,
  fail: 1,
  error: 1,
  tampered: 1,
  'output-limit': 1,
  timeout: 2,
  'out-of-memory': 2,
  killed: Number.POSITIVE_INFINITY,
  blocked: Number.POSITIVE_INFINITY,
  'engine-error': Number.POSITIVE_INFINITY,
};

/** A cache of executions that gives back only what can be trusted; within one process, everything it was given. */
export function createExecutionCache(disk: ContentCache<CachedExecution>): ContentCache<Execution> {
  const recent = new Map<string, Execution>();
  return {
    async get(key) {
      const known = recent.get(key);
      if (known) return known;
      const kept = await disk.get(key);
      return kept && kept.seen >= runsNeeded[kept.execution.outcome] ? kept.execution : undefined;
    },
    async put(key, execution) {
      const needed = runsNeeded[execution.outcome];
      // Identical programs of this run share what happened, whatever it was.
      if (needed > 1) recent.set(key, execution);
      if (needed === Number.POSITIVE_INFINITY) return;
      const before = needed > 1 ? await disk.get(key) : undefined;
      const seen = before?.execution.outcome === execution.outcome ? before.seen + 1 : 1;
      await disk.put(key, { execution, seen });
    },
  };
}
