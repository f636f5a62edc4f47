import { z } from 'zod';
import { type Execution, executionSchema, type Outcome } from '../../schema/execution.ts';
import type { ContentCache } from '../../store/content-cache.ts';

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
export const runsNeeded: Readonly<Record<Outcome, number>> = {
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

/** A cache of executions that returns only what can be trusted. */
export function createExecutionCache(disk: ContentCache<CachedExecution>): ContentCache<Execution> {
  return {
    async get(key) {
      const kept = await disk.get(key);
      return kept && kept.seen >= runsNeeded[kept.execution.outcome] ? kept.execution : undefined;
    },
    async put(key, execution) {
      const needed = runsNeeded[execution.outcome];
      if (needed === Number.POSITIVE_INFINITY) return;
      const before = needed > 1 ? await disk.get(key) : undefined;
      const seen = before?.execution.outcome === execution.outcome ? before.seen + 1 : 1;
      await disk.put(key, { execution, seen });
    },
  };
}

/** For one run: its identical programs share a result, whatever it was. */
export function shareWithinRun(cache: ContentCache<Execution>): ContentCache<Execution> {
  const own = new Map<string, Execution>();
  return {
    get: async (key) => own.get(key) ?? cache.get(key),
    async put(key, execution) {
      if (runsNeeded[execution.outcome] > 1) own.set(key, execution);
      await cache.put(key, execution);
    },
  };
}
