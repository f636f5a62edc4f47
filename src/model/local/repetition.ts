const longestPeriod = 96;
const shortestRun = 192;
const fewestRounds = 4;

/**
 * Watches a stream of tokens for a loop: the same stretch of up to 96 tokens, at least four times and 192 tokens in a
 * row. Small models fall into such loops and would fill their whole budget with them.
 */
export function createRepetitionWatch(): (token: number) => boolean {
  const tokens: number[] = [];
  const runs = new Array<number>(longestPeriod + 1).fill(0);
  return (token) => {
    const at = tokens.push(token) - 1;
    let isLoop = false;
    for (let period = 1; period <= longestPeriod && period <= at; period++) {
      const run = tokens[at - period] === token ? (runs[period] ?? 0) + 1 : 0;
      runs[period] = run;
      isLoop ||= run >= Math.max(shortestRun, fewestRounds * period);
    }
    return isLoop;
  };
}
