/** What the work comes to, or what `late` gives or throws if it takes longer than that. */
export async function within<Value, Late>(ms: number, work: Promise<Value>, late: () => Late): Promise<Value | Late> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  }).then(late);
  return Promise.race([work, tooLong]).finally(() => clearTimeout(timer));
}

/** How much is left, in milliseconds, of a time that begins now. */
export function createDeadline<Ms extends number | undefined>(ms: Ms): () => Ms {
  const startedAt = performance.now();
  return () => (ms === undefined ? ms : (Math.max(0, ms - (performance.now() - startedAt)) as Ms));
}
