import { renderLeaderboard } from '../../report/render-leaderboard.ts';
import { renderTerminal } from '../../report/render-terminal.ts';
import type { RunReport } from '../../report/run-report.ts';
import type { TextStyle } from '../../report/text-table.ts';

/** What to print about finished runs: everything about one, a table of several. */
export function renderRuns(reports: readonly RunReport[], style: TextStyle): string {
  const [first, ...others] = reports;
  return first && others.length === 0 ? renderTerminal(first, style) : renderLeaderboard(reports, style);
}
