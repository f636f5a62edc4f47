import { conclude, hasPassed, nothingFound, type RunTrials, type Subject, type Witness } from '../witness.ts';
import { dates, hashSeed, leapDay, moreDraws, places, type Surrounding, sameDate, surround } from './surroundings.ts';

/** Everything at once first, since most tasks do not mind; what fails is then told apart one by one. */
export const elsewhere: Witness = {
  name: 'elsewhere',
  kind: 'chance',
  version: 2,
  examine(subject, runTrials) {
    const around = subject.isDeep ? [...places, ...moreDraws] : places;
    return separate(subject, runTrials, { name: 'all', together: around, apart: around });
  },
};

export const anotherDay: Witness = {
  name: 'another-day',
  kind: 'chance',
  version: 1,
  examine: (subject, runTrials) =>
    separate(subject, runTrials, { name: 'first', together: [leapDay], apart: [sameDate, ...dates] }),
};

interface Changes {
  /** Of the trial with the changes that are tried first, together. */
  readonly name: string;
  readonly together: readonly Surrounding[];
  /** Those that are tried one by one if it fails. */
  readonly apart: readonly Surrounding[];
}

async function separate(
  { task, reference, isDeep }: Subject,
  runTrials: RunTrials,
  { name, together, apart }: Changes,
) {
  const [first] = await runTrials([surround(name, task, reference, together)]);
  const hasBorneAll = first !== undefined && hasPassed(first);
  if (hasBorneAll && !isDeep) return nothingFound;
  const findFailures = async (around: readonly Surrounding[]) => {
    const trials = around.map((each) => ({ ...surround(each.name, task, reference, [each]), around: each }));
    return (await runTrials(trials)).filter((trial) => !hasPassed(trial));
  };
  const single = await findFailures(apart);
  const isBorne = !single.some(({ around }) => around === sameDate);
  if (!isBorne) return conclude('unheard', 'Its tests do not bear a clock of ours.');
  // Another hash seed brings other random numbers and another order of folders along: these are ruled out first.
  const isDraw = ({ around }: (typeof single)[number]) => /^(?:random|folders)/.test(around.name);
  const isUnclear = !isDeep && single.some(({ around }) => around === hashSeed) && !single.some(isDraw);
  const causes = [...single, ...(isUnclear ? await findFailures(moreDraws) : [])];
  const failed = causes.filter(({ around }) => around !== hashSeed || !causes.some(isDraw));
  if (failed.length === 0 && hasBorneAll) return nothingFound;
  if (failed.length === 0) {
    return conclude('hint', 'The reference solution fails with many changes around it, but with none of them alone.');
  }
  const blames = [...new Set(failed.map(({ around }) => around.blame))];
  const strength = failed.every(({ around }) => around.name === 'locale') ? 'hint' : 'doubt';
  return conclude(strength, `The reference solution depends on ${blames.join('; ')}.`, failed);
}

/** How the reference solution does here, as the ground truth says. */
export const plainReference: Witness = {
  name: 'reference',
  kind: 'reference',
  version: 1,
  needsNoReference: true,
  examine({ groundTruth: { state } }) {
    switch (state.state) {
      case 'stable':
        return nothingFound;
      case 'flaky':
        return conclude('doubt', `The reference solution passes only ${state.passed} of ${state.runs} times.`);
      case 'needs-network':
        return conclude('doubt', 'The reference solution needs the network: it fails without one.');
      case 'broken':
        return conclude('proof', `The reference solution fails here: ${state.reason.slice(0, 200)}`);
    }
  },
};
