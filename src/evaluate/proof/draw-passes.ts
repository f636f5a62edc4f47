import type { JudgedSample, RunState } from '../../store/run-state.ts';
import { sha256 } from '../../util/hash.ts';

/** How many passes are audited; all of them where there are fewer. */
export const drawnAtMost = 60;

/** The passes that a run's audit is about, those that it looks at, and whether chance has chosen these. */
export interface Draw {
  readonly passes: readonly JudgedSample[];
  readonly drawn: readonly JudgedSample[];
  /** As many as were drawn; all passes once one of those fails under the separate judge. */
  readonly audited: readonly JudgedSample[];
}

/** The seed draws the passes with the smallest hashes, so that another answer to one task changes nothing for the others. */
export function drawPasses(state: RunState): Draw {
  const passes = state.judged.filter(({ verdict }) => verdict.outcome === 'pass');
  const drawn = passes
    .map((pass) => ({
      pass,
      rank: sha256(JSON.stringify([state.auditSeed, pass.taskId, pass.index, pass.programHash])),
    }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, drawnAtMost)
    .map(({ pass }) => pass);
  return { passes, drawn, audited: drawn.some((pass) => failsThere(state, pass)) ? passes : drawn };
}

/** Whether a pass in one process is a failure under the separate judge. */
export function failsThere(state: RunState, pass: JudgedSample): boolean {
  const proof = state.auditOf(pass)?.proof;
  return proof?.state === 'unproven' && proof.fails === true;
}
