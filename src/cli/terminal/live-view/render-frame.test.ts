import { stripVTControlCharacters } from 'node:util';
import picocolors from 'picocolors';
import { describe, expect, test } from 'vitest';
import { visibleWidth } from '../../../report/text-table.ts';
import type { RunEvent } from '../../../schema/run-event.ts';
import type { LiveState } from './live-state.ts';
import { renderFrame } from './render-frame.ts';
import { executing, groundTruth, type Moment, play, sample, started, unreachable, verdict } from './testing/play.ts';

const slow = 'openai-compatible:smollm2-135m-instruct';
const runs = ['canonical', slow, 'empty'].map((model) => ({ model, split: 'complete' as const, total: 50 }));
const ids = Array.from({ length: 50 }, (_, number) => `Starter/${number}`);
const usage = { inputTokens: 300, outputTokens: 200 };
const answered = (taskId: string): RunEvent => ({
  type: 'answered',
  taskId,
  index: 0,
  finishReason: 'stop',
  isEmpty: false,
  latencyMs: 1,
  usage,
  costUsd: 0.0003,
});
// The view reads one number of a score.
const score = { passAt1: { value: 1 } } as Extract<RunEvent, { type: 'run-finished' }>['score'];

const first: Moment[] = [
  [0, { type: 'runs-planned', runs }],
  [0, started('canonical', 50)],
  ...ids.map((id): Moment => [1000, verdict(id)]),
  [12_000, { type: 'run-finished', runId: 'e-1', path: '', score }],
];
const answers = ids.slice(0, 40).flatMap((id, at): Moment[] => [
  [12_000 + at * 100, answered(id)],
  [12_000 + at * 100, sample(id)],
]);
/** The first of three models is done, the second is at 21 of 50. */
const middle: Moment[] = [
  ...first,
  [12_000, started(slow, 50)],
  ...ids.map((id, at): Moment => [12_000, groundTruth(id, 200, at + 1, 50)]),
  ...answers,
  ...ids.slice(0, 21).map((id, at): Moment => [13_000 + at * 200, verdict(id, at % 7 ? undefined : 'AssertionError')]),
  [14_000, executing('Starter/30')],
  [15_000, executing('Starter/31')],
  ...Array.from({ length: 12 }, (): Moment => [17_000, unreachable]),
];
const over: LiveState = { ...play(middle), groundTruth: { done: 50, total: 50, isOver: true } };

const frame = (state: LiveState, columns: number, rows: number, isColored = false) =>
  renderFrame(state, { columns, rows, at: 20_000, colors: picocolors.createColors(isColored) });

describe('renderFrame', () => {
  test('at 100 columns', () => {
    expect(frame(over, 100, 30)).toEqual([
      expect.stringMatching(/^✓ canonical {24}█{14} {2}50\/50 {2}50✓ {2}0✗ {2}100\.0% {2}12s$/),
      expect.stringMatching(
        /^❯ openai-com…mollm2-135m-instruct {2}█{6}▒{5}░{3} {2}21\/50 {2}18✓ {2}3✗ {2}2 running {2}3\.0\/s {2}~\d+s left$/,
      ),
      expect.stringMatching(/^· empty {28}░{14} {2}0\/50$/),
      '  answers   40/50  12,000 tokens in, 8,000 out  $0.0120',
      '  failures  AssertionError 3',
      '  last      Starter/14 AssertionError · Starter/7 AssertionError · Starter/0 AssertionError',
      '  slowest   Starter/30 for 6.0s',
      '  ✗ 12× OpenAI-compatible server at http://127.0.0.1:1/v1 cannot be reached: check the address.',
    ]);
  });

  test('at 120 columns there is room for the pace', () => {
    expect(frame(over, 120, 30)[1]).toMatch(/21\/50 {2}18 passed {2}3 failed {2}2 running {2}\d\.\d\/s {2}~\d+s left$/);
  });

  test('at 40 columns nothing is wider, and a row takes two lines', () => {
    const lines = frame(over, 40, 20);
    expect(lines.filter((line) => visibleWidth(line) > 39)).toEqual([]);
    expect(frame(over, 40, 20, true).map(stripVTControlCharacters)).toEqual(lines);
    expect(lines.slice(0, 4)).toEqual([
      '✓ canonical',
      expect.stringMatching(/^ {3}█{10} {2}50\/50 {2}50✓ {2}0✗/),
      '❯ openai-compatible:smollm2-135m-instr…',
      expect.stringMatching(/^ {3}█{4}▒{4}░{2} {2}21\/50 {2}18✓ {2}3✗ {2}~\d+s$/),
    ]);
  });

  test('fits into the height: the run under way stays, the others are counted', () => {
    const lines = frame(over, 100, 8);
    expect(lines).toHaveLength(7);
    expect(lines.slice(0, 3)).toEqual(['  1 done', expect.stringContaining('❯ openai-com'), '  … 1 more to come']);
    expect(frame(over, 100, 3)).toHaveLength(2);
  });

  test('the reference solutions have a bar of their own while they run', () => {
    const checked = ids.slice(0, 25).map((id, at): Moment => [1, groundTruth(id, 1, at + 1, 50)]);
    expect(frame(play([[0, started('m', 50)], ...checked]), 100, 30)[1]).toBe(
      '  reference █████░░░░░ 25/50 reference solutions',
    );
  });

  test('bars are green, red and cyan; errors are red; without colors nothing is escaped', () => {
    const colored = frame(over, 100, 30, true).map((line) => line.replaceAll('\x1b', '^'));
    expect(colored[1]).toMatch(/\^\[32m█{5}\^\[39m\^\[31m█\^\[39m\^\[36m▒+\^\[39m/);
    expect(colored.at(-1)).toMatch(/^\^\[31m {2}✗ 12×/);
    expect(frame(over, 100, 30).join('')).not.toContain('\x1b');
  });

  test('lets no terminal escape of a model through', () => {
    const hostile = play([
      [0, started('m', 2)],
      [1, verdict('T/1', 'x\x1b[2J')],
    ]);
    expect(frame(hostile, 100, 30).join('\n')).not.toContain('\x1b');
  });

  test('a generation shows answers, tokens and dollars, and no verdicts', () => {
    const text = frame(play([[0, started('m', 50)], ...answers], 'generate'), 100, 30).join('\n');
    expect(text).toMatch(/█{16}░{4} {2}40\/50/);
    expect(text).toMatch(/12,000 tokens in, 8,000 out {2}\$0\.0120/);
    expect(text).not.toMatch(/passed|failed/);
  });

  test('after several runs, what all of them took', () => {
    const run = (model: string, at: number): Moment[] => [
      [at, started(model, 40)],
      ...answers,
      [at + 5000, { type: 'run-finished', runId: 'e-1', path: '', score }],
    ];
    const planned = runs.slice(0, 2).map((each) => ({ ...each, total: 40 }));
    const both = [[0, { type: 'runs-planned', runs: planned }] as const, ...run('canonical', 1), ...run(slow, 9000)];
    const lines = frame(play(both), 100, 30);
    expect(lines.at(-1)).toBe('  together  24,000 tokens in, 16,000 out  $0.0240');
    expect(frame(play(run(slow, 1)), 100, 30).at(-1)).toBe('  answers   12,000 tokens in, 8,000 out  $0.0120');
  });
});
