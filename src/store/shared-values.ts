import type { Failure } from '../schema/failure.ts';

/** Equal values as one and the same object: a large run has few that differ. */
export class SharedValues {
  readonly #texts = new Map<string, string>();
  readonly #failures = new Map<string, Failure>();

  text(text: string): string {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    this.#texts.set(text, text);
    return text;
  }

  failure(failure: Failure): Failure {
    const key = `${failure.outcome}\0${failure.cause}\0${failure.line}`;
    const known = this.#failures.get(key);
    if (known) return known;
    this.#failures.set(key, failure);
    return failure;
  }
}
