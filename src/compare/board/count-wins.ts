/** How many tasks model i solves and model j does not, row after row; shares of samples are multiplied. */
export function countWins(rows: readonly Float64Array[]): number[] {
  return rows.flatMap((first) =>
    rows.map((second) => {
      let won = 0;
      for (let task = 0; task < first.length; task++) won += (first[task] ?? 0) * (1 - (second[task] ?? 0));
      return Number(won.toFixed(2));
    }),
  );
}
