import type { TreeParser } from './syntax-tree.ts';

export interface StrategyInput {
  readonly text: string;
  readonly entryPoint: string;
  readonly parser: TreeParser;
}

/** What a strategy took out of an answer. */
export interface Taken {
  readonly solution: string;
  /** Which part was taken, what was dropped and why: short phrases. */
  readonly trail: readonly string[];
}
