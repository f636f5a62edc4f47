import type { BoardModel, Leaderboard } from '../../schema/leaderboard.ts';
import { type CsvCell, formatCsv } from '../csv.ts';
import { escapeMarkdown, formatMarkdownTable } from '../markdown-table.ts';
import { toOneLine } from '../one-line.ts';
import type { TextStyle } from '../text-style.ts';
import { renderTable } from '../text-table.ts';
import { wrapText } from '../wrap-text.ts';

interface Column {
  readonly title: string;
  readonly isNumber?: boolean;
  readonly format: (model: BoardModel) => string | undefined;
}

const dash = '–';

/** What the table shows; a column without values is left out. */
const columns: readonly Column[] = [
  { title: '#', isNumber: true, format: ({ rank }) => rank?.toString() },
  { title: 'tier', isNumber: true, format: ({ tier }) => tier?.toString() },
  { title: 'ranks', format: ({ rank_range }) => (rank_range ? `${rank_range[0]}–${rank_range[1]}` : undefined) },
  { title: 'model', format: ({ model }) => toOneLine(model) },
  { title: 'complete', isNumber: true, format: ({ complete }) => complete?.toFixed(1) },
  { title: 'instruct', isNumber: true, format: ({ instruct }) => instruct?.toFixed(1) },
  { title: 'average', isNumber: true, format: ({ average }) => average?.toFixed(1) },
  {
    title: '95%',
    format: ({ interval }) => (interval ? interval.map((bound) => bound.toFixed(1)).join('–') : undefined),
  },
  { title: 'hard', isNumber: true, format: ({ hard }) => hard?.toFixed(1) },
  { title: 'Elo', isNumber: true, format: ({ elo }) => elo?.toFixed(0) },
  {
    title: 'Elo 95%',
    format: ({ elo_interval }) => (elo_interval ? elo_interval.map((bound) => bound.toFixed(0)).join('–') : undefined),
  },
  {
    title: 'cost',
    isNumber: true,
    format: ({ cost_usd }) => (cost_usd === null ? undefined : `$${cost_usd.toFixed(2)}`),
  },
  { title: 'tokens out', isNumber: true, format: ({ output_tokens }) => output_tokens?.toString() },
  { title: 'size (B)', isNumber: true, format: ({ size }) => size?.toString() },
];

function shownColumns({ models }: Leaderboard): readonly Column[] {
  return columns.filter(({ format }) => models.some((model) => format(model) !== undefined));
}

/** What `leaderboard` prints. */
export function renderBoard(board: Leaderboard, { colors, width }: TextStyle): string {
  const shown = shownColumns(board);
  const rows = board.models.map((model) => shown.map(({ format }) => format(model) ?? dash));
  const right = shown.flatMap(({ isNumber }, at) => (isNumber ? [at] : []));
  return [
    `${colors.bold(`${board.subset}, ${board.tasks} tasks`)}, ranked by ${board.ranked_by}`,
    renderTable([shown.map(({ title }) => colors.dim(title)), ...rows], { right, hasHead: true, width }),
    [...board.notes, ...describeExcluded(board).map(toOneLine)]
      .map((note) => colors.dim(wrapText(note, width).join('\n')))
      .join('\n'),
    '',
  ]
    .filter((part, at, all) => part !== '' || at === all.length - 1)
    .join('\n');
}

export function renderBoardMarkdown(board: Leaderboard): string {
  const shown = shownColumns(board);
  return [
    `# ${escapeMarkdown(`${board.subset}: ${board.tasks} tasks, ranked by ${board.ranked_by}`)}`,
    '',
    formatMarkdownTable(
      shown.map(({ title }) => title),
      board.models.map((model) => shown.map(({ format }) => format(model) ?? dash)),
    ),
    ...[...board.notes, ...describeExcluded(board)].map((note) => `${escapeMarkdown(note)}\n`),
  ].join('\n');
}

/** Every number of the board, for a spreadsheet. */
export function renderBoardCsv(board: Leaderboard): string {
  const keys = ['rank', 'tier', 'model', 'complete', 'instruct', 'average', 'hard', 'elo', 'elo_benchmark'] as const;
  const more = ['cost_usd', 'output_tokens', 'size', 'act_param', 'type', 'date', 'link'] as const;
  const head = [...keys, 'low', 'high', 'rank_low', 'rank_high', 'elo_low', 'elo_high', ...more];
  const pair = (range: readonly [number, number] | null): CsvCell[] => (range ? [...range] : ['', '']);
  return formatCsv([
    head,
    ...board.models.map((model) => [
      ...keys.map((key): CsvCell => model[key] ?? ''),
      ...pair(model.interval),
      ...pair(model.rank_range),
      ...pair(model.elo_interval),
      ...more.map((key): CsvCell => model[key] ?? ''),
    ]),
  ]);
}

function describeExcluded({ excluded }: Leaderboard): string[] {
  return excluded.map(({ model, reason }) => `Not ranked: ${model} ${reason}.`);
}
