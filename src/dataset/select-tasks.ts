import { usageError } from '../error/bigcodebench-error.ts';
import { domainSchema, type Task } from '../schema/task.ts';
import { findNearest } from '../util/find-nearest.ts';
import { libraryDomains, publishedIds } from './public-tasks.ts';
import { requireVerified, type VerifiedTasks } from './shipped-audit.ts';

/** Which tasks of a set to keep; without any of these, all. */
export interface SelectTasksOptions {
  /** `17`, `BigCodeBench/17`, `20-30` (inclusive), `lib:pandas`, `domain:network`, `hard`, `failed@RUN`, `sound@AUDIT`, `suspect`, `!…`. */
  readonly select?: readonly string[] | undefined;
  /** The same, to leave out. */
  readonly exclude?: readonly string[] | undefined;
  /** `10-20`: positions in the set from 0, the last excluded, as in the original. */
  readonly idRange?: string | undefined;
  /** Ids of the tasks a run did not solve, for `failed@RUN`. */
  readonly failedOf?: (run: string) => Promise<readonly string[]>;
  /** Ids of the tasks that an audit has nothing against, for `sound@AUDIT`. */
  readonly soundOf?: (audit: string) => Promise<readonly string[]>;
  /** Which tasks `suspect` spares; by default those that the audit in this package calls sound. */
  readonly verified?: VerifiedTasks | undefined;
}

/** The tasks that any selector takes and none excludes, in order. An empty selection is an error. */
export async function selectTasks(tasks: readonly Task[], options: SelectTasksOptions = {}): Promise<Task[]> {
  const { select = [], exclude = [], idRange } = options;
  const texts = [...select, ...exclude.map((text) => `!${text.trim()}`)].map((text) => text.trim()).filter(Boolean);
  const isExcluding = (text: string) => text.startsWith('!');
  const included = new Set(texts.every(isExcluding) ? tasks : []);
  const excluded = new Set<Task>();
  for (const text of texts) {
    const taken = await takeSelected(text, tasks, options);
    for (const task of taken) (isExcluding(text) ? excluded : included).add(task);
  }
  const ranged = idRange ? takeRange(tasks, idRange) : tasks;
  const selected = ranged.filter((task) => included.has(task) && !excluded.has(task));
  if (selected.length > 0) return selected;
  const asked = [...texts, ...(idRange ? [`--id-range ${idRange}`] : [])].join(',');
  throw usageError(`The selection ${asked} matches none of the ${tasks.length} tasks.`);
}

type Take = (tasks: readonly Task[], name: string, options: SelectTasksOptions) => Promise<Task[]>;

/** The tasks that a selector names; `!` before it, which excludes them, makes no difference here. */
async function takeSelected(text: string, tasks: readonly Task[], options: SelectTasksOptions) {
  const word = text.replace(/^!/, '').trim();
  if (word === 'hard') return tasks.filter(({ hard }) => hard);
  if (word === 'suspect') return takeSuspect(tasks, options);
  const [, prefix, rest = ''] = /^(lib:|domain:|failed@|sound@)(.*)$/.exec(word) ?? [];
  const take = prefix === undefined ? undefined : takeNamed[prefix];
  const name = rest.trim();
  if (take && name !== '') return take(tasks, name, options);
  const [, first, last] = /^(\d+)\s*-\s*(\d+)$/.exec(word) ?? [];
  if (first !== undefined && Number(first) <= Number(last)) return takeNumbers(tasks, Number(first), Number(last));
  if (word !== '' && !/[\s:@!]/.test(word) && first === undefined) return takeId(tasks, word);
  const known = '17, 20-30, lib:pandas, domain:network, hard, failed@RUN, sound@AUDIT, suspect, or !… to exclude';
  throw usageError(`${JSON.stringify(text)} is not a selector; use ${known}.`);
}

const takeNamed: Readonly<Record<string, Take>> = {
  'lib:': async (tasks, name) => {
    const isNamed = (library: string) => library.toLowerCase() === name.toLowerCase();
    const found = tasks.filter(({ libs }) => libs.some(isNamed));
    const known = [...new Set([...libraryDomains.keys(), ...tasks.flatMap(({ libs }) => libs)])];
    if (found.length > 0 || known.some(isNamed)) return found;
    const nearest = findNearest(name, known);
    const hint = nearest ? `did you mean lib:${nearest}?` : 'run `bcb dataset list` to see them.';
    throw usageError(`No task uses the library ${JSON.stringify(name)}: ${hint}`);
  },
  'domain:': async (tasks, name) => {
    const words = domainSchema.options.map((option) => option.toLowerCase());
    const domain = domainSchema.options[words.indexOf(name.toLowerCase())];
    if (domain) return tasks.filter(({ domains }) => domains.includes(domain));
    const nearest = findNearest(name.toLowerCase(), words);
    const hint = nearest ? `did you mean domain:${nearest}?` : `use one of ${words.join(', ')}.`;
    throw usageError(`There is no domain ${JSON.stringify(name)}: ${hint}`);
  },
  'failed@': (tasks, run, { failedOf }) => takeListed(tasks, failedOf?.(run)),
  'sound@': (tasks, audit, { soundOf }) => takeListed(tasks, soundOf?.(audit)),
};

function takeSuspect(tasks: readonly Task[], { verified = requireVerified(tasks) }: SelectTasksOptions): Task[] {
  const known = new Set(publishedIds);
  return tasks.filter(({ id }) => known.has(id) && !verified.ids.has(id));
}

function takeId(tasks: readonly Task[], wanted: string): Task[] {
  const found = tasks.filter(({ id }) => id === wanted || (/^\d+$/.test(wanted) && numberOf(id) === Number(wanted)));
  if (found.length > 0) return found;
  const ids = tasks.map(({ id }) => id);
  const nearest = findNearest(wanted, ids);
  throw usageError(`There is no task ${JSON.stringify(wanted)}${nearest ? `: did you mean ${nearest}?` : '.'}`);
}

function takeNumbers(tasks: readonly Task[], first: number, last: number): Task[] {
  const found = tasks.filter(({ id }) => first <= numberOf(id) && numberOf(id) <= last);
  if (found.length > 0) return found;
  throw usageError(`There is no task numbered ${first} to ${last}.`);
}

async function takeListed(tasks: readonly Task[], listing: Promise<readonly string[]> | undefined): Promise<Task[]> {
  if (!listing) throw usageError('failed@RUN and sound@AUDIT are not available here: no run folder was given.');
  const ids = new Set(await listing);
  return tasks.filter(({ id }) => ids.has(id));
}

/** The number at the end of an id: 17 in `BigCodeBench/17`; NaN if there is none. */
function numberOf(id: string): number {
  return Number(/(?:^|\/)(\d+)$/.exec(id)?.[1]);
}

function takeRange(tasks: readonly Task[], idRange: string): readonly Task[] {
  const [, first, end] = (/^\s*(\d+)\s*-\s*(\d+)\s*$/.exec(idRange) ?? []).map(Number);
  if (first !== undefined && end !== undefined && first < end) return tasks.slice(first, end);
  const sentence = `--id-range takes two positions like 10-20 (the last excluded), not ${JSON.stringify(idRange)}.`;
  throw usageError(sentence);
}
