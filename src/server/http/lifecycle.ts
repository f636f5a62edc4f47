import { type Clock, systemClock } from '../../util/clock.ts';

/** Whether the server takes requests, and which it is still answering. */
export class Lifecycle {
  readonly #stopping = new AbortController();
  readonly #clock: Clock;
  #isDraining = false;
  #underWay = 0;
  #wake = () => {};

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** Aborted when whatever is still under way must end now. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Counts something as under way until what it returns is called. */
  enter(): () => void {
    this.#underWay++;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#underWay--;
      if (this.#underWay === 0) this.#wake();
    };
  }

  /** Takes nothing new; resolves when everything is answered, or `graceMs` later. */
  async drain(graceMs: number): Promise<void> {
    this.#isDraining = true;
    await this.#idle(graceMs);
  }

  /** Ends what is left and waits a little for its answers to be written. */
  async stop(graceMs: number): Promise<void> {
    this.#isDraining = true;
    this.#stopping.abort(new DOMException('The server is shutting down.', 'AbortError'));
    await this.#idle(graceMs);
  }

  #idle(graceMs: number): Promise<void> {
    if (this.#underWay === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const clearTimer = this.#clock.setTimer(graceMs, resolve);
      this.#wake = () => {
        clearTimer();
        resolve();
      };
    });
  }
}
