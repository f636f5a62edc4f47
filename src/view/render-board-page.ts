import type { BuiltLeaderboard } from '../compare/board/build-leaderboard.ts';
import { countWins } from '../compare/board/count-wins.ts';
import { renderPage } from '../report/render-page.ts';
import type { LeaderboardDocument } from '../schema/view/overview-document.ts';
import type { InfoDocument, RunListDocument } from '../schema/view/run-document.ts';

/** The explorer's leaderboard alone, as one file for a web host or a mail. */
export function renderBoardPage({ board, entrants }: BuiltLeaderboard): string {
  const wins = countWins(entrants.map(({ row }) => row));
  return renderPage({
    title: `BigCodeBench: ${board.models.length} models, ${board.subset}`,
    documents: {
      info: {
        version: '',
        kind: 'report',
        canExecute: false,
        folders: [],
        pages: ['/leaderboard'],
      } satisfies InfoDocument,
      runs: { runs: [], unreadable: [] } satisfies RunListDocument,
      leaderboard: {
        boards: [{ name: board.subset, board, runIds: {}, wins }],
        left: board.excluded,
      } satisfies LeaderboardDocument,
    },
  });
}
