import type { Execution } from '../../schema/execution.ts';

export interface RecentExecutionsOptions {
  readonly maxBytes: number;
  readonly maxAgeMs: number;
  readonly now: () => number;
}

interface Kept {
  readonly execution: Execution;
  readonly bytes: number;
  readonly until: number;
}

/** Executions that were finished a short while ago, the oldest forgotten first. */
export class RecentExecutions {
  readonly #options: RecentExecutionsOptions;
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  constructor(options: RecentExecutionsOptions) {
    this.#options = options;
  }

  get(digest: string): Execution | undefined {
    const kept = this.#kept.get(digest);
    if (kept === undefined) return undefined;
    if (kept.until > this.#options.now()) return kept.execution;
    this.delete(digest);
    return undefined;
  }

  put(digest: string, execution: Execution): void {
    this.delete(digest);
    const bytes = sizeOf(execution);
    if (bytes > this.#options.maxBytes) return;
    this.#kept.set(digest, { execution, bytes, until: this.#options.now() + this.#options.maxAgeMs });
    this.#bytes += bytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#options.maxBytes) break;
      this.delete(oldest);
    }
  }

  delete(digest: string): void {
    const kept = this.#kept.get(digest);
    if (kept === undefined) return;
    this.#kept.delete(digest);
    this.#bytes -= kept.bytes;
  }
}

/** Near enough: the texts are what takes room. */
function sizeOf({ stdout, stderr, tests, files = {} }: Execution): number {
  const messages = tests.reduce((sum, { name, message = '' }) => sum + name.length + message.length + 64, 0);
  const contents = Object.values(files).reduce((sum, content) => sum + content.length, 0);
  return 512 + 2 * (stdout.length + stderr.length + messages + contents);
}
