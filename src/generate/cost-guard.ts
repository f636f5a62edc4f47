import type { ModelRequest } from '../model/model.ts';
import { costOf, type Price } from '../model/prices.ts';
import { textsOf } from '../schema/prompt.ts';

/** Roughly right for English and Python. */
const charactersPerToken = 3.5;
/** What a model that sets its own limit may write. */
const unboundedTokens = 16_384;
/** How much of its budget a typical answer takes. */
const usualShare = 0.35;

interface CallSize extends Pick<ModelRequest, 'prompt' | 'parameters'> {
  readonly samples: number;
  /** Whether the model keeps to `maxNewTokens`. */
  readonly isBounded: boolean;
}

/** How many tokens a call takes, roughly: its input, what the answers will probably take, and the most that they may. */
export function estimateTokens({ prompt, parameters, samples, isBounded }: CallSize) {
  const budget = isBounded ? parameters.maxNewTokens + (parameters.reasoningBudget ?? 0) : unboundedTokens;
  const output = (share: number) => Math.ceil(budget * share) * samples;
  const input = Math.ceil(textsOf(prompt).join('').length / charactersPerToken);
  return { input, usual: output(isBounded ? usualShare : 0.1), most: output(1) };
}

/** The most a call may cost, and what it will probably cost, in dollars. */
export function estimateCost(call: CallSize, price: Price) {
  const { input: inputTokens, usual, most } = estimateTokens(call);
  const cost = (outputTokens: number) => costOf({ inputTokens, outputTokens }, price);
  return { most: cost(most), usual: cost(usual) };
}

/** Keeps spending, including what calls in flight may still cost, below a limit. */
export function createCostGuard(limitUsd: number | undefined, spentUsd: () => number) {
  let reserved = 0;
  let calls = 0;
  let waiting: (() => void)[] = [];
  return {
    /**
     * Whether one more call of this size may be made; if so, it counts until it is settled. Waits for calls in flight that
     * may turn out cheaper.
     */
    async reserve(most: number): Promise<boolean> {
      while (limitUsd !== undefined && spentUsd() + reserved + most > limitUsd) {
        if (calls === 0) return false;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
      reserved += most;
      calls++;
      return true;
    },
    settle(most: number): void {
      reserved -= most;
      calls--;
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake();
    },
  };
}
