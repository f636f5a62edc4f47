/** Joins pieces of bytes. However small they are, it takes no more memory than twice what they hold. */
export class ByteBuffer {
  #bytes = new Uint8Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(piece: Uint8Array): void {
    const length = this.#length + piece.length;
    if (length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(length, 2 * this.#bytes.length));
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    this.#bytes.set(piece, this.#length);
    this.#length = length;
  }

  /** Everything that was added since the last time. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    // A large one is not kept for what comes after it.
    if (this.#bytes.length > 1 << 20) this.#bytes = new Uint8Array(1024);
    return taken;
  }
}
