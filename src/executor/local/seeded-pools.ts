import type { Job } from '../../schema/job.ts';
import type { Pool } from './pool.ts';
import type { RawExecution } from './zygote-messages.ts';

export interface SeededPoolsOptions {
  /** For jobs that bring no seed. */
  readonly main: Pool;
  /** Hashes are drawn when an interpreter starts, so a seed needs processes of its own. */
  readonly open: (seed: number) => Pool;
}

interface Opened {
  readonly pool: Pool;
  running: number;
}

/** The pool for each seed. One without work is closed when another seed is asked for. */
export class SeededPools {
  readonly #options: SeededPoolsOptions;
  readonly #opened = new Map<number, Opened>();
  readonly #closing = new Set<Promise<void>>();

  constructor(options: SeededPoolsOptions) {
    this.#options = options;
  }

  async run(job: Job, signal: AbortSignal): Promise<RawExecution> {
    const { main } = this.#options;
    if (job.seed === undefined || job.script) return main.run(job, signal);
    const entry = this.#open(job.seed);
    entry.running++;
    try {
      return await entry.pool.run(job, signal);
    } finally {
      entry.running--;
    }
  }

  async close(): Promise<void> {
    const opened = [...this.#opened.values()].map(({ pool }) => pool.close());
    await Promise.all([this.#options.main.close(), ...opened, ...this.#closing]);
  }

  #open(seed: number): Opened {
    const known = this.#opened.get(seed);
    if (known) return known;
    for (const [other, { pool, running }] of this.#opened) {
      if (running > 0) continue;
      this.#opened.delete(other);
      const closing: Promise<void> = pool.close().finally(() => this.#closing.delete(closing));
      this.#closing.add(closing);
    }
    const entry = { pool: this.#options.open(seed), running: 0 };
    this.#opened.set(seed, entry);
    return entry;
  }
}
