import type { Output } from '../util/terminal.ts';

export interface ProgressOptions {
  readonly label: string;
  readonly total?: number | undefined;
  readonly from?: number | undefined;
  readonly output: Output;
  readonly silent?: boolean;
  /** Milliseconds; a test passes its own clock. */
  readonly now?: () => number;
}

export interface Progress {
  /** `done` so far, and a few words such as `312 passed`. */
  update(done: number, note?: string): void;
  finish(note?: string): void;
}

const redrawMs = { terminal: 100, plain: 5000 };
/** Rate and time left are based on the last seconds: with the longest first, the beginning says little. */
const recentMs = 10_000;
const shareBeforeForecast = 0.05;

/** Live line on a terminal (rate, note, time left); elsewhere a line every few seconds. */
export function createProgress(options: ProgressOptions): Progress {
  const { label, total, from = 0, output, silent = false, now = Date.now } = options;
  const live = output.isTTY === true;
  const startedAt = now();
  let drawnAt = live ? Number.NEGATIVE_INFINITY : startedAt;
  let last = { done: from, note: '' };
  const drawn = [{ at: startedAt, done: from }];
  let timer: NodeJS.Timeout | undefined;

  const measureRate = (at: number): number => {
    while (drawn[1] && drawn[1].at <= at - recentMs) drawn.shift();
    const [base] = drawn;
    return base && at > base.at ? ((last.done - base.done) / (at - base.at)) * 1000 : 0;
  };
  const render = (at: number): string => {
    const { done, note } = last;
    const rate = measureRate(at);
    const counted =
      total === undefined ? `${done}` : `${done}/${total} ${total === 0 ? 100 : Math.floor((100 * done) / total)}%`;
    const hasForecast = total !== undefined && rate > 0 && done < total && done >= total * shareBeforeForecast;
    // A lull says as little as a slow start: the better of the two rates is the better forecast.
    const average = ((done - from) / (at - startedAt)) * 1000;
    const left = hasForecast ? `${formatDuration((total - done) / Math.max(rate, average))} left` : '';
    return [label, counted, rate > 0 ? `${rate.toFixed(rate >= 100 ? 0 : 1)}/s` : '', note, left]
      .filter(Boolean)
      .join('  ');
  };
  const draw = (at: number) => {
    clearTimeout(timer);
    timer = undefined;
    drawnAt = at;
    const line = render(at);
    drawn.push({ at, done: last.done });
    const width = Math.max(20, (output.columns || 80) - 1);
    output.write(live ? `\r\x1b[K${line.slice(0, width)}` : `${line}\n`);
  };

  return {
    update(done, note = '') {
      last = { done, note };
      if (silent) return;
      const at = now();
      const waitMs = drawnAt + (live ? redrawMs.terminal : redrawMs.plain) - at;
      if (waitMs <= 0) draw(at);
      // An update that comes too soon is shown later, because the next one may take long.
      else timer ??= setTimeout(() => draw(now()), waitMs).unref();
    },
    finish(note) {
      clearTimeout(timer);
      if (silent) return;
      const at = now();
      const seconds = formatDuration((at - startedAt) / 1000);
      output.write(`${live ? '\r\x1b[K' : ''}${label}  ${note ?? `${last.done}`}  ${seconds}\n`);
    },
  };
}

/** Seconds as `4.2s`, `3m 05s`, `2h 14m`. */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 1 : 0)}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m ${String(Math.floor(seconds % 60)).padStart(2, '0')}s`;
  return `${Math.floor(minutes / 60)}h ${String(minutes % 60).padStart(2, '0')}m`;
}
