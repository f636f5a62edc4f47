import type { SampleKey } from '../schema/log-event.ts';
import { Channel } from '../util/channel.ts';
import { Countdown } from '../util/countdown.ts';

/**
 * Lets samples through as soon as the ground truth of their task is known. It also knows how many of them are on their
 * way, so that a reference solution can be re-run alone.
 */
export class ReadySamples<Item extends SampleKey> implements AsyncIterable<Item> {
  readonly #known = new Set<string>();
  readonly #held = new Map<string, Item[]>();
  readonly #released = new Channel<Item>();
  #isShut = false;
  #isOver = false;
  #isTakingIn = true;
  readonly #underWay = new Countdown();

  /** The samples that may be executed; ends after the last one. */
  [Symbol.asyncIterator](): AsyncGenerator<Item> {
    return this.#released[Symbol.asyncIterator]();
  }

  async takeIn(samples: Iterable<Item> | AsyncIterable<Item>): Promise<void> {
    try {
      for await (const sample of samples) {
        const held = this.#held.get(sample.taskId);
        if (held) held.push(sample);
        else this.#held.set(sample.taskId, [sample]);
        this.#release(sample.taskId);
      }
      this.#isTakingIn = false;
      this.#closeWhenOver();
    } catch (error) {
      this.#released.fail(error);
    }
  }

  /** The ground truth of a task is known. */
  open(taskId: string): void {
    this.#known.add(taskId);
    this.#release(taskId);
  }

  /** Lets nothing through until all ground truth is known. */
  shut(): void {
    this.#isShut = true;
  }

  /** Lets through again what is known: more ground truth will be asked for only when that is judged. */
  reopen(): void {
    this.#isShut = false;
    for (const taskId of this.#known) this.#release(taskId);
  }

  drain(signal?: AbortSignal): Promise<void> {
    this.shut();
    return this.#underWay.wait(signal);
  }

  /** A sample that was let through has its verdict, or will get none. */
  leave(): void {
    this.#underWay.settle();
  }

  /** All ground truth is known: nothing is held back any longer. */
  finish(): void {
    this.#isOver = true;
    for (const taskId of this.#held.keys()) this.#release(taskId);
    this.#closeWhenOver();
  }

  #release(taskId: string): void {
    if (!this.#isOver && (this.#isShut || !this.#known.has(taskId))) return;
    const samples = this.#held.get(taskId) ?? [];
    this.#held.delete(taskId);
    for (const sample of samples) {
      this.#underWay.add();
      this.#released.push(sample);
    }
  }

  #closeWhenOver(): void {
    if (this.#isOver && !this.#isTakingIn) this.#released.close();
  }
}
