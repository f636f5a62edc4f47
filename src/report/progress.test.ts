import { describe, expect, test, vi } from 'vitest';
import { createProgress, formatDuration } from './progress.ts';

function record(isTTY: boolean, columns?: number, from?: number) {
  let text = '';
  let time = 0;
  const progress = createProgress({
    label: 'execute',
    total: 200,
    from,
    output: { write: (part) => (text += part), isTTY, columns },
    now: () => time,
  });
  return {
    progress,
    at: (ms: number) => {
      time = ms;
      return progress;
    },
    text: () => text,
  };
}

describe('createProgress', () => {
  test('redraws one line on a terminal, with rate, note and time left', () => {
    const { at, text } = record(true);
    at(10_000).update(50, '31 passed');
    at(10_050).update(51, 'too soon to draw');
    at(40_000).finish('200/200');
    expect(text()).toBe('\r\x1b[Kexecute  50/200 25%  5.0/s  31 passed  30s left\r\x1b[Kexecute  200/200  40s\n');
  });

  test('shows the rate and time left of the last seconds, once it is meaningful', () => {
    const { at, text } = record(false);
    at(20_000).update(2);
    at(30_000).update(10);
    at(40_000).update(110);
    at(60_000).update(111);
    expect(text().split('\n')).toEqual([
      'execute  2/200 1%  0.1/s',
      'execute  10/200 5%  0.8/s  3m 57s left',
      'execute  110/200 55%  10.0/s  9.0s left',
      'execute  111/200 55%  0.1/s  48s left',
      '',
    ]);
  });

  test('shows an update that came too soon, even if nothing follows', () => {
    vi.useFakeTimers({ now: 0 });
    try {
      let text = '';
      const output = { write: (part: string) => (text += part), isTTY: false };
      const progress = createProgress({ label: 'execute', total: 200, output });
      vi.advanceTimersByTime(1000);
      progress.update(199, '150 passed');
      vi.advanceTimersByTime(60_000);
      expect(text).toBe('execute  199/200 99%  39.8/s  150 passed  0.0s left\n');
      progress.update(200);
      progress.finish();
      vi.advanceTimersByTime(60_000);
      expect(text.split('\n')).toHaveLength(4);
    } finally {
      vi.useRealTimers();
    }
  });

  test('does not count what was done before it began', () => {
    const { at, text } = record(false, undefined, 100);
    at(10_000).update(150);
    expect(text()).toBe('execute  150/200 75%  5.0/s  10s left\n');
  });

  test('prints a line every few seconds elsewhere', () => {
    const { at, text } = record(false);
    at(1000).update(10);
    at(6000).update(60);
    at(7000).update(70);
    expect(text()).toBe('execute  60/200 30%  10.0/s  14s left\n');
  });

  test('never writes past the edge, even on a terminal without a width', () => {
    const { at, text } = record(true, 0);
    at(1000).update(10, 'x'.repeat(500));
    expect(text().length).toBeLessThan(90);
  });
});

test.each([
  [0.42, '0.4s'],
  [42, '42s'],
  [185, '3m 05s'],
  [8040, '2h 14m'],
])('%d seconds are %s', (seconds, shown) => {
  expect(formatDuration(seconds)).toBe(shown);
});
