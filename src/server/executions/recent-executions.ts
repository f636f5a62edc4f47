import { runsNeeded } from '../../evaluate/jobs/execution-cache.ts';
import type { Execution } from '../../schema/execution.ts';

interface Kept {
  readonly execution: Execution;
  readonly bytes: number;
  readonly until: number;
  /** How many runs in a row had this outcome. */
  readonly seen: number;
  /** Owners who were answered before it was there, and will ask again. */
  readonly awaitedBy: Set<string>;
}

const maxBytes = 64 * 1024 * 1024;
const maxKept = 20_000;
const maxAgeMs = 10 * 60_000;

/**
 * Executions that were finished a short while ago, the oldest forgotten first. What load may have caused is given to the
 * caller who waits for it, and to others once a second run agrees.
 */
export function createRecentExecutions(now: () => number) {
  const byDigest = new Map<string, Kept>();
  let total = 0;
  const forget = (digest: string) => {
    total -= byDigest.get(digest)?.bytes ?? 0;
    byDigest.delete(digest);
  };
  return {
    get bytes() {
      return total;
    },
    get(digest: string, owner: string): Execution | undefined {
      const kept = byDigest.get(digest);
      if (kept === undefined) return undefined;
      if (kept.until <= now()) return void forget(digest);
      if (kept.seen >= runsNeeded[kept.execution.outcome]) return kept.execution;
      return kept.awaitedBy.delete(owner) ? kept.execution : undefined;
    },
    put(digest: string, execution: Execution, awaitedBy: Kept['awaitedBy']): void {
      const before = byDigest.get(digest);
      const seen = before?.execution.outcome === execution.outcome ? before.seen + 1 : 1;
      forget(digest);
      const bytes = sizeOf(execution);
      if (bytes > maxBytes) return;
      byDigest.set(digest, { execution, bytes, until: now() + maxAgeMs, seen, awaitedBy });
      total += bytes;
      for (const oldest of byDigest.keys()) {
        if (total <= maxBytes && byDigest.size <= maxKept) break;
        forget(oldest);
      }
    },
  };
}

/** Near enough: the texts are what takes room. */
function sizeOf({ stdout, stderr, tests, files = {} }: Execution): number {
  const messages = tests.reduce((sum, { name, message = '' }) => sum + name.length + message.length + 64, 0);
  const contents = Object.values(files).reduce((sum, content) => sum + content.length, 0);
  return 512 + 2 * (stdout.length + stderr.length + messages + contents);
}
