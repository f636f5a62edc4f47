const patienceMs = 2000;

/** Closes connections to a store; one that is gone may never confirm it, and nobody waits for that. */
export async function closeWithin(
  closables: readonly { close(): Promise<void> }[],
  withinMs: number = patienceMs,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, withinMs);
  });
  await Promise.race([Promise.allSettled(closables.map((each) => each.close())), late]);
  clearTimeout(timer);
}
