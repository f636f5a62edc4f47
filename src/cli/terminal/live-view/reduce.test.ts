import { describe, expect, test } from 'vitest';
import type { RunEvent } from '../../../schema/run-event.ts';
import { executing, type Moment, play, sample, started, unreachable, verdict } from './testing/play.ts';
import { describeProgress } from './watch-runs.ts';

describe('reduce', () => {
  test('counts what passed, failed, runs and was answered, and what it cost', () => {
    const state = play([
      [0, started('m', 4)],
      [1, { type: 'run-opened', runId: 'e', path: '', isRepeat: false, done: 1, passed: 1, damagedLines: 0 }],
      [
        2,
        {
          type: 'answered',
          taskId: 'T/1',
          index: 0,
          finishReason: 'stop',
          isEmpty: false,
          latencyMs: 1,
          usage: { inputTokens: 10, outputTokens: 5 },
          costUsd: 0.5,
        },
      ],
      [3, sample('T/1')],
      [4, executing('T/1')],
      [5, executing('T/2')],
      [6, verdict('T/1', 'AssertionError')],
    ]);
    expect(state.rows).toMatchObject([
      { phase: 'running', answered: 1, judged: 2, passed: 1, inputTokens: 10, outputTokens: 5, costUsd: 0.5 },
    ]);
    expect([...state.running]).toEqual([['T/2#0', 5]]);
    expect([...state.causes]).toEqual([['AssertionError', 1]]);
    expect(state.failures).toEqual([{ taskId: 'T/1', cause: 'AssertionError' }]);
  });

  test('counts what an earlier process found in the failures too', () => {
    const opened = { runId: 'e', path: '', isRepeat: false, done: 15, passed: 11, damagedLines: 0 };
    const state = play([
      [0, started('m', 30)],
      [1, { type: 'run-opened', ...opened, causes: { AssertionError: 3, KeyError: 1 } }],
      [2, verdict('T/1', 'AssertionError')],
    ]);
    expect(Object.fromEntries(state.causes)).toEqual({ AssertionError: 4, KeyError: 1 });
  });

  test('shows a run by what tells it from the others', () => {
    const runs = ['m · T 0', 'm · T 1'].map((name) => ({ model: 'm', name, split: 'complete' as const, total: 1 }));
    const state = play([
      [0, { type: 'runs-planned', runs }],
      [1, started('m', 1)],
    ]);
    expect(state.rows).toMatchObject([
      { name: 'm · T 0', phase: 'running' },
      { name: 'm · T 1', phase: 'waiting' },
    ]);
  });

  test('keeps a row for each run of a sweep and forgets what belonged to the one before', () => {
    const runs = ['a', 'b'].map((model) => ({ model, split: 'complete' as const, total: 1 }));
    const moments: Moment[] = [
      [0, { type: 'runs-planned', runs }],
      [1, started('a', 1)],
      [2, executing('T/1')],
      [3, verdict('T/1', 'KeyError')],
      [9, { type: 'run-failed', code: 'PROVIDER', message: 'gone' }],
      [10, started('b', 1)],
    ];
    const state = play(moments);
    expect(state.rows.map(({ model, phase }) => [model, phase])).toEqual([
      ['a', 'failed'],
      ['b', 'running'],
    ]);
    expect(state.rows[0]).toMatchObject({ startedAt: 1, endedAt: 9 });
    expect([state.causes.size, state.running.size, state.failures.length]).toEqual([0, 0, 0]);
  });

  test('errors that say the same are one, with a count', () => {
    const retried = { type: 'request-retried', fault: 'network', message: 'gone', delayMs: 1 } as const;
    const { faults } = play([[0, started('m', 9)], ...[1, 2, 3].map((at): Moment => [at, unreachable]), [4, retried]]);
    expect(faults).toMatchObject([
      { count: 3, isFinal: true },
      { count: 1, isFinal: false },
    ]);
  });

  test('changes nothing in the state it is given', () => {
    const before = play([
      [0, started('m', 2)],
      [1, executing('T/1')],
    ]);
    const copy = structuredClone(before);
    play([
      [0, started('m', 2)],
      [1, executing('T/1')],
      [2, verdict('T/1', 'x')],
    ]);
    expect(before).toEqual(copy);
  });

  test('a generation ends with its last answer', () => {
    const end = { type: 'generation-finished', answered: 2, missing: 0 } as const;
    expect(
      play(
        [
          [0, started('m', 2)],
          [5, end],
        ],
        'generate',
      ).rows[0],
    ).toMatchObject({ phase: 'finished', endedAt: 5 });
    expect(
      play(
        [
          [0, started('m', 2)],
          [5, end],
        ],
        'run',
      ).rows[0],
    ).toMatchObject({ phase: 'running' });
    const holes = { ...end, missing: 1 };
    expect(
      play(
        [
          [0, started('m', 2)],
          [5, holes],
        ],
        'generate',
      ).rows[0],
    ).toMatchObject({ phase: 'failed' });
  });
});

describe('rounds of repair', () => {
  const ids = Array.from({ length: 4 }, (_, at) => `T/${at}`);
  const first: Moment[] = [
    [0, started('m', 4)],
    ...ids.flatMap((id, at): Moment[] => [
      [1, sample(id)],
      [2, verdict(id, at === 0 ? undefined : 'AssertionError')],
    ]),
  ];
  const round = (number: number, facts: object): RunEvent => ({
    type: 'round-started',
    round: number,
    rounds: 2,
    asked: 3,
    judged: 0,
    repaired: 0,
    passed: 1,
    ...facts,
  });

  test('what is asked again is judged again, and passes are repairs', () => {
    const begun = play([...first, [3, round(1, {})]]);
    expect(begun.rows[0]).toMatchObject({ name: 'm', answered: 1, judged: 1, passed: 1 });
    const later = play([
      ...first,
      [3, round(1, {})],
      [4, sample('T/1')],
      [5, verdict('T/1')],
      [6, verdict('T/2', 'x')],
    ]);
    expect(later.rows[0]).toMatchObject({ answered: 2, judged: 3, passed: 2 });
    expect(describeProgress(later, 7)).toContain('round 1: 1 of 3 repaired');
    const next = play([...first, [3, round(1, {})], [4, verdict('T/1')], [5, round(2, { asked: 2, passed: 2 })]]);
    expect(describeProgress(next, 7)).toContain('round 2: 0 of 2 repaired');
  });

  test('what an earlier process judged is there again', () => {
    const resumed = play([
      [0, started('m', 4)],
      [1, { type: 'run-opened', runId: 'r', path: '', isRepeat: false, done: 4, passed: 2, damagedLines: 0 }],
      [2, round(1, { judged: 2, repaired: 1 })],
      [3, verdict('T/3')],
    ]);
    expect(resumed.rows[0]).toMatchObject({ judged: 4, passed: 3 });
    expect(describeProgress(resumed, 4)).toContain('round 1: 2 of 3 repaired');
  });
});
