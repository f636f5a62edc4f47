import { type BigCodeBenchError, usageError } from '../error/bigcodebench-error.ts';
import { domainSchema } from '../schema/domain.ts';
import type { Task } from '../schema/task.ts';
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
  const texts = [...select, ...exclude.map((text) => `!${text.trim()}`)]
    .map((text) => text.trim())
    .filter((text) => text !== '');
  const included = new Set<Task>();
  const excluded = new Set<Task>();
  let hasIncluding = false;
  for (const text of texts) {
    const excludes = text.startsWith('!');
    const selector = parseSelector(text);
    const taken = await applySelector[selector.kind]({ tasks, text, options, selector: selector as never });
    hasIncluding ||= !excludes;
    for (const task of taken) (excludes ? excluded : included).add(task);
  }
  const ranged = idRange ? takeRange(tasks, idRange) : tasks;
  const selected = ranged.filter((task) => (!hasIncluding || included.has(task)) && !excluded.has(task));
  if (selected.length > 0) return selected;
  const asked = [...texts, ...(idRange ? [`--id-range ${idRange}`] : [])].join(',');
  throw usageError(`The selection ${asked} matches none of the ${tasks.length} tasks.`);
}

type Selector =
  | { readonly kind: 'id'; readonly id: string; readonly number: number | undefined }
  | { readonly kind: 'numbers'; readonly first: number; readonly last: number }
  | { readonly kind: 'library'; readonly name: string }
  | { readonly kind: 'domain'; readonly name: string }
  | { readonly kind: 'failed' | 'sound'; readonly path: string }
  | { readonly kind: 'hard' | 'suspect' };

/** Parses `17`, `BigCodeBench/17`, `20-30`, `lib:…`, `domain:…`, `hard`, `suspect`, `failed@RUN`, each with `!` before it to exclude. */
function parseSelector(text: string): Selector {
  const word = text.replace(/^!/, '').trim();
  if (word === 'hard' || word === 'suspect') return { kind: word };
  const [, prefix, rest = ''] = /^(lib:|domain:|failed@|sound@)(.*)$/.exec(word) ?? [];
  if (prefix !== undefined) {
    const name = rest.trim();
    if (name === '') throw malformed(text);
    if (prefix === 'failed@' || prefix === 'sound@')
      return { kind: prefix === 'failed@' ? 'failed' : 'sound', path: name };
    return { kind: prefix === 'lib:' ? 'library' : 'domain', name };
  }
  const [, first, last] = /^(\d+)\s*-\s*(\d+)$/.exec(word) ?? [];
  if (first !== undefined && last !== undefined) {
    if (Number(first) > Number(last)) throw malformed(text);
    return { kind: 'numbers', first: Number(first), last: Number(last) };
  }
  if (word === '' || /[\s:@!]/.test(word)) throw malformed(text);
  return { kind: 'id', id: word, number: /^\d+$/.test(word) ? Number(word) : undefined };
}

function malformed(text: string): BigCodeBenchError {
  const known = '17, 20-30, lib:pandas, domain:network, hard, failed@RUN, sound@AUDIT, suspect, or !… to exclude';
  return usageError(`${JSON.stringify(text)} is not a selector; use ${known}.`);
}

interface Application<Kind extends Selector['kind']> {
  readonly tasks: readonly Task[];
  readonly text: string;
  readonly selector: Extract<Selector, { kind: Kind }>;
  readonly options: SelectTasksOptions;
}

const applySelector: {
  readonly [Kind in Selector['kind']]: (application: Application<Kind>) => readonly Task[] | Promise<readonly Task[]>;
} = {
  id: ({ tasks, selector }) => {
    const found = tasks.filter(({ id }) => id === selector.id || numberOf(id) === selector.number);
    if (found.length > 0) return found;
    const ids = tasks.map(({ id }) => id);
    const nearest = findNearest(selector.id, ids);
    throw usageError(`There is no task ${JSON.stringify(selector.id)}${nearest ? `: did you mean ${nearest}?` : '.'}`);
  },
  numbers: ({ tasks, selector: { first, last } }) => {
    const found = tasks.filter(({ id }) => {
      const number = numberOf(id);
      return number !== undefined && first <= number && number <= last;
    });
    if (found.length > 0) return found;
    throw usageError(`There is no task numbered ${first} to ${last}.`);
  },
  library: ({ tasks, selector }) => {
    const name = selector.name.toLowerCase();
    const found = tasks.filter(({ libs }) => libs.some((library) => library.toLowerCase() === name));
    const known = new Set([...libraryDomains.keys(), ...tasks.flatMap(({ libs }) => libs)]);
    if (found.length > 0 || [...known].some((library) => library.toLowerCase() === name)) return found;
    const nearest = findNearest(selector.name, [...known]);
    const hint = nearest ? `did you mean lib:${nearest}?` : 'run `bcb dataset list` to see them.';
    throw usageError(`No task uses the library ${JSON.stringify(selector.name)}: ${hint}`);
  },
  domain: ({ tasks, selector }) => {
    const name = selector.name.toLowerCase();
    const domain = domainSchema.options.find((option) => option.toLowerCase() === name);
    if (domain) return tasks.filter(({ domains }) => domains.includes(domain));
    const words = domainSchema.options.map((option) => option.toLowerCase());
    const nearest = findNearest(name, words);
    const hint = nearest ? `did you mean domain:${nearest}?` : `use one of ${words.join(', ')}.`;
    throw usageError(`There is no domain ${JSON.stringify(selector.name)}: ${hint}`);
  },
  hard: ({ tasks }) => tasks.filter(({ hard }) => hard),
  suspect: ({ tasks, options: { verified = requireVerified() } }) => {
    const known = new Set(publishedIds);
    return tasks.filter(({ id }) => known.has(id) && !verified.ids.has(id));
  },
  failed: ({ options, ...application }) => takeListed(application, options.failedOf),
  sound: ({ options, ...application }) => takeListed(application, options.soundOf),
};

/** The tasks that a run or an audit lists. */
async function takeListed(
  { tasks, text, selector }: Omit<Application<'failed' | 'sound'>, 'options'>,
  list: ((path: string) => Promise<readonly string[]>) | undefined,
): Promise<readonly Task[]> {
  if (!list) throw usageError(`${text} is not available here: no run folder was given.`);
  const ids = new Set(await list(selector.path));
  return tasks.filter(({ id }) => ids.has(id));
}

/** The number at the end of an id: 17 in `BigCodeBench/17`. */
function numberOf(id: string): number | undefined {
  const digits = /(?:^|\/)(\d+)$/.exec(id)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function takeRange(tasks: readonly Task[], idRange: string): readonly Task[] {
  const [, first, end] = /^\s*(\d+)\s*-\s*(\d+)\s*$/.exec(idRange) ?? [];
  if (first !== undefined && end !== undefined && Number(first) < Number(end)) {
    return tasks.slice(Number(first), Number(end));
  }
  const sentence = `--id-range takes two positions like 10-20 (the last excluded), not ${JSON.stringify(idRange)}.`;
  throw usageError(sentence);
}
