/**
 * When each kind of client must have an answer. All stay under the client's own deadline: a 504 in time is asked again
 * and joins the job, a connection that the client gives up on is a failed sample to most of them.
 */

/** verl waits for both time limits and 10 s more. */
export function runCodeDeadlineMs(limits: { readonly compileS: number; readonly runS: number }): number {
  return (limits.compileS + limits.runS + 10 - 1.5) * 1000;
}

/** SandboxFusion's SDK and NeMo-Gym wait for ever; proxies between do not. */
export const patientDeadlineMs = 280_000;

/** OpenRLHF waits 180 s. */
export const openRlhfDeadlineMs = 170_000;

/** slime waits 120 s. */
export const slimeDeadlineMs = 110_000;
