/** Holm's step-down adjustment: the chance of any false finding among all of them stays below the level. */
export function adjustHolm(pValues: readonly number[]): number[] {
  const adjusted = Array<number>(pValues.length).fill(1);
  let largest = 0;
  for (const [at, { index, p }] of sortUp(pValues).entries()) {
    largest = Math.max(largest, Math.min(1, (pValues.length - at) * p));
    adjusted[index] = largest;
  }
  return adjusted;
}

/** Benjamini and Hochberg's step-up adjustment: the expected share of false findings stays below the level. */
export function adjustBenjaminiHochberg(pValues: readonly number[]): number[] {
  const adjusted = Array<number>(pValues.length).fill(1);
  let smallest = 1;
  for (const [at, { index, p }] of [...sortUp(pValues).entries()].reverse()) {
    smallest = Math.min(smallest, (p * pValues.length) / (at + 1));
    adjusted[index] = smallest;
  }
  return adjusted;
}

function sortUp(pValues: readonly number[]) {
  return pValues.map((p, index) => ({ index, p })).sort((a, b) => a.p - b.p);
}
