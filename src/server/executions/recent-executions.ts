import { runsNeeded } from '../../evaluate/jobs/execution-cache.ts';
import type { Execution } from '../../schema/execution.ts';

interface Kept {
  readonly execution: Execution;
  readonly bytes: number;
  readonly until: number;
  /** How many runs in a row had this outcome. */
  readonly seen: number;
  /** A caller was answered before it was there, and will ask again. */
  isAwaited: boolean;
}

const maxBytes = 64 * 1024 * 1024;
const maxKept = 20_000;
const maxAgeMs = 10 * 60_000;

/**
 * Executions that were finished a short while ago, the oldest forgotten first. What load may have caused is given to the
 * caller who waits for it, and to others once a second run agrees.
 */
export class RecentExecutions {
  readonly #now: () => number;
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(digest: string): Execution | undefined {
    const kept = this.#kept.get(digest);
    if (kept === undefined) return undefined;
    if (kept.until <= this.#now()) {
      this.#delete(digest);
      return undefined;
    }
    if (kept.seen >= runsNeeded[kept.execution.outcome]) return kept.execution;
    const { isAwaited } = kept;
    kept.isAwaited = false;
    return isAwaited ? kept.execution : undefined;
  }

  put(digest: string, execution: Execution, { isAwaited }: { readonly isAwaited: boolean }): void {
    const before = this.#kept.get(digest);
    const seen = before?.execution.outcome === execution.outcome ? before.seen + 1 : 1;
    this.#delete(digest);
    const bytes = sizeOf(execution);
    if (bytes > maxBytes) return;
    this.#kept.set(digest, { execution, bytes, until: this.#now() + maxAgeMs, seen, isAwaited });
    this.#bytes += bytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= maxBytes && this.#kept.size <= maxKept) break;
      this.#delete(oldest);
    }
  }

  #delete(digest: string): void {
    this.#bytes -= this.#kept.get(digest)?.bytes ?? 0;
    this.#kept.delete(digest);
  }
}

/** Near enough: the texts are what takes room. */
function sizeOf({ stdout, stderr, tests, files = {} }: Execution): number {
  const messages = tests.reduce((sum, { name, message = '' }) => sum + name.length + message.length + 64, 0);
  const contents = Object.values(files).reduce((sum, content) => sum + content.length, 0);
  return 512 + 2 * (stdout.length + stderr.length + messages + contents);
}
