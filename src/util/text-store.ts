const slabBytes = 4 << 20;
const loneSurrogate = /\p{Surrogate}/u;

/**
 * Holds many texts outside the JavaScript heap: a hundred thousand strings there would make the collector keep as much
 * again in reserve.
 */
export class TextStore {
  readonly #slabs: Buffer[] = [];
  readonly #places: { readonly slab: number; readonly start: number; readonly end: number }[] = [];
  /** Texts with half of a surrogate pair, which UTF-8 cannot hold. */
  readonly #illFormed = new Map<number, string>();
  #free = 0;

  /** Returns the number under which `get` gives the text back. */
  add(text: string): number {
    const id = this.#places.length;
    if (loneSurrogate.test(text)) this.#illFormed.set(id, text);
    const bytes = Buffer.byteLength(text);
    if (this.#slabs.length === 0 || bytes > this.#free) {
      this.#free = Math.max(slabBytes, bytes);
      this.#slabs.push(Buffer.allocUnsafeSlow(this.#free));
    }
    const slab = this.#slabs.length - 1;
    const buffer = this.#slabs[slab] as Buffer;
    const start = buffer.length - this.#free;
    buffer.write(text, start);
    this.#free -= bytes;
    this.#places.push({ slab, start, end: start + bytes });
    return id;
  }

  get(id: number): string {
    const illFormed = this.#illFormed.get(id);
    if (illFormed !== undefined) return illFormed;
    const place = this.#places[id];
    return place ? (this.#slabs[place.slab]?.toString('utf8', place.start, place.end) ?? '') : '';
  }
}
