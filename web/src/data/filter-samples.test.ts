import { describe, expect, it } from 'vitest';
import { countFacet, filterSamples, type SampleFilter, sampleAt } from './filter-samples.ts';
import { createRunDocument } from './testing/run-document.ts';

const document = createRunDocument();
const { samples, tasks } = document;
const empty = {
  ...document,
  samples: { ...samples, task: [], index: [], outcome: [], cause: [], flagged: [], causes: [] },
};

/** Task number and sample index of the rows that are left, in order. */
const list = (filter: SampleFilter) =>
  filterSamples(document, filter)
    .map((row) => sampleAt(document, row))
    .map(({ taskId, index }) => `${taskId.split('/')[1]}.${index}`);

describe('filterSamples', () => {
  it('shows failures first, those that others solve on top, and samples of a task in order', () => {
    expect(list({})).toEqual(['11.0', '11.1', '2.1', '30.1', '2.0', '30.0']);
  });

  it('sorts by task, time and memory; equals stay in the order of tasks and samples', () => {
    expect(list({ sort: 'task' })).toEqual(['2.0', '2.1', '11.0', '11.1', '30.0', '30.1']);
    expect(list({ sort: 'cpu' })).toEqual(['30.1', '2.1', '11.0', '11.1', '2.0', '30.0']);
    expect(list({ sort: 'memory' })).toEqual(['2.0', '11.0', '2.1', '11.1', '30.0', '30.1']);
  });

  it('finds titles, tests and messages as well as ids, libraries and causes', () => {
    expect(list({ q: 'sum columns' })).toEqual(['2.1', '2.0']);
    expect(list({ q: 'test_get' })).toEqual(['11.0', '11.1']);
    expect(list({ q: 'refused fetch' })).toEqual(['11.0', '11.1']);
    expect(list({ q: '3 != 4' })).toEqual(['2.1']);
  });

  it('takes an unknown order, even one that every object has, for the usual one', () => {
    expect(list({ sort: 'constructor' })).toEqual(list({}));
    expect(list({ sort: '' })).toEqual(list({}));
  });

  it.each<[SampleFilter, string[]]>([
    [{ outcome: 'pass' }, ['2.0', '30.0']],
    [{ outcome: 'engine-error' }, []],
    [{ domain: 'General' }, ['2.1', '2.0']],
    [{ lib: 'json' }, ['11.0', '11.1', '2.1', '2.0']],
    [{ cause: 'ConnectionError' }, ['11.0', '11.1']],
    [{ flag: 'network' }, ['11.1', '30.1']],
    [{ hard: '1' }, ['11.0', '11.1', '30.1', '30.0']],
    [{ hard: '0' }, ['11.0', '11.1', '2.1', '30.1', '2.0', '30.0']],
    [{ lib: 'json', outcome: 'fail', domain: 'Network' }, ['11.0', '11.1']],
    [{ lib: 'csv', domain: 'Network' }, []],
  ])('narrows to %j', (filter, left) => {
    expect(list(filter)).toEqual(left);
  });

  it.each<[string, string[]]>([
    ['bigcodebench/11', ['11.0', '11.1']],
    // A passing sample has no cause, also not that of the last one in the list.
    ['timeout', ['30.1']],
    ['  JSON   assertion ', ['2.1']],
    ['json json', ['11.0', '11.1', '2.1', '2.0']],
    ['json csv', []],
    ['   ', ['11.0', '11.1', '2.1', '30.1', '2.0', '30.0']],
  ])('finds %j in task, libraries and cause', (q, left) => {
    expect(list({ q })).toEqual(left);
  });

  it('leaves the document alone, and an empty run empty', () => {
    filterSamples(document, { sort: 'cpu' });
    expect(document).toEqual(createRunDocument());
    expect(filterSamples(empty, {})).toEqual([]);
  });
});

describe('countFacet', () => {
  it('counts what each value would leave, as if the facet itself were not chosen', () => {
    expect(Object.fromEntries(countFacet(document, { outcome: 'fail', hard: '1' }, 'outcome'))).toEqual({
      pass: { samples: 1, passed: 1 },
      fail: { samples: 2, passed: 0 },
      timeout: { samples: 1, passed: 0 },
    });
  });

  it('counts a sample for each value that it has', () => {
    expect(Object.fromEntries(countFacet(document, {}, 'lib'))).toEqual({
      numpy: { samples: 2, passed: 1 },
      requests: { samples: 2, passed: 0 },
      json: { samples: 4, passed: 1 },
      csv: { samples: 2, passed: 1 },
    });
    expect(countFacet(document, {}, 'flag').get('network')).toEqual({ samples: 2, passed: 0 });
    expect([...countFacet(document, {}, 'cause').keys()].sort()).toEqual([...samples.causes].sort());
  });

  it.each(['outcome', 'domain', 'lib', 'cause', 'flag'] as const)(
    'promises for %s what the filter then leaves',
    (facet) => {
      for (const rest of [{}, { q: 'json' }, { hard: '1' }]) {
        const counts = countFacet(document, rest, facet);
        for (const [value, { samples: count, passed }] of counts) {
          const rows = filterSamples(document, { ...rest, [facet]: value });
          expect([value, rows.length]).toEqual([value, count]);
          expect(rows.filter((row) => sampleAt(document, row).outcome === 'pass')).toHaveLength(passed);
        }
      }
      expect(countFacet(empty, {}, facet)).toEqual(new Map());
    },
  );
});

describe('sampleAt', () => {
  it('reads one row of every column', () => {
    expect(sampleAt(document, 2)).toEqual({
      row: 2,
      taskId: tasks.ids[0],
      title: 'Sum the columns',
      index: 1,
      outcome: 'fail',
      cause: 'AssertionError',
      tests: 5,
      testsFailed: 1,
      test: 'test_sum',
      message: 'AssertionError: 3 != 4',
      cpuMs: 500,
      peakMb: 70,
      others: 4,
      othersPassed: 1,
    });
    expect(sampleAt(document, 5)).toMatchObject({ taskId: 'BigCodeBench/30', outcome: 'pass', cause: '' });
  });
});
