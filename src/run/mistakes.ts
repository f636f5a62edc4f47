import { BigCodeBenchError } from '../error/bigcodebench-error.ts';

type Complete<Found> = { readonly [Key in keyof Found]: NonNullable<Found[Key]> };

/** Gathers what is wrong with a request, so that a person hears of everything at once. */
export class Mistakes {
  readonly #found: BigCodeBenchError[] = [];

  /** Runs one check. What it throws as an error of ours is kept; anything else is a bug and passes through. */
  async collect<Value>(check: () => Value | Promise<Value>): Promise<Value | undefined> {
    try {
      return await check();
    } catch (error) {
      if (!(error instanceof BigCodeBenchError)) throw error;
      this.#found.push(error);
      return undefined;
    }
  }

  /** What the checks found, which is all there; or throws one error for all mistakes, a single one as it is. */
  require<Found extends object>(found: Found): Complete<Found> {
    const [first, ...others] = this.#found;
    if (!first && !Object.values(found).includes(undefined)) return found as Complete<Found>;
    if (!first) throw new Error('A failed check was not reported.');
    const sentences = [...new Set(this.#found.map(({ message }) => message))];
    if (others.length === 0 || sentences.length === 1) throw first;
    const listed = sentences.map((text) => `\n  - ${text}`).join('');
    const mistakes = this.#found.map(({ code, message }) => ({ code, message }));
    const summary = `${sentences.length} things need fixing before this can start:${listed}`;
    throw new BigCodeBenchError('USAGE', summary, { data: { mistakes } });
  }
}
