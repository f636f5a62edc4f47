import { z } from 'zod';
import { type Execution, executionSchema, type Outcome } from '../../schema/execution.ts';
import type { ContentCache } from '../../store/content-cache.ts';

/** An execution in the cache. */
export const cachedExecutionSchema = z.object({
  execution: executionSchema,
  /** How many runs had this outcome. */
  seen: z.number().int().positive(),
});

export type CachedExecution = z.infer<typeof cachedExecutionSchema>;

/**
 * How many runs must agree before an outcome is reused later. What depends only on the program is trusted right away;
 * what also depends on the machine's load needs a second run; what something else may have caused is never reused.
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

/** A cache of executions that returns only what can be trusted; within one process, everything it was given. */
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
      // Identical programs in this run share the result, whatever it was.
      if (needed > 1) recent.set(key, execution);
      if (needed === Number.POSITIVE_INFINITY) return;
      const before = needed > 1 ? await disk.get(key) : undefined;
      const seen = before?.execution.outcome === execution.outcome ? before.seen + 1 : 1;
      await disk.put(key, { execution, seen });
    },
  };
}
