import type { Proof } from '../../schema/proof.ts';
import type { AuditSummary } from '../../schema/run-record.ts';
import { logChoose } from '../../score/log-factorial.ts';
import type { JudgedSample } from '../../store/conversations.ts';
import type { RunState } from '../../store/run-state.ts';
import { sha256 } from '../../util/hash.ts';

/** How many passes are audited; all of them where there are fewer. */
export const drawnAtMost = 60;

/**
 * The passes that a run's audit is about, and those that it looks at: as many as were drawn; all passes once one of those
 * fails under the separate judge. The seed draws the passes with the smallest hashes, so that another answer to one task
 * changes nothing for the others.
 */
export function drawPasses(state: RunState) {
  const passes = state.judged.filter(({ verdict }) => verdict.outcome === 'pass');
  const rankOf = ({ taskId, index, programHash }: JudgedSample) =>
    sha256(JSON.stringify([state.auditSeed, taskId, index, programHash]));
  const drawn = passes
    .map((pass) => ({ pass, rank: rankOf(pass) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, drawnAtMost)
    .map(({ pass }) => pass);
  return { passes, drawn, audited: drawn.some(failsThere) ? passes : drawn };
}

/** Whether a pass in one process is a failure under the separate judge. */
function failsThere({ audit }: JudgedSample): boolean {
  const proof = audit?.proof;
  return proof?.state === 'unproven' && proof.fails === true;
}

/** What an audit must be likely to find for the report to say so. */
const wanted = 0.95;

/** What the audit of a run came to; undefined where there was none. */
export function summarizeAudit(state: RunState): AuditSummary | undefined {
  const { auditSeed: seed } = state;
  if (seed === undefined) return undefined;
  const { passes, audited } = drawPasses(state);
  const found = audited.flatMap(({ audit }) => audit ?? []);
  if (found.length === 0) return undefined;
  const count = (is: (proof: Proof) => boolean) => found.filter(({ proof }) => is(proof)).length;
  const unprovable = count(({ state }) => state === 'unprovable');
  const spent = [...state.groundTruth.values(), ...state.judged.map(({ verdict }) => verdict)];
  return {
    seed,
    unprovable,
    passes: passes.length,
    audited: found.length,
    proven: count(({ state }) => state === 'proven'),
    references: count((proof) => proof.state === 'proven' && proof.level === 'reference'),
    unproven: count(({ state }) => state === 'unproven'),
    failing: audited.filter(failsThere).length,
    cost: sumCpu(found) / Math.max(1, sumCpu(spent)),
    ...detect(passes.length, found.length - unprovable),
  };
}

/** The fewest forged ones among these passes of which the draw is likely to have one, and how likely. */
export function detect(passes: number, drawn: number): Pick<AuditSummary, 'forged' | 'probability'> {
  for (let forged = 1; forged <= passes; forged++) {
    const probability = detectionProbability({ passes, drawn, forged });
    if (probability >= wanted) return { forged, probability };
  }
  return {};
}

/** How likely a draw is to have at least one of the forged ones (hypergeometric). */
export function detectionProbability(of: { readonly passes: number; readonly drawn: number; readonly forged: number }) {
  const { passes, drawn, forged } = of;
  if (forged > passes - drawn) return drawn === 0 ? 0 : 1;
  return 1 - Math.exp(logChoose(passes - forged, drawn) - logChoose(passes, drawn));
}

function sumCpu(all: readonly { readonly cpuMs: number }[]): number {
  return all.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
}
