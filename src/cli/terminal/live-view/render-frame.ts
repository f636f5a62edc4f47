import { formatCount } from '../../../report/format-numbers.ts';
import { formatDuration } from '../../../report/progress.ts';
import { cutToWidth, toOneLine, visibleWidth } from '../../../report/text-table.ts';
import type { CommandContext } from '../../command.ts';
import { rateOf, taskOf } from './forecast.ts';
import { describeCost, describeEarly, describeRound, doneOf, type LiveRow, type LiveState } from './live-state.ts';

type Colors = CommandContext['colors'];

type FrameOptions = { readonly columns: number; readonly rows: number; readonly at: number; readonly colors: Colors };

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

function renderDetails(state: LiveState, { at, colors }: FrameOptions): string[] {
  const row = state.rows[state.current];
  if (!row) return [];
  const lines: string[] = [];
  const say = (label: string, text: string) => {
    if (text !== '') lines.push(`${colors.dim(`  ${label.padEnd(9)} `)}${text}`);
  };
  const { groundTruth } = state;
  if (row.phase === 'running' && groundTruth.total > 0 && !groundTruth.isOver) {
    const { done, total } = groundTruth;
    const bar = renderBar({ ...state, job: 'generate' }, { ...row, total, answered: done }, { width: 10, colors });
    say('reference', `${bar} ${done}/${total} reference solutions`);
  }
  const isBetween = row.phase !== 'running' && state.rows.length > 1;
  say(isBetween ? 'together' : 'answers', describeAnswers(state, isBetween ? state.rows : [row]));
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

function describeAnswers({ job }: LiveState, rows: readonly LiveRow[]): string {
  if (job === 'evaluate') return '';
  const sum = (key: 'answered' | 'total' | 'inputTokens' | 'outputTokens' | 'costUsd') =>
    rows.reduce((total, row) => total + row[key], 0);
  const [answered, total] = [sum('answered'), sum('total')];
  const [tokensIn, tokensOut] = [sum('inputTokens'), sum('outputTokens')];
  const parts = [
    job === 'run' && answered < total ? `${answered}/${total}` : '',
    tokensIn + tokensOut > 0 ? `${formatCount(tokensIn)} tokens in, ${formatCount(tokensOut)} out` : '',
    describeCost(sum('costUsd')),
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

/** By how much a row says; the last takes two lines. */
const barWidths = { long: 20, medium: 14, short: 12, stacked: 10 };
type RowForm = keyof typeof barWidths;
const forms = Object.keys(barWidths) as RowForm[];

/** A row per run: its name, a bar, what passed and failed, its pace. All say as much as the widest has room for. */
function renderRows(state: LiveState, options: FrameOptions): string[][] {
  const { columns } = options;
  const longest = Math.max(0, ...state.rows.map(({ name }) => name.length));
  const nameWidth = Math.min(longest, Math.max(16, Math.floor(columns * 0.32)));
  const render = (form: RowForm) => state.rows.map((row) => renderRow(state, row, { ...options, form, nameWidth }));
  const fits = (form: RowForm) => render(form).every((lines) => lines.every((line) => visibleWidth(line) <= columns));
  return render(forms.find((form) => form === 'stacked' || fits(form)) ?? 'stacked');
}

type FormOptions = FrameOptions & { readonly form: RowForm; readonly nameWidth: number };

function renderRow(state: LiveState, row: LiveRow, options: FormOptions): string[] {
  const { colors, form, nameWidth } = options;
  const marks: Record<LiveRow['phase'], string> = {
    waiting: colors.dim('·'),
    running: colors.cyan('❯'),
    finished: colors.green('✓'),
    failed: colors.red('✗'),
  };
  const name = form === 'stacked' ? row.name : shorten(row.name, nameWidth).padEnd(nameWidth);
  const head = `${marks[row.phase]} ${row.phase === 'waiting' ? colors.dim(name) : name}`;
  const parts = partsOf(state, row, options).filter((part) => part !== '');
  return form === 'stacked' ? [head, [' ', ...parts].join('  ')] : [[head, ...parts].join('  ')];
}

function partsOf(state: LiveState, row: LiveRow, { form, colors, at }: FormOptions): string[] {
  const bar = renderBar(state, row, { width: barWidths[form], colors });
  const count = `${doneOf(row, state.job)}/${row.total}`;
  if (row.phase === 'waiting') return [bar, colors.dim(count)];
  const failed = row.judged - row.passed;
  const [good, bad] = form === 'long' ? [' passed', ' failed'] : ['✓', '✗'];
  const judged = [colors.green(`${row.passed}${good}`), (failed > 0 ? colors.red : colors.dim)(`${failed}${bad}`)];
  const shown = [bar, count, ...(state.job === 'generate' ? [] : judged)];
  if (row.phase === 'failed') return [...shown, colors.red('stopped')];
  if (row.phase === 'finished') {
    const score = row.passAt1 === undefined ? '' : colors.bold(`${(100 * row.passAt1).toFixed(1)}%`);
    return [...shown, score, colors.dim(formatDuration((row.endedAt - row.startedAt) / 1000))];
  }
  const left = state.endsAt === undefined ? '' : describeLeft(state.endsAt - at);
  if (form === 'short' || form === 'stacked') return [...shown, left];
  const running = Math.min(state.running.size, state.capacity);
  const rate = rateOf(state, row, at);
  return [
    ...shown,
    describeRound(row),
    running > 0 ? colors.cyan(`${running} running`) : '',
    rate > 0 ? colors.dim(`${rate.toFixed(rate < 10 ? 1 : 0)}/s`) : '',
    left && `${left} left`,
  ];
}

/** Rounded, because it is an estimate. */
function describeLeft(leftMs: number): string {
  const seconds = Math.max(0, leftMs) / 1000;
  const step = seconds > 600 ? 60 : seconds > 60 ? 10 : seconds > 20 ? 5 : 1;
  const rounded = Math.max(1, Math.ceil(seconds / step) * step);
  return `~${rounded < 60 ? `${rounded}s` : formatDuration(rounded)}`;
}

/** The beginning says whose model it is, the end which one. */
function shorten(name: string, width: number): string {
  if (name.length <= width) return name;
  const head = Math.floor((width - 1) / 3);
  return `${name.slice(0, head)}…${name.slice(name.length - (width - 1 - head))}`;
}

/** What passed in green, what failed in red, what was only answered in cyan. */
function renderBar(state: LiveState, row: LiveRow, { width, colors }: { width: number; colors: Colors }): string {
  const share = (count: number) => (row.total === 0 ? 0 : Math.round((width * Math.min(count, row.total)) / row.total));
  const judged = state.job === 'generate' ? 0 : share(row.judged);
  // A single failure is seen, however many passed.
  const passed = row.passed < row.judged ? Math.min(share(row.passed), Math.max(0, judged - 1)) : judged;
  const answered = Math.max(judged, share(row.answered));
  const fill = (paint: (text: string) => string, mark: string, count: number) =>
    count > 0 ? paint(mark.repeat(count)) : '';
  return [
    fill(colors.green, '█', passed),
    fill(colors.red, '█', judged - passed),
    fill(colors.cyan, state.job === 'generate' ? '█' : '▒', answered - judged),
    fill(colors.dim, '░', width - answered),
  ].join('');
}
