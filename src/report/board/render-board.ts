import type { BoardModel, Leaderboard } from '../../schema/leaderboard.ts';
import { type CsvCell, formatCsv } from '../csv.ts';
import { formatCost } from '../format-numbers.ts';
import { escapeMarkdown, formatMarkdownTable } from '../markdown-table.ts';
import { buildTable, type Column, renderTable, type TextStyle, toOneLine, wrapText } from '../text-table.ts';

const columns: readonly Column<BoardModel>[] = [
  { title: '#', isNumber: true, format: ({ rank }) => rank?.toString() },
  { title: 'tier', isNumber: true, format: ({ tier }) => tier?.toString() },
  { title: 'ranks', format: ({ rank_range }) => formatRange(rank_range, 0) },
  { title: 'model', format: ({ model }) => toOneLine(model) },
  { title: 'complete', isNumber: true, format: ({ complete }) => complete?.toFixed(1) },
  { title: 'instruct', isNumber: true, format: ({ instruct }) => instruct?.toFixed(1) },
  { title: 'average', isNumber: true, format: ({ average }) => average?.toFixed(1) },
  { title: '95%', format: ({ interval }) => formatRange(interval, 1) },
  { title: 'hard', isNumber: true, format: ({ hard }) => hard?.toFixed(1) },
  { title: 'verified', isNumber: true, format: ({ verified }) => verified?.pass_at_1.toFixed(1) },
  { title: 'Elo', isNumber: true, format: ({ elo }) => elo?.toFixed(0) },
  { title: 'Elo 95%', format: ({ elo_interval }) => formatRange(elo_interval, 0) },
  { title: 'cost', isNumber: true, format: ({ cost_usd }) => (cost_usd ? formatCost(cost_usd) : undefined) },
  { title: 'tokens out', isNumber: true, format: ({ output_tokens }) => output_tokens?.toString() },
  { title: 'size (B)', isNumber: true, format: ({ size }) => size?.toString() },
];

function formatRange(range: readonly [number, number] | null, digits: number): string | undefined {
  return range?.map((bound) => bound.toFixed(digits)).join('–');
}

export function renderBoard(board: Leaderboard, { colors, width }: TextStyle): string {
  const { head, rows, right } = buildTable(board.models, columns);
  const notes = [...board.notes, ...describeExcluded(board).map(toOneLine)];
  const parts = [
    `${colors.bold(`${board.subset}, ${board.tasks} tasks`)}${describeVerified(board)}, ranked by ${board.ranked_by}`,
    renderTable([head.map((title) => colors.dim(title)), ...rows], { right, hasHead: true, width }),
    ...notes.map((note) => colors.dim(wrapText(note, width).join('\n'))),
  ];
  return `${parts.filter((part) => part !== '').join('\n')}\n`;
}

export function renderBoardMarkdown(board: Leaderboard): string {
  const { head, rows } = buildTable(board.models, columns);
  return [
    `# ${escapeMarkdown(`${board.subset}: ${board.tasks} tasks${describeVerified(board)}, ranked by ${board.ranked_by}`)}`,
    '',
    formatMarkdownTable(head, rows),
    ...[...board.notes, ...describeExcluded(board)].map((note) => `${escapeMarkdown(note)}\n`),
  ].join('\n');
}

export function renderBoardCsv(board: Leaderboard): string {
  const keys = ['rank', 'tier', 'model', 'complete', 'instruct', 'average', 'hard', 'elo', 'elo_benchmark'] as const;
  const more = ['cost_usd', 'output_tokens', 'size', 'act_param', 'type', 'date', 'link'] as const;
  const head = [...keys, 'low', 'high', 'rank_low', 'rank_high', 'elo_low', 'elo_high', ...more, 'verified'];
  const pair = (range: readonly [number, number] | null): CsvCell[] => (range ? [...range] : ['', '']);
  return formatCsv([
    head,
    ...board.models.map((model) => [
      ...keys.map((key): CsvCell => model[key] ?? ''),
      ...pair(model.interval),
      ...pair(model.rank_range),
      ...pair(model.elo_interval),
      ...more.map((key): CsvCell => model[key] ?? ''),
      model.verified?.pass_at_1 ?? '',
    ]),
  ]);
}

function describeVerified({ verified_tasks: count }: Leaderboard): string {
  return count === 0 ? '' : `, ${count} of them verified`;
}

function describeExcluded({ excluded }: Leaderboard): string[] {
  return excluded.map(({ model, reason }) => `Not ranked: ${model} ${reason}.`);
}
