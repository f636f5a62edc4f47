/**
 * Joins small texts to blocks worth a write. One block of memory is used again and again: each must be written before
 * the next is asked for.
 */
export async function* gatherBytes(texts: AsyncIterable<string>, blockBytes = 1 << 18): AsyncGenerator<Uint8Array> {
  const block = Buffer.allocUnsafe(blockBytes);
  let filled = 0;
  for await (const text of texts) {
    // UTF-8 takes at most three bytes for each unit of a string.
    if (filled + 3 * text.length > blockBytes && filled > 0) {
      yield block.subarray(0, filled);
      filled = 0;
    }
    if (3 * text.length > blockBytes) yield Buffer.from(text);
    else filled += block.write(text, filled);
  }
  if (filled > 0) yield block.subarray(0, filled);
}
