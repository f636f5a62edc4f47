/** How much an executor does at once on this machine, and what limits its programs. */
export interface ExecutorSizing {
  /** How many programs may use a CPU at once. */
  readonly parallel: number;
  /** How many warm processes there may be, by what they have imported. */
  readonly processes: Readonly<Record<string, number>>;
  /** Whether memory allows fewer warm processes than the cores could use. */
  readonly isMemoryShort: boolean;
  /** What a program may take of this machine's memory at most, whatever its limit says. */
  readonly mostMemoryMb: number;
  /** The version of the control groups that limit memory; without one, memory is looked at ten times a second. */
  readonly memoryGroup: 1 | 2 | undefined;
}
