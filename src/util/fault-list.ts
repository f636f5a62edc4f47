import { BigCodeBenchError } from '../error/bigcodebench-error.ts';

const shownAtMost = 10;

/** What is wrong with the lines of a file: the first ten are listed, the others counted. */
export class FaultList {
  readonly #first: BigCodeBenchError[] = [];
  #count = 0;

  add(fault: BigCodeBenchError): void {
    if (this.#count++ < shownAtMost) this.#first.push(fault);
  }

  /** Keeps what `parse` complains about, or reports it; the result is then undefined. Other errors are thrown. */
  attempt<Value>(parse: () => Value, report: (fault: BigCodeBenchError) => void = (fault) => this.add(fault)) {
    try {
      return parse();
    } catch (error) {
      if (!(error instanceof BigCodeBenchError)) throw error;
      report(error);
      return undefined;
    }
  }

  /** Throws one error for all of them; a single one as it is. */
  throwIfAny(summarize: (count: number) => string): void {
    const [first, second] = this.#first;
    if (first === undefined) return;
    if (second === undefined) throw first;
    const rest = this.#count - this.#first.length;
    const lines = [summarize(this.#count), ...this.#first.map(({ message }) => `  ${message}`)];
    if (rest > 0) lines.push(`  … and ${rest} more`);
    const data = { ...first.data, faults: this.#count };
    throw new BigCodeBenchError(first.code, lines.join('\n'), { cause: first, data });
  }
}
