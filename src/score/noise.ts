import type { Tally } from './pass-at-k.ts';
import { describeMean } from './values.ts';

/**
 * Splits the variance of a mean over tasks into what comes from which tasks there are and from which samples were drawn, as
 * standard errors. `parts` are the models that go into it, one, or two for a difference; each
 * has the tallies of the same tasks. Undefined if any task has a single sample: then the two cannot be told apart.
 */
export function splitNoise(values: Float64Array, parts: readonly (readonly Tally[])[]) {
  const count = values.length;
  if (count < 2 || parts.some((tallies) => tallies.some(({ samples }) => samples < 2))) return undefined;
  const { variance: total } = describeMean(values);
  let sampling = 0;
  for (const tally of parts.flat()) sampling += samplingVariance(tally) / count ** 2;
  // Sampling alone explains more than there is when tasks are nearly alike.
  const shared = Math.min(sampling, total);
  return {
    total: Math.sqrt(total),
    tasks: Math.sqrt(total - shared),
    sampling: Math.sqrt(shared),
    // Twice the samples halve the sampling part alone, twice the tasks halve both; new tasks are never worse, but there are
    // only so many: samples are named where they are the larger part.
    hint: shared > total - shared ? ('more samples' as const) : ('more tasks' as const),
  };
}

/** Unbiased variance of the share of passes of one task. */
function samplingVariance({ samples, passed }: Tally): number {
  const share = passed / samples;
  return (share * (1 - share)) / (samples - 1);
}

/** The chance that two samples of a task agree on passing or failing, as a mean over tasks that have two or more. */
export function selfConsistency(tallies: readonly Tally[]): number | undefined {
  const repeated = tallies.filter(({ samples }) => samples > 1);
  if (repeated.length === 0) return undefined;
  const agreements = repeated.map(({ samples, passed }) => {
    const failed = samples - passed;
    return (passed * (passed - 1) + failed * (failed - 1)) / (samples * (samples - 1));
  });
  return describeMean(agreements).mean;
}
