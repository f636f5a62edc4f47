import type { RecordedAnswer } from '../../compare/recorded-answers.ts';
import { conclude, hasPassed, nothingFound, type RunTrials, type Subject, type Witness } from '../witness.ts';
import { dates, moreDraws, places, type Surrounding, surround, today } from './surroundings.ts';

/** Everything at once first, since most tasks do not mind; what fails is then told apart one by one. */
export const elsewhere: Witness = {
  name: 'elsewhere',
  kind: 'chance',
  version: 2,
  examine: (subject, runTrials) => separate(subject, runTrials, subject.isDeep ? [...places, ...moreDraws] : places),
};

export const anotherDay: Witness = {
  name: 'another-day',
  kind: 'chance',
  version: 1,
  examine: (subject, runTrials) => separate(subject, runTrials, dates.slice(-1), [today, ...dates]),
};

/** Runs the program with changes `together`, and where it fails with each one `apart`. */
async function separate(
  { task, reference, isDeep, who = 'The reference solution' }: Subject & { readonly who?: string },
  runTrials: RunTrials,
  together: readonly Surrounding[],
  apart = together,
) {
  const [first] = await runTrials([surround('first', task, reference, together)]);
  const hasBorneAll = first !== undefined && hasPassed(first);
  if (hasBorneAll && !isDeep) return nothingFound;
  const findFailures = async (around: readonly Surrounding[]) => {
    const trials = around.map((each) => ({ ...surround(each.name, task, reference, [each]), around: each }));
    return (await runTrials(trials)).filter((trial) => !hasPassed(trial));
  };
  const single = await findFailures(apart);
  const isBorne = !single.some(({ around }) => around === today);
  if (!isBorne) return conclude('unheard', 'Its tests do not bear a clock of ours.');
  // Another hash seed brings other random numbers and another order of folders along: these are ruled out first.
  const isDraw = ({ around }: (typeof single)[number]) => /^(?:random|folders)/.test(around.name);
  const isHash = ({ around }: (typeof single)[number]) => around.name === 'hashes';
  const isUnclear = !isDeep && single.some(isHash) && !single.some(isDraw);
  const causes = [...single, ...(isUnclear ? await findFailures(moreDraws) : [])];
  const failed = causes.filter((cause) => !isHash(cause) || !causes.some(isDraw));
  if (failed.length === 0 && hasBorneAll) return nothingFound;
  if (failed.length === 0) {
    return conclude('hint', `${who} fails with many changes around it, but with none of them alone.`);
  }
  const blames = [...new Set(failed.map(({ around }) => around.blame))];
  const strength = failed.every(({ around }) => around.name === 'locale') ? 'hint' : 'doubt';
  return conclude(strength, `${who} depends on ${blames.join('; ')}.`, failed);
}

const mostPasses = 3;

/** With `--deep`: recorded answers that pass must pass elsewhere as well. They may depend on chance themselves: a hint. */
export const recordedPasses: Witness = {
  name: 'recorded-passes',
  kind: 'chance',
  version: 1,
  async examine(subject, runTrials) {
    const passes = subject.isDeep ? subject.answers.filter(({ passed }) => passed).slice(0, mostPasses) : [];
    const hear = async ({ model, solution }: RecordedAnswer, at: number) => {
      const runOwn: RunTrials = (trials) =>
        runTrials(trials.map((trial) => ({ ...trial, name: `${at} ${trial.name}` })));
      const [plain] = await runOwn([surround('plain', subject.task, solution, [])]);
      if (!plain || !hasPassed(plain)) return nothingFound;
      const own = { ...subject, reference: solution, isDeep: false, who: `The recorded answer of ${model}` };
      return separate(own, runOwn, places);
    };
    const heard = await Promise.all(passes.map(hear));
    const found = heard.find(({ strength }) => strength !== 'none');
    return found ? { ...found, strength: 'hint' } : nothingFound;
  },
};

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
