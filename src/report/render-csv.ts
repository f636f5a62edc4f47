import { isFailing } from '../schema/execution.ts';
import type { Verdict } from '../schema/verdict.ts';
import { type CsvCell, formatCsv } from './csv.ts';
import type { RunReport } from './run-report.ts';

const columns: Readonly<Record<string, (verdict: Verdict, report: RunReport) => CsvCell>> = {
  run_id: (_, { runId }) => runId,
  model: (_, { model }) => model,
  task_id: ({ taskId }) => taskId,
  sample: ({ index }) => index,
  outcome: ({ outcome }) => outcome,
  status: ({ status }) => status,
  reason: ({ reason = '' }) => reason,
  tests: ({ tests }) => tests.length,
  failed_tests: ({ tests }) => tests.flatMap((test) => (isFailing(test) ? test.name : [])).join(' '),
  cpu_ms: ({ cpuMs }) => Math.round(cpuMs),
  wall_ms: ({ wallMs }) => Math.round(wallMs),
  peak_mb: ({ peakMb }) => Math.round(peakMb),
  flags: ({ flags }) => flags.join(' '),
  proof: ({ proof }) => proof?.state ?? '',
};

/** One line per sample, for a spreadsheet. */
export function renderCsv(reports: readonly RunReport[]): string {
  const rows = reports.flatMap((report) =>
    report.verdicts.map((verdict) => Object.values(columns).map((cellOf) => cellOf(verdict, report))),
  );
  return formatCsv([Object.keys(columns), ...rows]);
}
