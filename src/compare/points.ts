/** A share from 0 to 1 in percentage points, without the noise of binary fractions. */
export function toPoints(share: number): number {
  return Number((100 * share).toFixed(6));
}
