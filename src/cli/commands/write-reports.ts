import { resolve } from 'node:path';
import { parseReporter, reporters } from '../../report/reporters.ts';
import type { RunReport } from '../../report/run-report.ts';
import { describeKeptFile, type KeptFile, writeKeepingOld } from '../../util/keep-old-file.ts';
import type { CommandContext } from '../command.ts';

export interface ReportsToWrite {
  /** As `--reporter` spells them. */
  readonly reporter: readonly string[];
  readonly report: RunReport;
  /** The files beside which a report is written that names none. */
  readonly results: readonly KeptFile[];
}

/** Writes what `--reporter` asks for; without a file of its own a report lies beside the results. */
export async function writeReports(context: CommandContext, wanted: ReportsToWrite): Promise<KeptFile[]> {
  const { options, cwd, stderr } = context;
  const { reporter, report, results } = wanted;
  const stem = (results[0]?.path ?? report.runId).replace(/_?eval_results\.json$/, '');
  const written: KeptFile[] = [];
  for (const { name, file } of reporter.map(parseReporter)) {
    const { extension, render } = reporters[name];
    const path = file === undefined ? `${stem}${extension}` : resolve(cwd, file);
    const kept = await writeKeepingOld(path, render(report));
    if (!options.quiet) stderr.write(`${describeKeptFile(kept)}\n`);
    written.push(kept);
  }
  return written;
}

/** Whether `--fail-below` fails, which is said. */
export function isBelowGate({ options, stderr }: CommandContext, { score }: RunReport): boolean {
  const passAt1 = score.byK.find(({ k }) => k === 1)?.passAtK.value ?? 0;
  if (options.failBelow === undefined || passAt1 >= options.failBelow) return false;
  stderr.write(`pass@1 is ${passAt1.toFixed(4)}, below --fail-below ${options.failBelow}.\n`);
  return true;
}
