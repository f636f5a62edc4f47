import { setMaxListeners } from 'node:events';
import { within } from './within.ts';

/** Whether the server takes requests, and which it is still answering. */
export class Lifecycle {
  readonly #stopping = new AbortController();
  #isDraining = false;
  #underWay = 0;
  #onIdle = () => {};

  constructor() {
    // One listener per open connection.
    setMaxListeners(Number.POSITIVE_INFINITY, this.#stopping.signal);
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
      if (this.#underWay === 0) this.#onIdle();
    };
  }

  /** Takes nothing new; resolves when everything is answered, or `graceMs` later. */
  async drain(graceMs: number): Promise<void> {
    this.#isDraining = true;
    if (this.#underWay === 0) return;
    const idle = new Promise<void>((resolve) => {
      this.#onIdle = resolve;
    });
    await within(graceMs, idle, () => {});
  }

  /** Ends what is left and waits a little for its answers to be written. */
  async stop(graceMs: number): Promise<void> {
    this.#stopping.abort(new DOMException('The server is shutting down.', 'AbortError'));
    await this.drain(graceMs);
  }
}
