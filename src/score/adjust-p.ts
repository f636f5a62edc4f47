/** Holm's step-down adjustment: the chance of any false finding among all of them stays below the level. */
export function adjustHolm(pValues: readonly number[]): number[] {
  const order = orderOf(pValues);
  const adjusted = Array<number>(pValues.length).fill(1);
  let largest = 0;
  for (const [at, index] of order.entries()) {
    largest = Math.max(largest, Math.min(1, (pValues.length - at) * (pValues[index] ?? 1)));
    adjusted[index] = largest;
  }
  return adjusted;
}

/** Benjamini and Hochberg's step-up adjustment: the expected share of false findings stays below the level. */
export function adjustBenjaminiHochberg(pValues: readonly number[]): number[] {
  const order = orderOf(pValues);
  const adjusted = Array<number>(pValues.length).fill(1);
  let smallest = 1;
  for (let at = order.length - 1; at >= 0; at--) {
    const index = order[at] ?? 0;
    smallest = Math.min(smallest, ((pValues[index] ?? 1) * pValues.length) / (at + 1));
    adjusted[index] = smallest;
  }
  return adjusted;
}

/** Positions of the p-values, the smallest first. */
function orderOf(pValues: readonly number[]): number[] {
  return pValues.map((_, index) => index).sort((a, b) => (pValues[a] ?? 1) - (pValues[b] ?? 1));
}
