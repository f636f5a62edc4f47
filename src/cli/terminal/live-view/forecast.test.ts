import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { publishedIds } from '../../../dataset/public-tasks.ts';
import { expectCost } from '../../../evaluate/jobs/expected-cost.ts';
import type { RunEvent } from '../../../schema/run-event.ts';
import { createLiveState } from './live-state.ts';
import { reduce } from './reduce.ts';
import { executing, groundTruth, type Moment, play, sample, started, verdict } from './testing/play.ts';

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

  /**
   * All 1,140 public tasks on a machine that needs 1.3 times as long as what is known of them, and 0.02 s more for each: two
   * programs at a time, the longest first, a reference solution and then the answer.
   */
  function evaluateAll({ isChecked = true } = {}): Moment[] {
    const likely = new Map(publishedIds.map((id) => [id, expectCost({ id }).wallMs]));
    const ids = [...publishedIds].sort((a, b) => (likely.get(b) ?? 0) - (likely.get(a) ?? 0));
    const begin: Moment[] = [
      [0, started('m', ids.length)],
      ...(isChecked ? ([[0, { type: 'ground-truth-started', done: 0, total: ids.length }]] satisfies Moment[]) : []),
      [0, { type: 'verdicts-started', capacity: 2, likelyMs: Object.fromEntries(likely) }],
    ];
    const free = [0, 0];
    const moments = ids.flatMap((id, at): Moment[] => {
      const wallMs = 1.3 * (likely.get(id) ?? 0) + 20;
      const slot = (free[0] ?? 0) <= (free[1] ?? 0) ? 0 : 1;
      const since = free[slot] ?? 0;
      const checkedAt = since + (isChecked ? wallMs : 0);
      const judgedAt = checkedAt + wallMs;
      free[slot] = judgedAt;
      return [
        ...(isChecked ? ([[checkedAt, groundTruth(id, wallMs, at + 1, ids.length)]] satisfies Moment[]) : []),
        [checkedAt, executing(id)],
        [judgedAt, verdict(id, undefined, { wallMs })],
      ];
    });
    return [...begin, ...moments.sort(([a], [b]) => a - b)];
  }

  test.each([true, false])(
    'of all public tasks is right from the start (reference solutions checked: %s)',
    (isChecked) => {
      const moments = evaluateAll({ isChecked });
      const endMs = moments.at(-1)?.[0] ?? 0;
      expect(endMs).toBeGreaterThan(60_000);
      let state = createLiveState('evaluate');
      for (const [at, event] of moments) {
        state = reduce(state, event, at);
        const real = endMs - at;
        if (state.endsAt === undefined || real < 2000) continue;
        expect(state.endsAt - at, `${at} of ${endMs}`).toBeLessThan(2 * real);
        expect(state.endsAt - at, `${at} of ${endMs}`).toBeGreaterThan(real / 2);
      }
    },
  );

  test('moves with every reference solution that is checked', () => {
    const checked = (number: number): Moment => [9000 + number, groundTruth(`T/${number}`, 5000, number + 1, 20)];
    const moments: Moment[] = [...begin, ...[1, 2, 3, 4].map(quick)];
    expect(play([...moments, checked(11)], 'evaluate').forecastAt).toBe(9011);
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
function stretch(event: RunEvent, scale: number): RunEvent {
  if (event.type === 'verdict') return { ...event, wallMs: event.wallMs * scale };
  if (event.type !== 'ground-truth') return event;
  const { groundTruth } = event;
  return { ...event, groundTruth: { ...groundTruth, wallMs: groundTruth.wallMs * scale } };
}
