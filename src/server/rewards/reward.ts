import { z } from 'zod';
import type { Execution } from '../../schema/execution.ts';

/** What a verdict is worth. */
export const rewardRuleSchema = z.object({
  /** `binary`: 1 for a pass; `shaped`: the share of tests that pass. */
  reward: z.enum(['binary', 'shaped']).default('binary'),
  /** What is given for a program that interfered with its judge. */
  tampered: z.union([z.literal(0), z.literal(-1)]).default(0),
});

export type RewardRule = z.infer<typeof rewardRuleSchema>;

/** The same from a query, where everything is text. */
export function parseRewardRule(query: Readonly<Record<string, string>>): RewardRule {
  const { reward, tampered } = query;
  const parsed = rewardRuleSchema.safeParse({
    reward,
    tampered: tampered === undefined ? undefined : Number(tampered),
  });
  return parsed.success ? parsed.data : rewardRuleSchema.parse({});
}

/** Undefined if nothing was judged, which is not the same as 0. */
export function rewardOf({ outcome, tests }: Execution, rule: RewardRule): number | undefined {
  if (outcome === 'engine-error') return undefined;
  if (outcome === 'tampered') return rule.tampered;
  if (outcome === 'pass') return 1;
  if (rule.reward === 'binary' || tests.length === 0) return 0;
  const share = tests.filter((test) => test.outcome === 'pass').length / tests.length;
  // Every test that ran may have passed and the program still have failed, by a timeout or a missing test.
  return Math.min(share, 1 - 1 / (tests.length + 1));
}
