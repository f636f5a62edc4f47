/** Pairs of what two streams give, as long as both do. Both are closed at the end, however it comes. */
export async function* zipAsync<A, B>(first: AsyncIterable<A>, second: AsyncIterable<B>): AsyncGenerator<[A, B]> {
  const other = second[Symbol.asyncIterator]();
  try {
    for await (const item of first) {
      const next = await other.next();
      if (next.done) return;
      yield [item, next.value];
    }
  } finally {
    await other.return?.();
  }
}
