import { describe, expect, it } from 'vitest';
import { createRun } from '../data/testing/run-document.ts';
import {
  formatCount,
  formatDate,
  formatDollars,
  formatDuration,
  formatInterval,
  formatMegabytes,
  formatP,
  formatPoints,
  formatShare,
  formatTokens,
  plural,
  shortDataset,
  shortSubset,
} from './format.ts';
import { nameChoice, nameWithSplit } from './run-name.ts';

const check = <Value>(format: (value: Value) => string, table: readonly (readonly [Value, string])[]) => {
  expect(table.map(([value]) => format(value))).toEqual(table.map(([, text]) => text));
};

describe('numbers', () => {
  it('are counted, shared and pointed', () => {
    check(formatCount, [
      [0, '0'],
      [1140, '1,140'],
    ]);
    check(formatShare, [
      [0, '0.0%'],
      [0.4956, '49.6%'],
      [1, '100.0%'],
    ]);
    check(formatInterval, [[[0.467, 0.525], '46.7–52.5']]);
    // What rounds to nothing has no sign.
    check(formatPoints, [
      [4.2, '+4.2'],
      [-0.8, '−0.8'],
      [-0.04, '0.0'],
      [0.04, '0.0'],
      [0, '0.0'],
    ]);
    check(formatP, [
      [0, 'p < 0.001'],
      [0.0012, 'p = 0.001'],
      [0.04, 'p = 0.040'],
      [0.5, 'p = 0.50'],
    ]);
  });

  it('have units', () => {
    check(formatDuration, [
      [0, '0 ms'],
      [840.4, '840 ms'],
      [1000, '1.0 s'],
      [12_400, '12 s'],
      [200_000, '3 min 20 s'],
      [3_600_000, '1 h 0 min'],
      [3_840_000, '1 h 4 min'],
    ]);
    check(formatMegabytes, [
      [0, '0 MB'],
      [512.4, '512 MB'],
      [1000, '1.0 GB'],
    ]);
    check(formatDollars, [
      [0, '$0'],
      [0.0042, '$0.0042'],
      [12.345, '$12.35'],
    ]);
    check(formatTokens, [
      [0, '0'],
      [999, '999'],
      [12_345, '12.3k'],
      [4_500_000, '4.5M'],
    ]);
  });

  it('agree with their noun', () => {
    expect([plural(0, 'task'), plural(1, 'task'), plural(1140, 'task')]).toEqual(['0 tasks', '1 task', '1,140 tasks']);
    expect(plural(2, 'reply', 'replies')).toBe('2 replies');
  });
});

describe('formatDate', () => {
  it('shows a day or a minute, and what is no date as it is', () => {
    expect(formatDate('2026-01-02T12:00:00', 'day')).toBe('Jan 2, 2026');
    expect(formatDate('2026-01-02T00:04:05')).toBe('Jan 2, 2026, 00:04');
    expect(formatDate('some day')).toBe('some day');
  });
});

describe('names', () => {
  it('are short', () => {
    check(shortSubset, [
      ['/long/path/tasks.jsonl.gz', 'tasks.jsonl.gz'],
      ['hard', 'hard'],
    ]);
    check(shortDataset, [
      ['bigcodebench-v0.1.4 sha256:15846fdf4f84', 'bigcodebench-v0.1.4'],
      ['bigcodebench-v0.1.4', 'bigcodebench-v0.1.4'],
    ]);
  });

  it('of runs leave out what a run does not have', () => {
    const run = createRun({ model: 'replay:/a/b.jsonl', split: 'instruct', subset: '/x/own.jsonl' });
    expect([nameChoice(run), nameWithSplit(run)]).toEqual([
      'replay:b.jsonl · instruct · own.jsonl',
      'replay:b.jsonl · instruct',
    ]);
    expect([nameChoice(createRun()), nameWithSplit(createRun())]).toEqual(['openai:m · full', 'openai:m']);
  });
});
