import { resolve } from 'node:path';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { parseReporter, type ReporterRequest, reporters } from '../../report/reporters.ts';
import { passAt1, type RunReport } from '../../report/run-report.ts';
import { withStoreErrors } from '../../store/store-error.ts';
import { describeKeptFile, type KeptFile, writeKeepingOld } from '../../util/keep-old-file.ts';
import { renderReportPage } from '../../view/render-report-page.ts';
import type { CommandContext } from '../command.ts';

/** A run and the files of its results. */
export interface ReportedRun {
  readonly report: RunReport;
  readonly files: readonly KeptFile[];
}

export interface WrittenReports {
  readonly written: readonly KeptFile[];
  /** Reports that could not be written; the others were. */
  readonly failures: readonly BigCodeBenchError[];
}

/**
 * Writes what `--reporter` asks for. A given file contains all runs; without one, each run has its own next to its
 * results. A reporter that fails does not keep the others from writing.
 */
export async function writeReports(
  { cwd, options, stderr }: CommandContext,
  spelled: readonly string[],
  runs: readonly ReportedRun[],
): Promise<WrittenReports> {
  const written: KeptFile[] = [];
  const failures: BigCodeBenchError[] = [];
  for (const { path, content } of spelled.map(parseReporter).flatMap((request) => listFiles(request, runs, cwd))) {
    try {
      const kept = await withStoreErrors(path, async () => writeKeepingOld(path, content()));
      if (!options.quiet) stderr.write(`${describeKeptFile(kept)}\n`);
      written.push(kept);
    } catch (error) {
      if (!(error instanceof BigCodeBenchError)) throw error;
      failures.push(error);
    }
  }
  return { written, failures };
}

interface ReportFile {
  readonly path: string;
  readonly content: () => string;
}

function listFiles({ name, file }: ReporterRequest, runs: readonly ReportedRun[], cwd: string): ReportFile[] {
  const { extension } = reporters[name];
  const render = name === 'html' ? renderReportPage : reporters[name].render;
  if (file !== undefined) {
    return [{ path: resolve(cwd, file), content: () => render(runs.map(({ report }) => report)) }];
  }
  return runs.map(({ report, files }) => {
    const stem = (files[0]?.path ?? report.runId).replace(/_?eval_results\.json$/, '');
    return { path: `${stem}${extension}`, content: () => render([report]) };
  });
}

/** One error for all reports that could not be written. */
export function throwIfAny(failures: readonly BigCodeBenchError[]): void {
  const [first] = failures;
  if (first === undefined) return;
  const message = failures.map((failure) => failure.message).join('\n');
  throw new BigCodeBenchError(first.code, message, { cause: first, data: first.data });
}

/** Whether `--fail-below` fails; says so if it does. */
export function isBelowGate({ options, stderr }: CommandContext, report: RunReport): boolean {
  const value = passAt1(report)?.value ?? 0;
  if (options.failBelow === undefined || value >= options.failBelow) return false;
  stderr.write(`pass@1 is ${value.toFixed(4)}, below --fail-below ${options.failBelow}.\n`);
  return true;
}
