import type { Job } from '../../schema/job.ts';
import { sha256 } from '../../util/hash.ts';

/** Names a job by what decides its execution: a retry of the same request has the same digest. */
export function digestJob({ code, test, script, twin, seed, limits }: Job): string {
  const allowed = Object.entries(limits).sort(([a], [b]) => (a < b ? -1 : 1));
  return sha256(JSON.stringify([code, test, script ?? null, twin ?? null, seed ?? null, allowed]));
}
