import { type Contender, renderLeaderboard } from '../../report/render-leaderboard.ts';
import { renderTerminal } from '../../report/render-terminal.ts';
import type { RunReport } from '../../report/run-report.ts';
import type { TextStyle } from '../../report/text-style.ts';
import type { RunRecord } from '../../schema/run-record.ts';

export interface ReportedRun {
  readonly record: RunRecord;
  readonly report: RunReport;
}

/** What to print about finished runs: everything about one, a table of several. */
export function renderRuns(runs: readonly ReportedRun[], style: TextStyle): string {
  const [first, ...others] = runs;
  if (first && others.length === 0) return renderTerminal(first.report, style);
  const contenders = runs.map(({ record: { model }, report }): Contender => {
    const { parameters, nSamples, restrictions = [] } = model;
    return { report, limits: restrictions, parameters: { ...parameters, nSamples } };
  });
  return renderLeaderboard(contenders, style);
}
