import { formatShare } from '../../report/format-estimate.ts';
import type { Score } from '../../schema/score.ts';
import type { Verdict } from '../../schema/verdict.ts';

const listed = 10;

/** One sentence about verdicts that other seeds change, and what that means for pass@1; nothing if none was re-run. */
export function describeChance({ chance }: Score, verdicts: readonly Pick<Verdict, 'taskId' | 'chance'>[]): string[] {
  if (!chance) return [];
  const { confirmed, changed, range } = chance;
  if (changed === 0) return [`Chance: none of ${confirmed} re-run samples changes its verdict with other seeds.`];
  const shares = verdicts.flatMap(({ taskId, chance: own }) =>
    own ? [`${taskId} passes ${own.passed} of ${own.runs}`] : [],
  );
  const more = shares.length > listed ? ` and ${shares.length - listed} more` : '';
  const [low, high] = range.map(formatShare);
  return [
    `Chance: ${changed} of ${confirmed} re-run samples change their verdict with other seeds (${shares.slice(0, listed).join(', ')}${more}), so pass@1 lies between ${low} and ${high}.`,
  ];
}
