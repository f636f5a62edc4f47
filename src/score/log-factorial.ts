const halfLogTau = 0.5 * Math.log(2 * Math.PI);
const factorials = [1];
for (let n = 1; n < 16; n++) factorials.push(n * (factorials[n - 1] ?? 1));
const table = factorials.map(Math.log);

/** ln n!, by Stirling's series from 16 on; right to about 15 digits. */
function logFactorial(n: number): number {
  if (n < table.length) return table[n] ?? 0;
  const x = n + 1;
  const square = x * x;
  const tail = (1 / 12 - (1 / 360 - (1 / 1260 - 1 / 1680 / square) / square) / square) / x;
  return (x - 0.5) * Math.log(x) - x + halfLogTau + tail;
}

/** ln of the number of ways to choose `taken` of `n`. */
export function logChoose(n: number, taken: number): number {
  return logFactorial(n) - logFactorial(taken) - logFactorial(n - taken);
}
