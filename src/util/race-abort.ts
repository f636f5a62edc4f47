/** The result of some work, or the signal's reason as soon as it aborts; the work itself goes on. */
export async function raceAbort<Result>(work: Result | Promise<Result>, signal: AbortSignal): Promise<Result> {
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([aborted, work]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
