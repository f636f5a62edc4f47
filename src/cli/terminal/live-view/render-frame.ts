import { formatCount } from '../../../report/format-spending.ts';
import { toOneLine } from '../../../report/one-line.ts';
import { formatDuration } from '../../../report/progress.ts';
import { cutToWidth } from '../../../report/wrap-text.ts';
import { taskOf } from './forecast.ts';
import { describeCost, describeEarly, type LiveRow, type LiveState } from './live-state.ts';
import { type Colors, type RowOptions, renderBar, renderRows } from './render-row.ts';

export interface FrameOptions extends RowOptions {
  /** Lines that fit on the terminal. */
  readonly rows: number;
}

/** A program that runs longer than this is worth a line. */
const slowMs = 3000;

/** The view as lines that fit: a row per run, then what is known of the one under way. */
export function renderFrame(state: LiveState, options: FrameOptions): string[] {
  const width = options.columns - 1;
  const details = renderDetails(state, options);
  const room = Math.max(1, options.rows - 1 - details.length);
  const lines = [...fitRows(state, { ...options, columns: width }, room), ...details];
  return lines.slice(0, Math.max(1, options.rows - 1)).map((line) => cutToWidth(line, width));
}

/** The run under way is always there; of those before and after it as many as fit, the others are counted. */
function fitRows(state: LiveState, options: FrameOptions, room: number): string[] {
  const { colors } = options;
  const blocks = renderRows(state, options);
  if (blocks.flat().length <= room) return blocks.flat();
  const current = Math.max(0, state.current);
  const before = state.rows.slice(0, current);
  const failed = before.filter(({ phase }) => phase === 'failed').length;
  const ended = `  ${before.length - failed} done${failed > 0 ? `, ${failed} stopped` : ''}`;
  const after = blocks.length - current - 1;
  return [
    ...(before.length > 0 ? [colors.dim(ended)] : []),
    ...(blocks[current] ?? []),
    ...(after > 0 ? [colors.dim(`  … ${after} more to come`)] : []),
  ];
}

const labelWidth = 9;

function renderDetails(state: LiveState, { at, colors }: FrameOptions): string[] {
  const row = state.rows[state.current];
  if (!row) return [];
  const lines: string[] = [];
  const say = (label: string, text: string) => {
    if (text !== '') lines.push(`${colors.dim(`  ${label.padEnd(labelWidth)} `)}${text}`);
  };
  const { groundTruth } = state;
  if (row.phase === 'running' && groundTruth.total > 0 && !groundTruth.isOver) {
    const { done, total } = groundTruth;
    const bar = renderBar({ ...state, job: 'generate' }, { ...row, total, answered: done }, { width: 10, colors });
    say('reference', `${bar} ${done}/${total} reference solutions`);
  }
  say('answers', describeAnswers(state, row));
  if (state.causes.size > 0) {
    const sorted = [...state.causes].sort((a, b) => b[1] - a[1]);
    say('failures', colors.red(sorted.map(([cause, count]) => `${toOneLine(cause)} ${count}`).join(', ')));
    const last = state.failures.slice(0, 3).map(({ taskId, cause }) => `${taskId} ${toOneLine(cause)}`);
    say('last', last.join(' · '));
  }
  if (state.early && row.phase === 'running') say('score', describeEarly(state.early));
  const [slowest] = [...state.running].sort((a, b) => a[1] - b[1]);
  if (slowest && at - slowest[1] >= slowMs) {
    say('slowest', colors.yellow(`${taskOf(slowest[0])} for ${formatDuration((at - slowest[1]) / 1000)}`));
  }
  return [...lines, ...renderFaults(state, colors)];
}

function describeAnswers({ job }: LiveState, row: LiveRow): string {
  if (job === 'evaluate') return '';
  const { inputTokens, outputTokens, costUsd, answered, total } = row;
  const parts = [
    job === 'run' && answered < total ? `${answered}/${total}` : '',
    inputTokens + outputTokens > 0 ? `${formatCount(inputTokens)} tokens in, ${formatCount(outputTokens)} out` : '',
    describeCost(costUsd),
  ];
  return parts.filter((part) => part !== '').join('  ');
}

/** What was given up is red, what is tried again is yellow; the same again is counted. */
function renderFaults({ faults, isDraining }: LiveState, colors: Colors): string[] {
  const lines = faults.slice(-3).map(({ message, count, isFinal }) => {
    const times = count > 1 ? `${count}× ` : '';
    const text = `  ${isFinal ? '✗' : '↻'} ${times}${toOneLine(message)}`;
    return isFinal ? colors.red(text) : colors.yellow(text);
  });
  if (!isDraining) return lines;
  return [...lines, colors.yellow('  waiting for answers in flight; press Ctrl-C again to stop now')];
}
