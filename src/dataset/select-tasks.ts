import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { type Domain, domainSchema } from '../schema/domain.ts';
import type { Task } from '../schema/task.ts';
import { findNearest } from '../util/find-nearest.ts';
import { libraryDomains } from './facts/library-domains.ts';
import { parseSelector, type Selector } from './selector.ts';

export interface SelectTasksOptions {
  /** `17`, `BigCodeBench/17`, `20-30` (inclusive), `lib:pandas`, `domain:network`, `hard`, `failed@RUN`, `!…`. */
  readonly select?: readonly string[] | undefined;
  /** `10-20`: positions in the set from 0, the last excluded, as in the original. */
  readonly idRange?: string | undefined;
  /** Ids of the tasks a run did not solve, for `failed@RUN`. */
  readonly failedOf?: (run: string) => Promise<readonly string[]>;
}

/** The tasks that any selector takes and none excludes, in order. An empty selection is an error. */
export async function selectTasks(tasks: readonly Task[], options: SelectTasksOptions = {}): Promise<Task[]> {
  const { select = [], idRange } = options;
  const texts = select.map((text) => text.trim()).filter((text) => text !== '');
  const included = new Set<Task>();
  const excluded = new Set<Task>();
  let hasIncluding = false;
  for (const text of texts) {
    const { excludes, selector } = parseSelector(text);
    const taken = await applySelector[selector.kind]({ tasks, text, options, selector: selector as never });
    hasIncluding ||= !excludes;
    for (const task of taken) (excludes ? excluded : included).add(task);
  }
  const ranged = idRange ? takeRange(tasks, idRange) : tasks;
  const selected = ranged.filter((task) => (!hasIncluding || included.has(task)) && !excluded.has(task));
  if (selected.length > 0) return selected;
  const asked = [...texts, ...(idRange ? [`--id-range ${idRange}`] : [])].join(',');
  throw new BigCodeBenchError('USAGE', `The selection ${asked} matches none of the ${tasks.length} tasks.`);
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
    const nearest = findNearest(
      selector.id,
      tasks.map(({ id }) => id),
    );
    throw unknown(`There is no task ${JSON.stringify(selector.id)}${nearest ? `: did you mean ${nearest}?` : '.'}`);
  },
  numbers: ({ tasks, selector: { first, last } }) => {
    const found = tasks.filter(({ id }) => {
      const number = numberOf(id);
      return number !== undefined && first <= number && number <= last;
    });
    if (found.length > 0) return found;
    throw unknown(`There is no task numbered ${first} to ${last}.`);
  },
  library: ({ tasks, selector }) => {
    const name = selector.name.toLowerCase();
    const found = tasks.filter(({ libs }) => libs.some((library) => library.toLowerCase() === name));
    const known = new Set([...libraryDomains.keys(), ...tasks.flatMap(({ libs }) => libs)]);
    if (found.length > 0 || [...known].some((library) => library.toLowerCase() === name)) return found;
    const nearest = findNearest(selector.name, [...known]);
    const hint = nearest ? `did you mean lib:${nearest}?` : 'run `bcb dataset list` to see them.';
    throw unknown(`No task uses the library ${JSON.stringify(selector.name)}: ${hint}`);
  },
  domain: ({ tasks, selector }) => {
    const domain = domainSchema.options.find((option) => option.toLowerCase() === selector.name.toLowerCase());
    if (domain) return tasks.filter(({ domains }) => domains.includes(domain));
    throw unknownDomain(selector.name);
  },
  hard: ({ tasks }) => tasks.filter(({ hard }) => hard),
  failed: async ({ tasks, text, options, selector }) => {
    if (!options.failedOf) {
      throw unknown(`${text} is not available here: no run folder was given.`);
    }
    const ids = new Set(await options.failedOf(selector.run));
    return tasks.filter(({ id }) => ids.has(id));
  },
};

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
  throw new BigCodeBenchError('USAGE', sentence);
}

function unknownDomain(name: string): BigCodeBenchError {
  const known: readonly Domain[] = domainSchema.options;
  const words = known.map((domain) => domain.toLowerCase());
  const nearest = findNearest(name.toLowerCase(), words);
  const hint = nearest ? `did you mean domain:${nearest}?` : `use one of ${words.join(', ')}.`;
  return unknown(`There is no domain ${JSON.stringify(name)}: ${hint}`);
}

function unknown(sentence: string): BigCodeBenchError {
  return new BigCodeBenchError('USAGE', sentence);
}
