import type { RunState } from './run-state.ts';

/**
 * What two runs say of the programs that both have judged. One that ran out of wall time in one run and passes in the other
 * is left out: a busy machine did that, not the world that it ran in.
 */
export function matchJudged(a: RunState, b: RunState) {
  return a.judged.flatMap(({ taskId, index, programHash, verdict }) => {
    const other = b.find({ taskId, index });
    if (!other?.verdict || programHash === undefined || programHash !== other.programHash) return [];
    const pair = { taskId, index, a: verdict, b: other.verdict };
    const isLate = [pair.a, pair.b].some(({ failure }) => failure?.line.startsWith('timeout: wall'));
    return isLate && (pair.a.status === 'pass') !== (pair.b.status === 'pass') ? [] : [pair];
  });
}
