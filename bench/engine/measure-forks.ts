import { preloadOf, type TierName, tierNames } from '../../src/executor/local/tiers.ts';
import type { PythonEnvironment } from '../../src/schema/python-environment.ts';
import { runBare } from './run-bare.ts';

export interface ForkCost {
  readonly tier: TierName;
  readonly residentMb: number;
  readonly mappings: number;
  readonly forkMs: number;
  /** CPU of a child that does next to nothing, its end included. */
  readonly childMs: number;
}

/** What a fork costs in each tier: the kernel copies, and later takes apart, whatever is mapped. */
export async function measureForks(environment: PythonEnvironment): Promise<ForkCost[]> {
  const costs: ForkCost[] = [];
  for (const tier of tierNames) {
    const modules = preloadOf(tier, new Set(environment.modules));
    // Our own script wrote it.
    costs.push({ tier, ...JSON.parse(await runBare(environment, 'fork-cost.py', ...modules)) } as ForkCost);
  }
  return costs;
}
