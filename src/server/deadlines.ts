/**
 * When each kind of client must have an answer. All are below the client's own deadline: a timely 504 is retried
 * and joins the job, while most clients count a connection they give up on as a failed sample.
 */

/** verl waits for both time limits and 10 s more. */
export function runCodeDeadlineMs(limits: { readonly compileS: number; readonly runS: number }): number {
  return (limits.compileS + limits.runS + 10 - 1.5) * 1000;
}

/** SandboxFusion's SDK and NeMo-Gym wait forever; proxies in between do not. */
export const patientDeadlineMs = 280_000;

/** OpenRLHF waits 180 s. */
export const openRlhfDeadlineMs = 170_000;

/** slime waits 120 s. */
export const slimeDeadlineMs = 110_000;
