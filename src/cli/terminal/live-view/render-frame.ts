import { formatCount } from '../../../report/format-spending.ts';
import { toOneLine } from '../../../report/one-line.ts';
import { formatDuration } from '../../../report/progress.ts';
import { taskOf } from './forecast.ts';
import { describeCost, describeEarly, type LiveRow, type LiveState } from './live-state.ts';
import { type RowOptions, renderBar, renderRows } from './render-row.ts';
import { type Colors, type Line, paintLine, type Span } from './spans.ts';

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
  return lines.slice(0, Math.max(1, options.rows - 1)).map((line) => paintLine(line, width));
}

/** The run under way is always there; of those before and after it as many as fit, the others are counted. */
function fitRows(state: LiveState, options: FrameOptions, room: number): Line[] {
  const { colors } = options;
  const blocks = renderRows(state, options);
  const total = blocks.reduce((sum, block) => sum + block.length, 0);
  if (total <= room) return blocks.flat();
  const current = Math.max(0, state.current);
  const before = state.rows.slice(0, current);
  const after = blocks.length - current - 1;
  const dim = (text: string): Line => [{ text, paint: colors.dim }];
  return [
    ...(before.length > 0 ? [dim(describeEnded(before))] : []),
    ...(blocks[current] ?? []),
    ...(after > 0 ? [dim(`  … ${after} more to come`)] : []),
  ];
}

function describeEnded(rows: readonly LiveRow[]): string {
  const failed = rows.filter(({ phase }) => phase === 'failed').length;
  return `  ${rows.length - failed} done${failed > 0 ? `, ${failed} stopped` : ''}`;
}

const labelWidth = 9;

function renderDetails(state: LiveState, { at, colors }: FrameOptions): Line[] {
  const row = state.rows[state.current];
  if (!row) return [];
  const labelled = (label: string, ...rest: Span[]): Line => {
    return [{ text: `  ${label.padEnd(labelWidth)} `, paint: colors.dim }, ...rest];
  };
  const lines: Line[] = [];
  const { groundTruth } = state;
  if (row.phase === 'running' && groundTruth.total > 0 && !groundTruth.isOver) {
    const { done, total } = groundTruth;
    const bar = renderBar({ ...state, job: 'generate' }, { ...row, total, answered: done }, { width: 10, colors });
    lines.push(labelled('reference', ...bar, { text: ` ${done}/${total} reference solutions` }));
  }
  const spent = describeAnswers(state, row);
  if (spent !== '') lines.push(labelled('answers', { text: spent }));
  if (state.causes.size > 0) {
    const sorted = [...state.causes].sort((a, b) => b[1] - a[1]);
    const causes = sorted.map(([cause, count]) => `${toOneLine(cause)} ${count}`);
    lines.push(labelled('failures', { text: causes.join(', '), paint: colors.red }));
    const last = state.failures.map(({ taskId, cause }) => `${taskId} ${toOneLine(cause)}`);
    lines.push(labelled('last', { text: last.slice(0, 3).join(' · ') }));
  }
  if (state.early && row.phase === 'running') lines.push(labelled('score', { text: describeEarly(state.early) }));
  const [slowest] = [...state.running].sort((a, b) => a[1] - b[1]);
  if (slowest && at - slowest[1] >= slowMs) {
    const text = `${taskOf(slowest[0])} for ${formatDuration((at - slowest[1]) / 1000)}`;
    lines.push(labelled('slowest', { text, paint: colors.yellow }));
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
function renderFaults({ faults, isDraining }: LiveState, colors: Colors): Line[] {
  const lines = faults.slice(-3).map(({ message, count, isFinal }): Line => {
    const times = count > 1 ? `${count}× ` : '';
    const text = `  ${isFinal ? '✗' : '↻'} ${times}${toOneLine(message)}`;
    return [{ text, paint: isFinal ? colors.red : colors.yellow }];
  });
  if (!isDraining) return lines;
  const waiting = { text: '  waiting for answers in flight; press Ctrl-C again to stop now', paint: colors.yellow };
  return [...lines, [waiting]];
}
