import { basename } from 'node:path';
import type { Optional } from '../schema/optional.ts';
import { toKebabCase } from '../util/letter-case.ts';
import { shortModelName } from './short-model-name.ts';
import { toOneLine } from './text-table.ts';

/** What may tell a run from others, wherever it comes from. What a source does not say is no difference. */
export interface NamedRun extends Optional<Record<'label' | 'split' | 'subset' | 'runId' | 'source', string>> {
  readonly model: string;
  readonly tasks?: number | undefined;
  /** How the model was asked; `nSamples` among it. */
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
  readonly rules?: object | undefined;
}

/** One thing that runs may differ in; null where the source does not say. */
type Trait = (run: NamedRun) => string | null | undefined;

/**
 * Short names that tell runs apart: the model, what differs between its runs (`gpt-4o · T 0.8 · n 5`), and what a person
 * called the run. With `joinsSplits`, runs that differ only in their tasks, split or label have one name, as on a board.
 */
export function nameRuns(runs: readonly NamedRun[], { joinsSplits = false } = {}): string[] {
  const byTraits = runs.map((run) => {
    const alike = runs.filter(({ model }) => model === run.model);
    const traits = listTraits(alike, joinsSplits).flatMap((traitOf) => traitOf(run) ?? []);
    const label = joinsSplits || !run.label ? [] : [run.label];
    const short = shortModelName(run.model);
    // Two files may have one name in two folders.
    const isUnique = runs.every(({ model }) => model === run.model || shortModelName(model) !== short);
    return toOneLine([isUnique ? short : run.model, ...traits, ...label].join(' · '));
  });
  if (joinsSplits) return byTraits;
  const sources = [
    ({ runId, source = '' }: NamedRun) => runId ?? basename(source),
    ({ source = '' }: NamedRun) => source,
  ];
  return runs.map((run, at) => {
    const same = runs.filter((_, other) => byTraits[other] === byTraits[at]);
    if (same.length === 1) return byTraits[at] ?? run.model;
    const sourceOf = sources.find((nameOf) => new Set(same.map(nameOf)).size === same.length);
    return `${byTraits[at]} (${toOneLine(sourceOf?.(run) ?? String(at + 1))})`;
  });
}

function listTraits(runs: readonly NamedRun[], joinsSplits: boolean): Trait[] {
  const fieldsOf = (key: 'parameters' | 'rules') => {
    const names = new Set(runs.flatMap((run) => Object.keys(run[key] ?? {})));
    return [...names].map((name): Trait => {
      const label = shortNames[name] ?? toKebabCase(name);
      return ({ [key]: fields }) => (fields ? describe(label, new Map(Object.entries(fields)).get(name)) : null);
    });
  };
  const traits = [
    ...(joinsSplits ? [] : [splitOf, subsetOf, tasksOf]),
    ...fieldsOf('parameters'),
    ...fieldsOf('rules'),
  ];
  return traits.filter((traitOf) => new Set(runs.map(traitOf).filter((value) => value !== null)).size > 1);
}

const splitOf: Trait = ({ split }) => split ?? null;
const subsetOf: Trait = ({ subset }) => (subset === undefined ? null : basename(subset));
const tasksOf: Trait = ({ tasks }) => (tasks === undefined ? null : `${tasks} tasks`);
const shortNames: Readonly<Record<string, string>> = { temperature: 'T', nSamples: 'n' };

function describe(name: string, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return `${name} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`;
}
