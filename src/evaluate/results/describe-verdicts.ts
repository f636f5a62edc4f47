/** Sentences about the verdicts of a run that its reader must see. */

import { formatShare } from '../../report/format-numbers.ts';
import { chooseRules, severities } from '../../safety/safety-rules.ts';
import type { SafetyChoice } from '../../schema/evaluation-rules.ts';
import type { Proof } from '../../schema/proof.ts';
import type { AuditSummary } from '../../schema/run-record.ts';
import type { Score } from '../../schema/score.ts';
import type { Verdict } from '../../schema/verdict.ts';
import { countRepeatedAnswers, type Pass } from '../../score/repeated-answers.ts';
import { countOf } from '../../util/count-of.ts';
import { listSome } from '../../util/list-some.ts';
import { differsFlag } from '../proof/settle-proof.ts';

/** How many solutions break which safety rules, worst first; nothing if none does. */
export function describeFlags(verdicts: readonly Pick<Verdict, 'flags'>[], choice?: SafetyChoice): string[] {
  const rules = chooseRules(choice);
  const flagged = verdicts.filter(({ flags }) => rules.some(({ id }) => flags.includes(id)));
  if (flagged.length === 0) return [];
  const counts = rules
    .map(({ id, severity }) => ({ id, severity, count: flagged.filter(({ flags }) => flags.includes(id)).length }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => severities.indexOf(b.severity) - severities.indexOf(a.severity) || b.count - a.count);
  const listed = counts.map(({ id, severity, count }) => `${id} ${count}${severity === 'high' ? ' (high)' : ''}`);
  return [`The safety scan flags ${flagged.length} of ${verdicts.length} solutions: ${listed.join(', ')}.`];
}

/** How many passes are proven, and what became of the others; nothing if no proof was asked for. */
export function describeProof(verdicts: readonly Pick<Verdict, 'outcome' | 'proof' | 'flags'>[]): string[] {
  const proofs = verdicts.flatMap(({ proof }) => (proof ? [proof] : []));
  const tampered = verdicts.filter(({ outcome }) => outcome === 'tampered').length;
  const reverse = verdicts.filter(({ flags }) => flags.includes(differsFlag)).length;
  if (proofs.length + reverse === 0) return [];
  const count = (state: Proof['state']) => proofs.filter((proof) => proof.state === state).length;
  const byReference = proofs.filter((proof) => proof.state === 'proven' && proof.level === 'reference').length;
  const counts = `${count('unproven')} unproven, ${count('unprovable')} unprovable, ${tampered} tampered`;
  const failing = proofs.filter((proof) => proof.state === 'unproven' && proof.fails).length;
  return [
    `Integrity: ${count('proven')} passes proven under the separate judge (${byReference} of them by references), ${counts}. ` +
      `The two judges differ on ${countOf(failing + reverse, 'sample')}: ${failing} pass only in one process with their tests, ${reverse} only apart from them.`,
  ];
}

/** What the audit found, what it cost, and what it would have found. */
export function describeAudit(audit: AuditSummary): string[] {
  const { passes, audited, proven, references, unproven, failing, unprovable, forged, probability, cost } = audit;
  const which = audited === passes ? `all ${passes} passes` : `${audited} of ${passes} passes, drawn at random,`;
  const found = `${proven} proven (${references} of them by references), ${unproven} unproven, ${unprovable} unprovable`;
  const reach =
    forged === undefined || probability === undefined || audited === passes
      ? ''
      : `; had ${forged} of the ${passes} been forged, it would have found one with a probability of ${formatShare(probability)}`;
  const accusation = `${failing} of them pass only in one process with their tests, twice: they may deceive them.`;
  return [
    `Audit: ${which} were run again under the separate judge: ${found}.${failing > 0 ? ` ${accusation}` : ''} ` +
      `The audit took ${formatShare(cost)} of the CPU that reference solutions and samples took${reach}.`,
  ];
}

const listedShares = 10;

/** Which verdicts other seeds change, and what that means for pass@1; nothing if none was re-run. */
export function describeChance({ chance }: Score, verdicts: readonly Pick<Verdict, 'taskId' | 'chance'>[]): string[] {
  if (!chance) return [];
  const { confirmed, changed, range } = chance;
  if (changed === 0) return [`Chance: none of ${confirmed} re-run samples changes its verdict with other seeds.`];
  const tell = (id: string, { passed, runs }: NonNullable<Verdict['chance']>) => `${id} passes ${passed} of ${runs}`;
  const shares = verdicts.flatMap(({ taskId, chance: own }) => (own ? [tell(taskId, own)] : []));
  const [low, high] = range.map(formatShare);
  return [
    `Chance: ${changed} of ${confirmed} re-run samples change their verdict with other seeds (${listSome(shares, listedShares)}), so pass@1 lies between ${low} and ${high}.`,
  ];
}

/** Whether one and the same answer solves many tasks, as no honest one does; nothing if none does. */
export function describeRepeats(passes: Iterable<Pass>): string[] {
  const counts = countRepeatedAnswers(passes);
  if (counts.length === 0) return [];
  const more = counts.length > 1 ? `, and ${counts.length - 1} more do likewise` : '';
  return [`One answer passes ${counts[0]} tasks, word for word the same${more}: it may deceive the tests.`];
}
