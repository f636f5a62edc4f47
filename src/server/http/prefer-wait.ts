import type { Context } from 'hono';

const longestS = 300;

/** Milliseconds of `Prefer: wait=SECONDS`, where the caller gives it. */
export function readWait(c: Context): number | undefined {
  const seconds = /(?:^|[,;\s])wait=(\d+)/.exec(c.req.header('prefer') ?? '')?.[1];
  return seconds === undefined ? undefined : Math.min(Number(seconds), longestS) * 1000;
}
