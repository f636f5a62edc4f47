/** How many samples a task has, and how many of them pass. */
export interface Tally {
  readonly samples: number;
  readonly passed: number;
}

/**
 * The unbiased chance that at least one of k samples drawn without replacement passes: 1 − C(n−c, k) / C(n, k).
 * Computed as a product, so that no binomial gets large.
 */
export function passAtK({ samples, passed }: Tally, k: number): number {
  if (samples - passed < k) return 1;
  let allFail = 1;
  for (let i = 0; i < k; i++) allFail *= (samples - passed - i) / (samples - i);
  return 1 - allFail;
}

/** The unbiased chance that all of k samples pass: C(c, k) / C(n, k). */
export function passHatK({ samples, passed }: Tally, k: number): number {
  if (passed < k) return 0;
  let allPass = 1;
  for (let i = 0; i < k; i++) allPass *= (passed - i) / (samples - i);
  return allPass;
}
