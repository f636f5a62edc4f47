import { conclude, hasPassed, nothingFound, type Subject, type Trial, type Witness } from '../witness.ts';
import { type Rewrite, rewrite, rewrites } from './rewrites.ts';

/** Programs that mean the same as the reference solution must pass as well: all at once, then what fails one by one. */
export const equalRewrites: Witness = {
  name: 'equal-rewrites',
  kind: 'too-strict',
  version: 3,
  async examine(subject, runTrials) {
    const together = await runTrials(buildTrials(subject, { name: 'all', chosen: rewrites }));
    if (together.every(hasPassed)) return nothingFound;
    const single = await runTrials(
      rewrites.flatMap((each) =>
        buildTrials(subject, { name: each.name, chosen: [each] }).map((trial) => ({ ...trial, isRare: each.isRare })),
      ),
    );
    const rejected = single.filter((trial) => !hasPassed(trial));
    if (rejected.length === 0) return nothingFound;
    const what = rejected.map(({ change }) => change).join('; ');
    const strength = rejected.every(({ isRare }) => isRare) ? 'hint' : 'doubt';
    return conclude(strength, `Its tests reject a program that does what the prompts say: ${what}.`, rejected);
  },
};

/** None where there is nothing to rewrite. */
function buildTrials(
  { parser, reference, task }: Subject,
  { name, chosen }: { readonly name: string; readonly chosen: readonly Rewrite[] },
): Trial[] {
  const code = rewrite(parser, reference, task, chosen);
  const change = chosen.map(({ what }) => what).join('; ');
  return code === undefined ? [] : [{ name, code, test: task.test, change }];
}
