import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { hasLoneSurrogate } from './lone-surrogate.ts';

const blockBytes = 128 << 10;
const openBlocks = 8;

/** Keeps many similar texts compressed outside the JavaScript heap, where they would take hundreds of megabytes. */
export class TextStore {
  readonly #blocks: Buffer[] = [];
  readonly #places: Readonly<{ block: number; start: number; end: number }>[] = [];
  /** Uncompressed blocks, the most recently used last. */
  readonly #open = new Map<number, Buffer>();
  /** Texts with half a surrogate pair, which UTF-8 cannot represent. */
  readonly #illFormed = new Map<number, string>();
  #filling = Buffer.allocUnsafeSlow(blockBytes);
  #used = 0;

  /** Returns the number that `get` takes. */
  add(text: string): number {
    const id = this.#places.length;
    if (hasLoneSurrogate(text)) this.#illFormed.set(id, text);
    const bytes = Buffer.byteLength(text);
    if (this.#used + bytes > this.#filling.length) this.#startBlock(bytes);
    const start = this.#used;
    this.#used += this.#filling.write(text, start);
    this.#places.push({ block: this.#blocks.length, start, end: this.#used });
    return id;
  }

  get(id: number): string {
    const illFormed = this.#illFormed.get(id);
    if (illFormed !== undefined) return illFormed;
    const place = this.#places[id];
    return place ? this.#openBlock(place.block).toString('utf8', place.start, place.end) : '';
  }

  #startBlock(bytes: number): void {
    if (this.#used > 0) this.#blocks.push(deflateRawSync(this.#filling.subarray(0, this.#used), { level: 1 }));
    if (bytes > this.#filling.length || this.#filling.length > blockBytes) {
      this.#filling = Buffer.allocUnsafeSlow(Math.max(blockBytes, bytes));
    }
    this.#used = 0;
  }

  #openBlock(index: number): Buffer {
    const compressed = this.#blocks[index];
    if (compressed === undefined) return this.#filling;
    const block = this.#open.get(index) ?? inflateRawSync(compressed);
    this.#open.delete(index);
    this.#open.set(index, block);
    const oldest = this.#open.keys().next();
    if (this.#open.size > openBlocks && !oldest.done) this.#open.delete(oldest.value);
    return block;
  }
}
