import type { Clock } from '../util/clock.ts';

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** A clock that does not move until a test moves it, or jumps to the next sleeper by itself. */
export class ManualClock implements Clock {
  #now: number;
  #sleepers: Sleeper[] = [];
  /** How long each sleep was asked to be, in order. */
  readonly sleeps: number[] = [];

  constructor(startMs = 0) {
    this.#now = startMs;
  }

  now(): number {
    return this.#now;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    this.sleeps.push(ms);
    return new Promise((resolve, reject) => {
      const sleeper = { at: this.#now + Math.max(0, ms), wake: resolve };
      if (signal?.aborted) return reject(signal.reason);
      signal?.addEventListener('abort', () => {
        this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
        reject(signal.reason);
      });
      this.#sleepers.push(sleeper);
    });
  }

  setTimer(ms: number, callback: () => void): () => void {
    const sleeper = { at: this.#now + Math.max(0, ms), wake: callback };
    this.#sleepers.push(sleeper);
    return () => {
      this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
    };
  }

  /** Moves on and wakes whoever is due. */
  advance(ms: number): void {
    this.#now += ms;
    this.#wakeDue();
  }

  /** Lets everything that is ready run, then moves to the next sleeper, until the promise is settled. */
  async runUntil<Value>(promise: Promise<Value>): Promise<Value> {
    let settled = false;
    const watched = promise.finally(() => {
      settled = true;
    });
    watched.catch(() => {});
    while (!settled) {
      await new Promise((resolve) => setImmediate(resolve));
      if (!settled) this.#wakeNext();
    }
    return watched;
  }

  #wakeNext(): void {
    const next = Math.min(...this.#sleepers.map(({ at }) => at));
    if (next === Number.POSITIVE_INFINITY) return;
    this.#now = Math.max(this.#now, next);
    this.#wakeDue();
  }

  #wakeDue(): void {
    const due = this.#sleepers.filter(({ at }) => at <= this.#now);
    this.#sleepers = this.#sleepers.filter(({ at }) => at > this.#now);
    for (const { wake } of due) wake();
  }
}
