import {
  askFor,
  conclude,
  hasPassed,
  nothingFound,
  type Seen,
  type Step,
  type Subject,
  toEvidence,
  type Witness,
} from '../witness.ts';
import { dates, hashSeed, moreDraws, places, type Surrounding, sameDate, surround } from './surroundings.ts';

/** Everything at once first, since most tasks do not mind; what fails is then told apart one by one. */
export const elsewhere: Witness = {
  name: 'elsewhere',
  kind: 'chance',
  version: 1,
  examine: (subject, seen) => separate(subject, seen, subject.isDeep ? [...places, ...moreDraws] : places),
};

export const anotherDay: Witness = {
  name: 'another-day',
  kind: 'chance',
  version: 1,
  examine(subject, seen) {
    const [, , leapDay] = dates;
    const first = [surround('first', subject.task, subject.reference, leapDay ? [leapDay] : [])];
    const step = askFor(first, seen);
    if (step) return step;
    if (hasPassed(seen.get('first')) && !subject.isDeep) return nothingFound;
    return tellApart(subject, seen, [sameDate, ...dates]);
  },
};

function separate(subject: Subject, seen: Seen, around: readonly Surrounding[]): Step {
  const all = surround('all', subject.task, subject.reference, around);
  const step = askFor([all], seen);
  if (step) return step;
  if (hasPassed(seen.get('all')) && !subject.isDeep) return nothingFound;
  return tellApart(subject, seen, around);
}

function tellApart(subject: Subject, seen: Seen, around: readonly Surrounding[]): Step {
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
  if (failed.length === 0 && hasPassed(seen.get('all') ?? seen.get('first'))) return nothingFound;
  if (failed.length === 0) {
    return conclude('hint', 'The reference solution fails with many changes around it, but with none of them alone.');
  }
  const evidence = failed.flatMap((each) => {
    const execution = seen.get(each.name);
    return execution ? [toEvidence(build(each), execution)] : [];
  });
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
