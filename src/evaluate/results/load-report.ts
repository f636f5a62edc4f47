import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { buildReport, createReportTrimmer } from '../../report/build-report.ts';
import type { RunReport } from '../../report/run-report.ts';
import type { Verdict } from '../../schema/verdict.ts';
import type { StoredRun } from '../../store/read-run.ts';

/** The report of a finished run, as it was when the run finished. */
export async function loadReport({ path, record, tasks, verdicts }: StoredRun): Promise<RunReport> {
  const { result } = record;
  if (!result) {
    throw new BigCodeBenchError(
      'BAD_INPUT',
      `${path} is not finished (${record.verdicts} of ${record.samples} samples judged): run its command to finish it first.`,
    );
  }
  const trim = createReportTrimmer(result.verdicts);
  const trimmed: Verdict[] = [];
  for await (const verdict of verdicts()) trimmed.push(trim(verdict));
  return buildReport({ record: { ...record, result }, tasks: await tasks(), verdicts: trimmed });
}
