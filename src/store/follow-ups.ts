import type { AuditedPass, Confirmation } from '../schema/log-event.ts';

type Placed<Fact> = Fact & { readonly offset: number };

/** What was found out about a sample after its verdict: it goes away with the verdict. `Key`: the sample. */
export class FollowUps<Key> {
  readonly #confirmations = new Map<Key, Placed<Confirmation>[]>();
  readonly #proofs = new Map<Key, Placed<AuditedPass>>();

  /** The last one of a seed counts. */
  confirm(sample: Key, confirmation: Placed<Confirmation>): void {
    const known = this.confirmationsOf(sample).filter(({ seed }) => seed !== confirmation.seed);
    this.#confirmations.set(sample, [...known, confirmation]);
  }

  prove(sample: Key, pass: Placed<AuditedPass>): void {
    this.#proofs.set(sample, pass);
  }

  confirmationsOf(sample: Key): readonly Placed<Confirmation>[] {
    return this.#confirmations.get(sample) ?? [];
  }

  proofOf(sample: Key): AuditedPass | undefined {
    return this.#proofs.get(sample);
  }

  drop(sample: Key): void {
    this.#confirmations.delete(sample);
    this.#proofs.delete(sample);
  }

  /** Drops what lies from this byte on; says of whom a proof is gone. */
  voidFrom(offset: number): Key[] {
    for (const [sample, known] of this.#confirmations) {
      const kept = known.filter((confirmation) => confirmation.offset < offset);
      this.#confirmations.set(sample, kept);
    }
    const unproven = [...this.#proofs].filter(([, pass]) => pass.offset >= offset).map(([sample]) => sample);
    for (const sample of unproven) this.#proofs.delete(sample);
    return unproven;
  }
}
