import type { Leaderboard } from '../../schema/leaderboard.ts';
import { embedJson, escapeHtml, fillTemplate, readAsset } from '../html-page.ts';

export interface BoardPageInput {
  readonly board: Leaderboard;
  /** How many tasks the first of each pair of ranked models solves and the second does not, row after row. */
  readonly wins: readonly number[];
}

/** One self-contained page: works from a file and on any web host, and makes no requests. */
export function renderBoardPage({ board, wins }: BoardPageInput): string {
  const ranked = board.models.filter(({ has_verdicts }) => has_verdicts).map(({ model }) => model);
  return fillTemplate(readAsset('board/board.html'), {
    title: escapeHtml(`BigCodeBench: ${board.models.length} models, ${board.subset}`),
    style: `${readAsset('report/report.css')}\n${readAsset('board/board.css')}`,
    script: ['board-charts.js', 'board.js'].map((name) => readAsset(`board/${name}`)).join('\n'),
    data: embedJson({ board, wins, ranked }),
  });
}
