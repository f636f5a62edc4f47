/** Joins small texts into blocks worth writing. All share one buffer: write each block before requesting the next. */
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
