import {
  askFor,
  conclude,
  hasPassed,
  listEvidence,
  nothingFound,
  type Seen,
  type Step,
  type Subject,
  type Witness,
} from '../witness.ts';
import { dates, hashSeed, leapDay, moreDraws, places, type Surrounding, sameDate, surround } from './surroundings.ts';

/** Everything at once first, since most tasks do not mind; what fails is then told apart one by one. */
export const elsewhere: Witness = {
  name: 'elsewhere',
  kind: 'chance',
  version: 2,
  examine(subject, seen) {
    const around = subject.isDeep ? [...places, ...moreDraws] : places;
    return separate(subject, seen, { name: 'all', together: around, apart: around });
  },
};

export const anotherDay: Witness = {
  name: 'another-day',
  kind: 'chance',
  version: 1,
  examine: (subject, seen) =>
    separate(subject, seen, { name: 'first', together: [leapDay], apart: [sameDate, ...dates] }),
};

interface Changes {
  /** Of the trial with the changes that are tried first, together. */
  readonly name: string;
  readonly together: readonly Surrounding[];
  /** Those that are tried one by one if it fails. */
  readonly apart: readonly Surrounding[];
}

function separate(subject: Subject, seen: Seen, { name: first, together, apart: around }: Changes): Step {
  const begun = askFor([surround(first, subject.task, subject.reference, together)], seen);
  if (begun) return begun;
  if (hasPassed(seen.get(first)) && !subject.isDeep) return nothingFound;
  const fails = ({ name }: Surrounding) => seen.has(name) && !hasPassed(seen.get(name));
  const build = (each: Surrounding) => surround(each.name, subject.task, subject.reference, [each]);
  const step = askFor(around.map(build), seen);
  if (step) return step;
  if (fails(sameDate)) return conclude('unheard', 'Its tests do not bear a clock of ours.');
  const single = around.filter(fails);
  // Another hash seed brings other random numbers and another order of folders along: these are ruled out first.
  const isUnclear = single.includes(hashSeed) && !single.some(({ name }) => /^(?:random|folders)/.test(name));
  const draws = isUnclear ? askFor(moreDraws.map(build), seen) : undefined;
  if (draws) return draws;
  const causes = [...single, ...(isUnclear ? moreDraws.filter(fails) : [])];
  const failed = causes.filter(
    (each) => each !== hashSeed || causes.every(({ name }) => !/^(?:random|folders)/.test(name)),
  );
  if (failed.length === 0 && hasPassed(seen.get(first))) return nothingFound;
  if (failed.length === 0) {
    return conclude('hint', 'The reference solution fails with many changes around it, but with none of them alone.');
  }
  const evidence = listEvidence(failed.map(build), seen);
  const blames = [...new Set(failed.map(({ blame }) => blame))];
  const strength = failed.every(({ name }) => name === 'locale') ? 'hint' : 'doubt';
  return conclude(strength, `The reference solution depends on ${blames.join('; ')}.`, evidence);
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
