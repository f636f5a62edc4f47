/** A bounded number of tasks running in the background. The first failure is thrown at the next step. */
export class Backlog {
  readonly #limit: number;
  readonly #under = new Set<Promise<unknown>>();
  #failure: { readonly reason: unknown } | undefined;

  constructor(limit = 64) {
    this.#limit = limit;
  }

  /** Resolves when there is room for more. */
  async add(work: Promise<unknown>): Promise<void> {
    const settled = work
      .catch((reason: unknown) => {
        this.#failure ??= { reason };
      })
      .finally(() => this.#under.delete(settled));
    this.#under.add(settled);
    while (this.#under.size >= this.#limit) await Promise.race(this.#under);
    this.#throwFailure();
  }

  async settle(): Promise<void> {
    await Promise.all(this.#under);
    this.#throwFailure();
  }

  #throwFailure(): void {
    if (this.#failure) throw this.#failure.reason;
  }
}
