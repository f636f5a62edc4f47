import type { RecordedAnswer } from '../../compare/recorded-answers.ts';
import type { Task } from '../../schema/task.ts';
import { readAsset, readJsonAsset } from '../../util/read-asset.ts';
import {
  conclude,
  hasPassed,
  nothingFound,
  type RunTrials,
  type Subject,
  type Trial,
  type Witness,
} from '../witness.ts';

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

/** The arguments of `change` in assets/audit/surroundings.py. */
type PythonSettings = Readonly<{ date?: number; speed?: number; zone?: string; locale?: string; folders?: true }>;

/** One thing that is different around the reference solution. */
interface Surrounding {
  readonly name: string;
  /** What a failure is blamed on. */
  readonly blame: string;
  readonly python?: PythonSettings;
  /** Of random numbers, hashes and folders together. */
  readonly seed?: number;
  readonly tests?: keyof typeof changeTests;
}

const changeTests = {
  /** The job's own seed follows from its tests: a comment changes random numbers and nothing else. */
  again: (test: string, name: string) => `${test}\n# other ${name} numbers\n`,
  reversed: reverseTests,
};

const script = readAsset('audit/surroundings.py');
const known = readJsonAsset<Record<'places' | 'dates', Surrounding[]> & { today: Surrounding }>(
  'audit/surroundings.json',
);

/** `today` is a clock of ours that shows the true time: if this fails too, the date is not to blame. */
export const { places, today } = known;

const daysToLeapDay = Math.round((nextLeapDay(new Date()) - Date.now()) / 86_400_000);

const dates = known.dates.map((each) => ({ python: { date: daysToLeapDay }, ...each }));

/** What fails one time in ten is rarely met with a single draw. */
const moreDraws = Array.from({ length: 8 }, (_, at): Surrounding => {
  return { name: `random-${at + 2}`, blame: places[0]?.blame ?? '', tests: 'again' };
});

function surround(name: string, task: Task, reference: string, around: readonly Surrounding[]): Trial {
  const settings: PythonSettings = Object.assign({}, ...around.map(({ python }) => python));
  const spell = (value: unknown) => (value === true ? 'True' : JSON.stringify(value));
  const keywords = Object.entries(settings).map(([key, value]) => `${key}=${spell(value)}`);
  const changing = JSON.stringify(`${script}\nchange(${keywords.join(', ')})`);
  const prelude = keywords.length === 0 ? '' : `exec(${changing}, {})\n`;
  return {
    name,
    code: prelude + reference,
    test: around.reduce((test, { tests, name: of }) => (tests ? changeTests[tests](test, of) : test), task.test),
    seed: around.find((each) => each.seed !== undefined)?.seed,
    change: around.map((each) => each.name).join(', '),
  };
}

/** unittest runs methods by name: longer and longer prefixes turn their order around. */
function reverseTests(test: string): string {
  const found = [...test.matchAll(/^([ \t]+)(?:async )?def (test\w*)\(/gm)];
  // A function inside a test may be called `test…`, too.
  const depth = Math.min(...found.map(([, indentation = '']) => indentation.length));
  const methods = found.flatMap(([, indentation, name = '']) => (indentation?.length === depth ? [name] : []));
  const names = [...new Set(methods)].sort();
  const width = String(names.length).length;
  return names.reduce((text, name, at) => {
    const place = String(names.length - at).padStart(width, '0');
    return text.replaceAll(new RegExp(`\\b${name}\\b(?=\\()`, 'g'), `test_${place}_${name}`);
  }, test);
}

function nextLeapDay(from: Date): number {
  for (let year = from.getUTCFullYear() + 1; ; year++) {
    const day = new Date(Date.UTC(year, 1, 29, from.getUTCHours(), from.getUTCMinutes()));
    if (day.getUTCMonth() === 1) return day.getTime();
  }
}
