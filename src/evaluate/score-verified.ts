import { listVerified, pickVerified } from '../dataset/shipped-audit.ts';
import type { GroupScore } from '../schema/score.ts';
import { type ScoreRunInput, scoreGroup } from '../score/score-run.ts';

/**
 * pass@1 over the verified ones of the scored tasks. Runs do not keep it: it follows from their verdicts and the audit
 * that this version of the package ships. `version` is the dataset's, where it is known.
 */
export function scoreVerified(
  { tasks, samples, version }: Pick<ScoreRunInput, 'tasks' | 'samples'> & { readonly version: string | undefined },
  verified = listVerified(),
): GroupScore | undefined {
  const sound = tasks.filter(({ id }) => pickVerified([id], version, verified).length > 0);
  return sound.length === 0 ? undefined : scoreGroup('verified', sound, samples);
}
