import type { Task } from '../../schema/task.ts';
import { readAsset, readJsonAsset } from '../../util/read-asset.ts';
import type { Trial } from '../witness.ts';

/** The arguments of `change` in assets/audit/surroundings.py. */
type PythonSettings = Readonly<{ date?: number; speed?: number; zone?: string; locale?: string; folders?: true }>;

/** One thing that is different around the reference solution. */
export interface Surrounding {
  readonly name: string;
  /** What a failure is blamed on. */
  readonly blame: string;
  readonly python?: PythonSettings;
  /** Of random numbers, hashes and folders together. */
  readonly seed?: number;
  /** What is done to the tests. */
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

export const dates = known.dates.map((each) => ({ python: { date: daysToLeapDay }, ...each }));

/** What fails one time in ten is rarely met with a single draw. */
export const moreDraws = Array.from({ length: 8 }, (_, at): Surrounding => {
  return { name: `random-${at + 2}`, blame: places[0]?.blame ?? '', tests: 'again' };
});

export function surround(name: string, task: Task, reference: string, around: readonly Surrounding[]): Trial {
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
