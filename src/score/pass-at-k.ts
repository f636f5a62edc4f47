export interface Tally {
  readonly samples: number;
  readonly passed: number;
}

/** The unbiased chance that at least one of k samples drawn without replacement passes: 1 − C(n−c, k) / C(n, k). */
export function passAtK({ samples, passed }: Tally, k: number): number {
  return 1 - chanceOfAll(samples - passed, samples, k);
}

/** The unbiased chance that all of k samples pass: C(c, k) / C(n, k). */
export function passHatK({ samples, passed }: Tally, k: number): number {
  return chanceOfAll(passed, samples, k);
}

/** C(part, k) / C(all, k), as a product, so that no binomial gets large. */
function chanceOfAll(part: number, all: number, k: number): number {
  if (part < k) return 0;
  let chance = 1;
  for (let i = 0; i < k; i++) chance *= (part - i) / (all - i);
  return chance;
}
