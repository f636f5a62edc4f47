import type { CompareDocument } from '../../../../src/schema/view/overview-document.ts';
import { adjustHolm } from '../../../../src/score/adjust-p.ts';

/** A task in several runs, the baseline first. */
export interface ManyRow {
  readonly taskId: string;
  readonly shares: readonly number[];
  readonly causes: readonly string[];
}

/** The tasks that all runs have; those that split them most evenly first. */
export function joinRows(documents: readonly CompareDocument[]): ManyRow[] {
  const [first, ...others] = documents;
  const further = others.map(({ rows }) => new Map(rows.map((row) => [row.taskId, row])));
  const joined = (first?.rows ?? []).flatMap((row): ManyRow[] => {
    const rest = further.map((rows) => rows.get(row.taskId));
    if (rest.some((other) => other === undefined)) return [];
    return [
      {
        taskId: row.taskId,
        shares: [row.a, row.b, ...rest.map((other) => other?.b ?? 0)],
        causes: [row.causeA, row.causeB, ...rest.map((other) => other?.causeB ?? '')],
      },
    ];
  });
  return joined.sort((a, b) => disagreement(b) - disagreement(a));
}

function disagreement({ shares }: ManyRow): number {
  const solved = shares.filter((share) => share >= 0.5).length;
  return Math.min(solved, shares.length - solved);
}

/** The chance of each difference if there were none, adjusted for how many are looked at. */
export function adjustPs(documents: readonly CompareDocument[]): number[] {
  return adjustHolm(documents.map(({ comparison }) => comparison.p_single));
}
