import { setMaxListeners } from 'node:events';
import { Countdown } from '../../util/countdown.ts';
import { within } from './within.ts';

/** Whether the server takes requests, and which it is still answering. */
export class Lifecycle {
  readonly #stop = new AbortController();
  /** Aborted when whatever is still under way must end now. */
  readonly stopping: AbortSignal = this.#stop.signal;
  readonly #underWay = new Countdown();
  #isDraining = false;

  constructor() {
    // One listener per open connection.
    setMaxListeners(Number.POSITIVE_INFINITY, this.stopping);
  }

  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** Counts something as under way until what it returns is called. */
  enter(): () => void {
    this.#underWay.add();
    let isOver = false;
    return () => {
      if (!isOver) this.#underWay.settle();
      isOver = true;
    };
  }

  /** Takes nothing new; resolves when everything is answered, or `graceMs` later. */
  async drain(graceMs: number): Promise<void> {
    this.#isDraining = true;
    await within(graceMs, this.#underWay.wait(new AbortController().signal), () => {});
  }

  /** Ends what is left and waits a little for its answers to be written. */
  async stop(graceMs: number): Promise<void> {
    this.#stop.abort(new DOMException('The server is shutting down.', 'AbortError'));
    await this.drain(graceMs);
  }
}
