import type { Task } from '../../schema/task.ts';
import { readAsset } from '../../util/read-asset.ts';
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
  readonly changeTest?: (test: string) => string;
}

const script = readAsset('audit/surroundings.py');

/** The job's own seed follows from its tests: a comment changes random numbers and nothing else. */
const drawAgain = (name: string): Surrounding => ({
  name,
  blame: 'random numbers: it fails with another seed',
  changeTest: (test) => `${test}\n# other ${name} numbers\n`,
});

const daysToLeapDay = Math.round((nextLeapDay(new Date()) - Date.now()) / 86_400_000);

export const leapDay: Surrounding = {
  name: 'leap-day',
  blame: 'the date: it fails on 29 February',
  python: { date: daysToLeapDay },
};

export const dates: readonly Surrounding[] = [
  { name: 'week', blame: 'the date: it fails a week from now', python: { date: 7 } },
  { name: 'year', blame: 'the date: it fails a year from now', python: { date: 366 } },
  leapDay,
];

/** A clock of ours that shows the true time: if this fails too, the date is not to blame. */
export const sameDate: Surrounding = { name: 'today', blame: '', python: { date: 0 } };

export const hashSeed: Surrounding = {
  name: 'hashes',
  blame: 'the order of a set: it fails with another hash seed',
  seed: 7,
};

export const places: readonly Surrounding[] = [
  drawAgain('random'),
  {
    name: 'folders',
    blame: 'the order of a folder: it fails when entries come in another order',
    python: { folders: true },
  },
  hashSeed,
  { name: 'zone', blame: 'the time zone: it fails in India', python: { zone: 'Asia/Kolkata' } },
  { name: 'locale', blame: 'the locale: it fails where text is not UTF-8 by default', python: { locale: 'C' } },
  { name: 'order', blame: 'the order of its tests: it fails when they run backwards', changeTest: reverseTests },
  { name: 'load', blame: 'the load: it fails when everything takes ten times as long', python: { speed: 10 } },
];

/** With `--deep`: what fails one time in ten is rarely met with a single draw. */
export const moreDraws: readonly Surrounding[] = Array.from({ length: 8 }, (_, at) => drawAgain(`random-${at + 2}`));

export function surround(name: string, task: Task, reference: string, around: readonly Surrounding[]): Trial {
  const settings: PythonSettings = Object.assign({}, ...around.map(({ python }) => python));
  const spell = (value: unknown) => (value === true ? 'True' : JSON.stringify(value));
  const keywords = Object.entries(settings).map(([key, value]) => `${key}=${spell(value)}`);
  const changing = JSON.stringify(`${script}\nchange(${keywords.join(', ')})`);
  const prelude = keywords.length === 0 ? '' : `exec(${changing}, {})\n`;
  return {
    name,
    code: prelude + reference,
    test: around.reduce((test, { changeTest }) => changeTest?.(test) ?? test, task.test),
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
