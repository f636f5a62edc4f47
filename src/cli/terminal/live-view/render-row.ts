import { formatDuration } from '../../../report/progress.ts';
import { visibleWidth } from '../../../report/wrap-text.ts';
import type { CommandContext } from '../../command.ts';
import { rateOf } from './forecast.ts';
import { describeRound, doneOf, type LiveRow, type LiveState } from './live-state.ts';

export type Colors = CommandContext['colors'];

/** How much a row says; the last takes two lines. */
type RowForm = 'long' | 'medium' | 'short' | 'stacked';

const barWidths: Record<RowForm, number> = { long: 20, medium: 14, short: 12, stacked: 10 };
const forms = Object.keys(barWidths) as RowForm[];

export interface RowOptions {
  readonly columns: number;
  readonly at: number;
  readonly colors: Colors;
}

/** A row per run: its name, a bar, what passed and failed, its pace. All say as much as the widest has room for. */
export function renderRows(state: LiveState, options: RowOptions): string[][] {
  const { columns } = options;
  const longest = Math.max(0, ...state.rows.map(({ name }) => name.length));
  const nameWidth = Math.min(longest, Math.max(16, Math.floor(columns * 0.32)));
  const render = (form: RowForm) => state.rows.map((row) => renderRow(state, row, { ...options, form, nameWidth }));
  const fits = (form: RowForm) => render(form).every((lines) => lines.every((line) => visibleWidth(line) <= columns));
  return render(forms.find((form) => form === 'stacked' || fits(form)) ?? 'stacked');
}

interface FormOptions extends RowOptions {
  readonly form: RowForm;
  readonly nameWidth: number;
}

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
  const shown = [bar, count, ...(state.job === 'generate' ? [] : judgedParts(row, form, colors))];
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

function judgedParts({ judged, passed }: LiveRow, form: RowForm, colors: Colors): string[] {
  const failed = judged - passed;
  const [good, bad] = form === 'long' ? [' passed', ' failed'] : ['✓', '✗'];
  return [colors.green(`${passed}${good}`), (failed > 0 ? colors.red : colors.dim)(`${failed}${bad}`)];
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
export function renderBar(
  state: LiveState,
  row: LiveRow,
  { width, colors }: { width: number; colors: Colors },
): string {
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
