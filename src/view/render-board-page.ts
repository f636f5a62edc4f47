import type { BuiltLeaderboard } from '../compare/board/build-leaderboard.ts';
import { countWins } from '../compare/board/task-rates.ts';
import { renderPage } from '../report/render-page.ts';
import type { LeaderboardDocument } from '../schema/view/overview-document.ts';
import type { RunListDocument } from '../schema/view/run-document.ts';

/** The explorer's leaderboard alone, as one file for a web host or a mail. */
export function renderBoardPage({ board, entrants }: BuiltLeaderboard): string {
  const wins = countWins(entrants.map(({ row }) => row));
  return renderPage({
    title: `BigCodeBench: ${board.models.length} models, ${board.subset}`,
    info: { pages: ['/leaderboard'] },
    documents: {
      runs: { runs: [], unreadable: [] } satisfies RunListDocument,
      leaderboard: {
        boards: [{ name: board.subset, board, runIds: {}, wins }],
        left: board.excluded,
      } satisfies LeaderboardDocument,
    },
  });
}
