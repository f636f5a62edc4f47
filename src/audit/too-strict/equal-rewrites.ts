import {
  askFor,
  conclude,
  hasPassed,
  listEvidence,
  nothingFound,
  type Subject,
  type Trial,
  type Witness,
} from '../witness.ts';
import { type Rewrite, rewrite, rewrites } from './rewrites.ts';

/** Programs that mean the same as the reference solution must pass as well: all at once, then what fails one by one. */
export const equalRewrites: Witness = {
  name: 'equal-rewrites',
  kind: 'too-strict',
  version: 3,
  examine(subject, seen) {
    const all = buildTrial('all', subject, rewrites);
    if (!all) return nothingFound;
    const step = askFor([all], seen);
    if (step) return step;
    if (hasPassed(seen.get('all'))) return nothingFound;
    const single = rewrites.flatMap((each) => {
      const trial = buildTrial(each.name, subject, [each]);
      return trial ? [{ trial, each }] : [];
    });
    const more = askFor(
      single.map(({ trial }) => trial),
      seen,
    );
    if (more) return more;
    const rejected = single.filter(({ trial }) => !hasPassed(seen.get(trial.name)));
    if (rejected.length === 0) return nothingFound;
    const evidence = listEvidence(
      rejected.map(({ trial }) => trial),
      seen,
    );
    const what = rejected.map(({ each }) => each.what).join('; ');
    const strength = rejected.every(({ each }) => each.isRare) ? 'hint' : 'doubt';
    return conclude(strength, `Its tests reject a program that does what the prompts say: ${what}.`, evidence);
  },
};

function buildTrial(name: string, { parser, reference, task }: Subject, chosen: readonly Rewrite[]): Trial | undefined {
  const code = rewrite(parser, reference, task, chosen);
  return code === undefined
    ? undefined
    : { name, code, test: task.test, change: chosen.map(({ what }) => what).join('; ') };
}
