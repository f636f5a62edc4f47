import type { RunDocument, SampleColumns } from '../../../src/schema/view/run-document.ts';

/** What the list of a run's samples is narrowed to; each field is one part of the address. */
export interface SampleFilter {
  readonly q?: string | undefined;
  readonly outcome?: string | undefined;
  readonly domain?: string | undefined;
  readonly lib?: string | undefined;
  readonly cause?: string | undefined;
  readonly flag?: string | undefined;
  readonly hard?: string | undefined;
  readonly sort?: string | undefined;
}

export type Facet = 'outcome' | 'domain' | 'lib' | 'cause' | 'flag';

export const filterKeys = ['q', 'outcome', 'domain', 'lib', 'cause', 'flag', 'hard', 'sort'] as const;

export const sortNames = {
  worst: 'failures first, easiest for others on top',
  task: 'by task',
  cpu: 'slowest first',
  memory: 'largest first',
} as const;

type SortName = keyof typeof sortNames;

type Test = (row: number) => boolean;

/** Rows of the samples that match, in the order asked for. */
export function filterSamples(document: RunDocument, filter: SampleFilter): number[] {
  const tests = createTests(document, filter);
  const rows: number[] = [];
  for (let row = 0; row < document.samples.task.length; row++) {
    if (tests.every(([, test]) => test(row))) rows.push(row);
  }
  return sortRows(document, rows, isSortName(filter.sort) ? filter.sort : 'worst');
}

/** How many samples each value of a facet would leave, given the rest of the filter. */
export function countFacet(document: RunDocument, filter: SampleFilter, facet: Facet): Map<string, FacetCount> {
  const tests = createTests(document, filter).filter(([name]) => name !== facet);
  const valuesOf = createValues(document, facet);
  const counts = new Map<string, { samples: number; passed: number }>();
  const { task, outcome, outcomes } = document.samples;
  for (let row = 0; row < task.length; row++) {
    if (!tests.every(([, test]) => test(row))) continue;
    const hasPassed = outcomes[outcome[row] ?? 0] === 'pass';
    for (const value of valuesOf(row)) {
      const count = counts.get(value);
      if (count === undefined) counts.set(value, { samples: 1, passed: hasPassed ? 1 : 0 });
      else {
        count.samples++;
        if (hasPassed) count.passed++;
      }
    }
  }
  return counts;
}

export interface FacetCount {
  readonly samples: number;
  readonly passed: number;
}

function createTests(document: RunDocument, filter: SampleFilter): [string, Test][] {
  const { samples, tasks } = document;
  const tests: [string, Test][] = [];
  for (const facet of ['outcome', 'domain', 'lib', 'cause', 'flag'] as const) {
    const wanted = filter[facet];
    if (wanted === undefined) continue;
    const valuesOf = createValues(document, facet);
    tests.push([facet, (row) => valuesOf(row).includes(wanted)]);
  }
  if (filter.hard === '1') tests.push(['hard', (row) => tasks.hard[samples.task[row] ?? 0] === true]);
  const words = (filter.q ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length > 0) {
    const texts = tasks.ids.map((id, at) => [id, tasks.titles[at], ...(tasks.libs[at] ?? [])].join(' ').toLowerCase());
    const causes = samples.causes.map((cause) => cause.toLowerCase());
    tests.push([
      'q',
      (row) => {
        const text = texts[samples.task[row] ?? 0] ?? '';
        const cause = causes[samples.cause[row] ?? -1] ?? '';
        const said = `${samples.test[row] ?? ''} ${samples.message[row] ?? ''}`.toLowerCase();
        return words.every((word) => text.includes(word) || cause.includes(word) || said.includes(word));
      },
    ]);
  }
  return tests;
}

function createValues({ samples, tasks }: RunDocument, facet: Facet): (row: number) => readonly string[] {
  const none: readonly string[] = [];
  switch (facet) {
    case 'outcome': {
      const names = samples.outcomes.map((name) => [name]);
      return (row) => names[samples.outcome[row] ?? 0] ?? none;
    }
    case 'cause': {
      const names = samples.causes.map((name) => [name]);
      return (row) => names[samples.cause[row] ?? -1] ?? none;
    }
    case 'domain':
      return (row) => tasks.domains[samples.task[row] ?? 0] ?? none;
    case 'lib':
      return (row) => tasks.libs[samples.task[row] ?? 0] ?? none;
    case 'flag': {
      const flags = new Map(samples.flagged.map((entry) => [entry.row, entry.flags]));
      return (row) => flags.get(row) ?? none;
    }
  }
}

function sortRows({ samples, tasks }: RunDocument, rows: number[], sort: SortName): number[] {
  const passIndex = samples.outcomes.indexOf('pass');
  const at = (column: readonly number[], row: number) => column[row] ?? 0;
  const byTask = (a: number, b: number) =>
    at(samples.task, a) - at(samples.task, b) || at(samples.index, a) - at(samples.index, b);
  const othersOf = (row: number) => {
    const task = at(samples.task, row);
    return (tasks.othersPassed[task] ?? 0) / Math.max(1, tasks.others[task] ?? 0);
  };
  const hasPassed = (row: number) => (at(samples.outcome, row) === passIndex ? 1 : 0);
  const orders: Record<SortName, (a: number, b: number) => number> = {
    task: byTask,
    worst: (a, b) => hasPassed(a) - hasPassed(b) || othersOf(b) - othersOf(a) || byTask(a, b),
    cpu: (a, b) => at(samples.cpuMs, b) - at(samples.cpuMs, a) || byTask(a, b),
    memory: (a, b) => at(samples.peakMb, b) - at(samples.peakMb, a) || byTask(a, b),
  };
  return rows.sort(orders[sort]);
}

function isSortName(name: string | undefined): name is SortName {
  return name !== undefined && Object.hasOwn(sortNames, name);
}

/** One sample out of the columns. */
export function sampleAt(document: RunDocument, row: number) {
  const { samples, tasks } = document;
  const task = samples.task[row] ?? 0;
  const column = (of: SampleColumns['cpuMs']) => of[row] ?? 0;
  return {
    row,
    taskId: tasks.ids[task] ?? '',
    title: tasks.titles[task] ?? '',
    index: column(samples.index),
    outcome: samples.outcomes[column(samples.outcome)] ?? ('fail' as const),
    cause: samples.causes[samples.cause[row] ?? -1] ?? '',
    test: samples.test[row] ?? '',
    message: samples.message[row] ?? '',
    tests: column(samples.tests),
    testsFailed: column(samples.testsFailed),
    cpuMs: column(samples.cpuMs),
    peakMb: column(samples.peakMb),
    others: tasks.others[task] ?? 0,
    othersPassed: tasks.othersPassed[task] ?? 0,
  };
}
