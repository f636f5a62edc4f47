import type { TreeParser } from '../syntax/syntax-tree.ts';

export const strategyNames = ['upstream', 'last-fence', 'first-fence', 'merge-fences', 'entry-point', 'none'] as const;

export type StrategyName = (typeof strategyNames)[number];

export type StrategyInput = { readonly text: string; readonly entryPoint: string; readonly parser: TreeParser };

export interface Taken {
  readonly solution: string;
  /** Which part was taken, what was dropped and why, in short phrases. */
  readonly trail: readonly string[];
}
