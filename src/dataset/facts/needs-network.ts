/** Public tasks whose tests talk to servers on the internet. */
export const knownToNeedNetwork: ReadonlySet<string> = new Set(
  [101, 176, 314, 590, 1005, 1012].map((number) => `BigCodeBench/${number}`),
);
