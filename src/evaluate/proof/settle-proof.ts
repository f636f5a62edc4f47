import { type Execution, upstreamStatusOf } from '../../schema/execution.ts';
import { type Proof, type Provable, unprovenFlag } from '../../schema/proof.ts';

/** How the reference solution does under the separate judge; undefined where there is none. */
export type FindProvable = () => Promise<Provable | undefined>;

/** On what the separate judge has proven a pass; undefined if it has not. */
export function provenLevel({ outcome, separate }: Execution): 'value' | 'reference' | undefined {
  if (outcome !== 'pass' || separate === undefined || !('level' in separate)) return undefined;
  return separate.level === 'word' ? undefined : separate.level;
}

/** Whether the separate judge says that it cannot judge these tests. */
export function isUnprovable({ separate }: Execution): boolean {
  return separate === undefined || 'unprovable' in separate;
}

/** Whether the tests have decided, not a limit, a signal or the sandbox. */
export function isDecided({ outcome }: Execution): boolean {
  return ['pass', 'fail', 'error', 'tampered'].includes(outcome);
}

/** What both judges together say of a program that the separate one has not proven. */
export async function settleProof(separate: Execution, plain: Execution, find: FindProvable): Promise<Execution> {
  if (separate.outcome === 'tampered') {
    const reason = separate.reason ?? 'under the separate judge';
    return { ...plain, outcome: 'tampered', status: upstreamStatusOf.tampered, reason };
  }
  if (plain.outcome !== 'pass') {
    const differs = separate.outcome === 'pass' && separate.separate !== undefined;
    return differs ? { ...plain, flags: [...plain.flags, differsFlag] } : plain;
  }
  const proof = await proofOf(separate, find);
  const flags = proof.state === 'unproven' ? [...plain.flags, unprovenFlag] : plain.flags;
  return { ...plain, proof, flags };
}

/** What a run under the separate judge makes of a pass in one process. */
export async function proofOf(separate: Execution, findProvable: FindProvable): Promise<Proof> {
  const level = provenLevel(separate);
  if (level) return { state: 'proven', level };
  const why = whyUnproven(separate);
  if (isUnprovable(separate)) return { state: 'unprovable', why };
  const provable = await findProvable();
  if (provable && 'why' in provable) return { state: 'unprovable', why: `the reference solution: ${provable.why}` };
  const fails = isDecided(separate) && separate.outcome !== 'pass';
  return { state: 'unproven', why, ...(fails && { fails }) };
}

/** The flag of a program that passes under the separate judge and fails in one process. */
export const differsFlag = 'integrity:differs';

export function whyUnproven({ outcome, reason, separate }: Execution): string {
  if (separate === undefined) return 'the executor has no separate judge';
  if ('unprovable' in separate) return separate.unprovable;
  if (outcome === 'pass') return separate.words.join('; ');
  return `${outcome} under the separate judge${reason ? `: ${reason}` : ''}`;
}
