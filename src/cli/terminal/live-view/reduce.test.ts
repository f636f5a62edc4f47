import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { RunEvent } from '../../../schema/run-event.ts';
import { describeProgress } from './line-log.ts';
import { executing, groundTruth, type Moment, play, sample, started, unreachable, verdict } from './testing/play.ts';

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

describe('the time left', () => {
  /** Ten tasks: one of 60 s, nine of 1 s; two at once, the slow one first. */
  const known: Moment[] = Array.from({ length: 10 }, (_, number) => [
    number,
    groundTruth(`T/${number}`, number === 0 ? 60_000 : 1000, number + 1, 10),
  ]);
  const answers: Moment[] = Array.from({ length: 10 }, (_, number) => [20, sample(`T/${number}`)]);
  const begin: Moment[] = [[0, started('m', 10)], ...known, ...answers, [100, executing('T/0')]];
  const quick = (number: number): Moment => [100 + number * 1000, verdict(`T/${number}`, undefined, { wallMs: 1000 })];
  const leftAfter = (count: number) => {
    const moments = [...begin, ...Array.from({ length: count }, (_, at) => quick(at + 1))];
    const at = moments.at(-1)?.[0] ?? 0;
    return ((play(moments, 'evaluate').endsAt ?? Number.NaN) - at) / 1000;
  };

  test('knows that a slow task still runs, although nine of ten are done', () => {
    expect(leftAfter(9)).toBeGreaterThan(40);
    expect(leftAfter(9)).toBeLessThan(75);
  });

  test('does not jump: from one verdict to the next it moves by little', () => {
    const lefts = [3, 4, 5, 6, 7, 8, 9].map(leftAfter);
    const steps = lefts.slice(1).map((left, at) => Math.abs(left - ((lefts[at] ?? 0) - 1)));
    expect(Math.max(...steps)).toBeLessThan(6);
  });

  test('is not told before there is anything to go by, nor after the end', () => {
    expect(play(begin, 'evaluate').endsAt).toBeUndefined();
    const score = { type: 'run-failed', code: 'X', message: '' } as const;
    expect(play([...begin, ...[1, 2, 3, 4].map(quick), [9000, score]], 'evaluate').endsAt).toBeUndefined();
  });

  test('counts samples where ground truth was not checked, and answers where a model is slower', () => {
    const counted: Moment[] = [
      [0, started('m', 10)],
      ...[1, 2, 3, 4].map((number): Moment => [number * 1000, verdict(`T/${number}`, undefined, { wallMs: 1000 })]),
    ];
    const evaluated = play(counted, 'evaluate');
    expect(((evaluated.endsAt ?? 0) - 4000) / 1000).toBeCloseTo(6, 0);
    const answered = (number: number): Moment[] => [
      [
        number * 5000,
        { type: 'answered', taskId: `T/${number}`, index: 0, finishReason: 'stop', isEmpty: false, latencyMs: 1 },
      ],
      [number * 5000, sample(`T/${number}`)],
    ];
    const asking = play([[0, started('m', 10)], ...answered(1), ...answered(2)], 'generate');
    expect(((asking.endsAt ?? 0) - 10_000) / 1000).toBeCloseTo(40, 0);
  });

  test.each([1, 0.2])('of a recorded run, as it was and %s times as long, is within a factor of two', async (scale) => {
    const text = await readFile(new URL('./testing/starter-run.jsonl', import.meta.url), 'utf8');
    const recorded: Moment[] = text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
    const moments = recorded.map(([at, event]): Moment => [at * scale, stretch(event, scale)]);
    const endMs = moments.at(-1)?.[0] ?? 0;
    const seconds = Array.from({ length: Math.floor(endMs / 1000) }, (_, second) => 1000 * (second + 1));
    const told = seconds.flatMap((at) => {
      const { endsAt } = play(moments.filter(([then]) => then <= at));
      return endsAt === undefined ? [] : [{ told: Math.max(1000, endsAt - at), real: endMs - at }];
    });
    const good = told.filter(({ told, real }) => told <= 2 * real + 1000 && told >= real / 2 - 1000);
    expect(told.length).toBeGreaterThan(0.8 * seconds.length);
    expect(good.length / told.length).toBeGreaterThan(0.9);
  });

  test('what was in the cache does not make the rest look quick', () => {
    const cached = [1, 2, 3].map((number): Moment => [200, verdict(`T/${number}`, undefined, { cached: true })]);
    const executed = [4, 5, 6].map(
      (number): Moment => [number * 1000, verdict(`T/${number}`, undefined, { wallMs: 1000 })],
    );
    const { endsAt = 0 } = play([...begin, ...cached, ...executed], 'evaluate');
    expect(endsAt - 6000).toBeGreaterThan(40_000);
  });
});

/** The event as it is where every program takes so many times as long. */
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

function stretch(event: RunEvent, scale: number): RunEvent {
  if (event.type === 'verdict') return { ...event, wallMs: event.wallMs * scale };
  if (event.type !== 'ground-truth') return event;
  const { groundTruth } = event;
  return { ...event, groundTruth: { ...groundTruth, wallMs: groundTruth.wallMs * scale } };
}
