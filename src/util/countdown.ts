import { raceAbort } from './race-abort.ts';

/** Counts what is under way, and lets somebody wait until nothing is. */
export class Countdown {
  #count = 0;
  #waiting: (() => void)[] = [];

  add(): void {
    this.#count++;
  }

  settle(): void {
    this.#count--;
    if (this.#count > 0) return;
    for (const wake of this.#waiting.splice(0)) wake();
  }

  /** Resolves as soon as nothing is under way; rejects when the signal aborts. */
  async wait(signal?: AbortSignal): Promise<void> {
    while (this.#count > 0) await raceAbort(new Promise<void>((resolve) => this.#waiting.push(resolve)), signal);
    signal?.throwIfAborted();
  }
}
