import { describe, expect, it } from 'vitest';
import type { TaskState } from '../schema/proof.ts';
import { publishedIds } from './public-tasks.ts';
import {
  buildWorldFacts,
  explainMove,
  findWorldFacts,
  listChanged,
  listWorldFacts,
  type WorldFacts,
} from './world-facts.ts';

const nowhere = '/nonexistent';

describe('explainMove', () => {
  it.each([
    ["AttributeError: 'DataFrame' object has no attribute 'applymap'", 'removed-api', 'DataFrame.applymap'],
    [
      "error: AttributeError: 'TestCases' object has no attribute 'assertEquals'",
      'removed-api',
      'unittest.TestCase.assertEquals',
    ],
    ["AttributeError: module 'numpy' has no attribute 'trapz'. Did you mean", 'removed-api', 'numpy.trapz'],
    ["ImportError: cannot import name 'simps' from 'scipy.integrate' (/opt)", 'removed-api', 'scipy.integrate.simps'],
    ["ModuleNotFoundError: No module named 'cgi'", 'missing-library', 'cgi'],
    [
      "TypeError: OneHotEncoder.__init__() got an unexpected keyword argument 'sparse'",
      'removed-api',
      'OneHotEncoder.__init__(sparse=)',
    ],
    ['ValueError: Invalid frequency: M. Failed to parse', 'removed-api', "pandas frequency 'M'"],
    ["AssertionError: 'one text' != 'another'", 'changed-message', undefined],
    ['AssertionError: 3 != 4', 'changed-value', undefined],
    ['ValueError: sort array is read-only', 'stricter-api', undefined],
    ['timeout: wall', 'time', undefined],
    ['', 'changed-value', undefined],
  ])('%s', (line, why, api) => {
    expect(explainMove(line)).toMatchObject({ why, ...(api !== undefined && { api }) });
    expect('api' in explainMove(line)).toBe(api !== undefined);
  });
});

describe('buildWorldFacts', () => {
  interface Checked {
    readonly state: TaskState;
  }
  const stable: Checked = { state: { state: 'stable' } };
  const broken = (reason: string): Checked => ({ state: { state: 'broken', reason } });

  it('names what fails every time, and apart from it what fails by chance', () => {
    const rounds = [
      new Map<string, Checked>([
        ['T/1', stable],
        ['T/2', broken('ValueError: a')],
        ['T/3', broken('AssertionError: 1 != 2')],
      ]),
      new Map<string, Checked>([
        ['T/1', stable],
        ['T/2', broken('ValueError: a')],
        ['T/3', stable],
      ]),
      new Map<string, Checked>([
        ['T/1', stable],
        ['T/2', broken('ValueError: b')],
      ]),
    ];
    const { fails, rounds: count } = buildWorldFacts({ world: 'modern-cp313-2026-01-31', dataset: 'v' }, rounds);
    expect(count).toBe(3);
    expect(fails).toEqual({
      'T/2': { why: 'stricter-api', says: 'ValueError: a' },
      'T/3': { why: 'chance', says: 'AssertionError: 1 != 2' },
    });
  });

  it('takes a program that ran out of wall time for slow only if no other round has measured it', () => {
    const late = broken('timeout: wall');
    const rounds = [
      new Map<string, Checked>([
        ['T/1', late],
        ['T/2', late],
        ['T/3', late],
      ]),
      new Map<string, Checked>([
        ['T/1', stable],
        ['T/2', broken('ValueError: a')],
        ['T/3', late],
      ]),
    ];
    const { fails } = buildWorldFacts({ world: 'w', dataset: 'v' }, rounds);
    expect(fails).toEqual({
      'T/2': { why: 'stricter-api', says: 'ValueError: a' },
      'T/3': { why: 'time', says: 'timeout: wall' },
    });
  });

  it('does not explain a task that needs the network, or one that was re-run and differed', () => {
    const round = new Map<string, Checked>([
      ['T/1', { state: { state: 'needs-network' } }],
      ['T/2', { state: { state: 'flaky', passed: 1, runs: 2 } }],
    ]);
    const { fails } = buildWorldFacts({ world: 'w', dataset: 'v' }, [round]);
    expect(fails).toEqual({ 'T/1': { why: 'network' }, 'T/2': { why: 'chance' } });
  });
});

describe('listChanged', () => {
  const facts = (fails: WorldFacts['fails']): WorldFacts => ({ world: 'w', dataset: 'v', rounds: 1, fails });

  const tasksOf = (ids: string) => [...ids].map((id) => ({ id }));

  it('names what holds no longer, what holds again, and what fails for another reason than chance', () => {
    const earlier = facts({
      a: { why: 'chance' },
      b: { why: 'chance' },
      c: { why: 'time' },
      d: { why: 'removed-api' },
    });
    const later = facts({ b: { why: 'removed-api', says: 'gone' }, c: { why: 'time' }, e: { why: 'chance' } });
    expect(listChanged(tasksOf('abcdef'), earlier, later)).toEqual([
      { task_id: 'b', before: 'chance', now: 'removed-api', says: 'gone' },
      { task_id: 'd', before: 'removed-api', now: 'holds', says: undefined },
      { task_id: 'e', before: 'holds', now: 'chance', says: undefined },
    ]);
  });

  it('says of every task that fails where nothing was known', () => {
    expect(listChanged(tasksOf('ab'), undefined, facts({ b: { why: 'time' } }))).toMatchObject([{ task_id: 'b' }]);
  });
});

describe('the shipped facts', () => {
  it('are there for both Pythons, the later one first, and name public tasks only', () => {
    const facts = listWorldFacts(nowhere);
    expect(facts.map(({ world }) => world.slice(0, 12))).toEqual(['modern-cp313', 'modern-cp312']);
    for (const { fails } of facts) {
      expect(Object.keys(fails).filter((id) => !publishedIds.includes(id))).toEqual([]);
      expect(fails).toMatchObject({
        'BigCodeBench/35': { api: 'DataFrame.applymap' },
        'BigCodeBench/101': { why: 'network' },
      });
    }
  });

  it('are found by the fingerprint of an environment of that very day', () => {
    const [{ world } = { world: '' }] = listWorldFacts(nowhere);
    expect(findWorldFacts(`${world}-0123456789ab`, nowhere)?.world).toBe(world);
    expect(findWorldFacts('modern-cp313-1999-01-01-0123456789ab', nowhere)).toBeUndefined();
    expect(findWorldFacts('0123456789ab', nowhere)).toBeUndefined();
  });
});
