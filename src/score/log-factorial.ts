const halfLogTau = 0.5 * Math.log(2 * Math.PI);
const smallest = 16;
const table = Float64Array.from({ length: smallest }, (_, n) => {
  let product = 1;
  for (let factor = 2; factor <= n; factor++) product *= factor;
  return Math.log(product);
});

/** ln n!, by Stirling's series from 16 on; right to about 15 digits. */
export function logFactorial(n: number): number {
  if (n < smallest) return table[n] ?? 0;
  const x = n + 1;
  const square = x * x;
  const tail = (1 / 12 - (1 / 360 - (1 / 1260 - 1 / 1680 / square) / square) / square) / x;
  return (x - 0.5) * Math.log(x) - x + halfLogTau + tail;
}

/** ln of the number of ways to choose `taken` of `n`. */
export function logChoose(n: number, taken: number): number {
  return logFactorial(n) - logFactorial(taken) - logFactorial(n - taken);
}
