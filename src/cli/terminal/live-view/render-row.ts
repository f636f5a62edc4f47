import { formatDuration } from '../../../report/progress.ts';
import { rateOf } from './forecast.ts';
import { describeRound, doneOf, type LiveRow, type LiveState } from './live-state.ts';
import { type Colors, joinSpans, type Line, type Span, widthOf } from './spans.ts';

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
export function renderRows(state: LiveState, options: RowOptions): Line[][] {
  const { columns } = options;
  const longest = Math.max(0, ...state.rows.map(({ name }) => name.length));
  const nameWidth = Math.min(longest, Math.max(16, Math.floor(columns * 0.32)));
  const render = (form: RowForm) => state.rows.map((row) => renderRow(state, row, { ...options, form, nameWidth }));
  const fits = (form: RowForm) => render(form).every((lines) => lines.every((line) => widthOf(line) <= columns));
  return render(forms.find((form) => form === 'stacked' || fits(form)) ?? 'stacked');
}

interface FormOptions extends RowOptions {
  readonly form: RowForm;
  readonly nameWidth: number;
}

function renderRow(state: LiveState, row: LiveRow, options: FormOptions): Line[] {
  const { colors, form, nameWidth } = options;
  const paint = row.phase === 'waiting' ? { paint: colors.dim } : {};
  const parts = partsOf(state, row, options);
  if (form === 'stacked')
    return [[markOf(row, colors), { text: ` ${row.name}`, ...paint }], joinSpans([[{ text: ' ' }], ...parts])];
  const name = shorten(row.name, nameWidth);
  return [joinSpans([[markOf(row, colors), { text: ` ${name.padEnd(nameWidth)}`, ...paint }], ...parts])];
}

function partsOf(state: LiveState, row: LiveRow, { form, colors, at }: FormOptions): Line[] {
  const bar = renderBar(state, row, { width: barWidths[form], colors });
  const count = `${doneOf(row, state.job)}/${row.total}`;
  if (row.phase === 'waiting') return [bar, [{ text: count, paint: colors.dim }]];
  const judged = state.job === 'generate' ? [] : judgedParts(row, form, colors);
  if (row.phase === 'failed') return [bar, [{ text: count }], ...judged, [{ text: 'stopped', paint: colors.red }]];
  if (row.phase === 'finished') {
    const score: Line =
      row.passAt1 === undefined ? [] : [{ text: `${(100 * row.passAt1).toFixed(1)}%`, paint: colors.bold }];
    const took = formatDuration((row.endedAt - row.startedAt) / 1000);
    return [bar, [{ text: count }], ...judged, score, [{ text: took, paint: colors.dim }]];
  }
  const running = Math.min(state.running.size, state.capacity);
  const rate = rateOf(state, row, at);
  const isRoomy = form === 'long' || form === 'medium';
  return [
    bar,
    [{ text: count }],
    ...judged,
    row.round && isRoomy ? [{ text: describeRound(row) }] : [],
    running > 0 && isRoomy ? [{ text: `${running} running`, paint: colors.cyan }] : [],
    rate > 0 && isRoomy ? [{ text: `${rate.toFixed(rate < 10 ? 1 : 0)}/s`, paint: colors.dim }] : [],
    state.endsAt === undefined ? [] : [{ text: `${describeLeft(state.endsAt - at)}${isRoomy ? ' left' : ''}` }],
  ];
}

function judgedParts({ judged, passed }: LiveRow, form: RowForm, colors: Colors): Line[] {
  const failed = judged - passed;
  const [good, bad] = form === 'long' ? [' passed', ' failed'] : ['✓', '✗'];
  return [
    [{ text: `${passed}${good}`, paint: colors.green }],
    [{ text: `${failed}${bad}`, paint: failed > 0 ? colors.red : colors.dim }],
  ];
}

/** Rounded, because it is an estimate. */
function describeLeft(leftMs: number): string {
  const seconds = Math.max(0, leftMs) / 1000;
  const step = seconds > 600 ? 60 : seconds > 60 ? 10 : seconds > 20 ? 5 : 1;
  const rounded = Math.max(1, Math.ceil(seconds / step) * step);
  return `~${rounded < 60 ? `${rounded}s` : formatDuration(rounded)}`;
}

function markOf({ phase }: LiveRow, colors: Colors): Span {
  const marks: Record<LiveRow['phase'], Span> = {
    waiting: { text: '·', paint: colors.dim },
    running: { text: '❯', paint: colors.cyan },
    finished: { text: '✓', paint: colors.green },
    failed: { text: '✗', paint: colors.red },
  };
  return marks[phase];
}

/** The beginning says whose model it is, the end which one. */
function shorten(name: string, width: number): string {
  if (name.length <= width) return name;
  const head = Math.floor((width - 1) / 3);
  return `${name.slice(0, head)}…${name.slice(name.length - (width - 1 - head))}`;
}

/** What passed in green, what failed in red, what was only answered in cyan. */
export function renderBar(state: LiveState, row: LiveRow, { width, colors }: { width: number; colors: Colors }): Line {
  const share = (count: number) => (row.total === 0 ? 0 : Math.round((width * Math.min(count, row.total)) / row.total));
  const judged = state.job === 'generate' ? 0 : share(row.judged);
  // A single failure is seen, however many passed.
  const passed = row.passed < row.judged ? Math.min(share(row.passed), Math.max(0, judged - 1)) : judged;
  const answered = Math.max(judged, share(row.answered));
  return [
    { text: '█'.repeat(passed), paint: colors.green },
    { text: '█'.repeat(judged - passed), paint: colors.red },
    { text: (state.job === 'generate' ? '█' : '▒').repeat(answered - judged), paint: colors.cyan },
    { text: '░'.repeat(Math.max(0, width - answered)), paint: colors.dim },
  ];
}
