/** A map with two keys; far smaller than one with joined keys. */
export class NestedMap<Outer, Inner, Value> {
  readonly #outer = new Map<Outer, Map<Inner, Value>>();

  get(outer: Outer, inner: Inner): Value | undefined {
    return this.#outer.get(outer)?.get(inner);
  }

  has(outer: Outer, inner: Inner): boolean {
    return this.#outer.get(outer)?.has(inner) ?? false;
  }

  set(outer: Outer, inner: Inner, value: Value): void {
    const known = this.#outer.get(outer);
    if (known) known.set(inner, value);
    else this.#outer.set(outer, new Map([[inner, value]]));
  }

  delete(outer: Outer, inner: Inner): void {
    this.#outer.get(outer)?.delete(inner);
  }
}
