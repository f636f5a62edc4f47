import { resolve } from 'node:path';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import type { FinishedRun } from '../../evaluate/finish-run.ts';
import { nameVerdict } from '../../report/format-decision.ts';
import { renderLeaderboard } from '../../report/render-leaderboard.ts';
import { renderTerminal } from '../../report/render-terminal.ts';
import { type ReporterRequest, reporters } from '../../report/reporters.ts';
import { passAt1, type RunReport } from '../../report/run-report.ts';
import type { TextStyle } from '../../report/text-table.ts';
import { withStoreErrors } from '../../store/store-error.ts';
import { describeKeptFile, type KeptFile, writeKeepingOld } from '../../util/keep-old-file.ts';
import { renderReportPage } from '../../view/render-pages.ts';
import type { CommandContext } from '../command.ts';

/** What to print about finished runs: everything about one, a table of several. */
export function renderRuns(reports: readonly RunReport[], style: TextStyle): string {
  const [first, ...others] = reports;
  return first && others.length === 0 ? renderTerminal(first, style) : renderLeaderboard(reports, style);
}

export function besideResults({ report, files }: Pick<FinishedRun, 'report' | 'files'>) {
  const stem = (files[0]?.path ?? report.runId).replace(/_?eval_results\.json$/, '');
  return { report, pathOf: (extension: string) => `${stem}${extension}` };
}

/**
 * Writes what `--reporter` asks for. A given file contains all runs, and so does `page`; without one, each run has its
 * own. A reporter that fails does not keep the others from writing: its error is among `failures`.
 */
export async function writeReports(
  { cwd, tell }: CommandContext,
  requests: readonly ReporterRequest[],
  runs: readonly ReturnType<typeof besideResults>[],
  page?: string,
) {
  const written: KeptFile[] = [];
  const failures: BigCodeBenchError[] = [];
  for (const { name, file = name === 'html' ? page : undefined } of requests) {
    const { extension } = reporters[name];
    const render = name === 'html' ? renderReportPage : reporters[name].render;
    const reports = runs.map(({ report }) => report);
    const separate = runs.map(({ report, pathOf }) => ({ path: pathOf(extension), reports: [report] }));
    for (const each of file === undefined ? separate : [{ path: resolve(cwd, file), reports }]) {
      try {
        const write = async () => writeKeepingOld(each.path, await render(each.reports));
        const kept = await withStoreErrors(each.path, write);
        tell(describeKeptFile(kept));
        written.push(kept);
      } catch (error) {
        if (!(error instanceof BigCodeBenchError)) throw error;
        failures.push(error);
      }
    }
  }
  return { written, failures };
}

export function throwIfAny(failures: readonly BigCodeBenchError[]): void {
  const [first] = failures;
  if (first === undefined) return;
  const message = failures.map((failure) => failure.message).join('\n');
  throw new BigCodeBenchError(first.code, message, { cause: first, data: first.data });
}

/** Whether `--fail-below` or `--fail-if` fails; says so if it does. */
export function isBelowGate({ options, stderr }: CommandContext, report: RunReport): boolean {
  const { decision } = report;
  if (decision && options.failIf?.includes(decision.verdict)) {
    stderr.write(`${nameVerdict(decision)}: --fail-if ${decision.verdict}.\n`);
    return true;
  }
  const value = passAt1(report)?.value ?? 0;
  if (options.failBelow === undefined || value >= options.failBelow) return false;
  stderr.write(`pass@1 is ${value.toFixed(4)}, below --fail-below ${options.failBelow}.\n`);
  return true;
}
