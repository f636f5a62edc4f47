import { type UnprovenReason, unprovenReasonSchema } from '../../schema/proof.ts';
import type { Verdict } from '../../schema/verdict.ts';

const reasons: Record<UnprovenReason, string> = {
  nothing: 'their tests assert nothing that can be made false',
  unreached: 'no assertion was reached',
  otherwise: 'the twin ended otherwise',
  reference: 'the reference solution passes the twin, too',
  executor: 'the executor runs no twins',
};

/** One sentence that says how many passes are proven, and what became of the others; nothing where no proof was asked for. */
export function describeProof(verdicts: readonly Pick<Verdict, 'outcome' | 'proof'>[]): string[] {
  const proofs = verdicts.flatMap(({ proof }) => (proof ? [proof] : []));
  const tampered = verdicts.filter(({ outcome }) => outcome === 'tampered').length;
  if (proofs.length === 0) return [];
  const unproven = proofs.flatMap((proof) => (proof.state === 'unproven' ? [proof.why] : []));
  const listed = unprovenReasonSchema.options
    .map((reason) => ({ reason, count: unproven.filter((why) => why === reason).length }))
    .filter(({ count }) => count > 0)
    .map(({ reason, count }) => `${reasons[reason]}: ${count}`);
  const why = listed.length > 0 ? ` (${listed.join('; ')})` : '';
  return [
    `Integrity: ${proofs.length - unproven.length} passes proven, ${unproven.length} unproven${why}, ${tampered} tampered.`,
  ];
}
