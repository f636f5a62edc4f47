import { isFailing } from '../schema/execution.ts';
import type { Verdict } from '../schema/verdict.ts';
import type { RunReport } from './run-report.ts';

export type CsvCell = string | number;

/** Rows as CSV (RFC 4180). Text that a spreadsheet would run as a formula is marked as text with an apostrophe. */
export function formatCsv(rows: Iterable<readonly CsvCell[]>): string {
  return Array.from(rows, (row) => `${row.map(formatCell).join(',')}\r\n`).join('');
}

// Spreadsheets skip leading white space and read full-width signs as the plain ones.
const formula = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;

function formatCell(cell: CsvCell): string {
  const text = typeof cell === 'string' && formula.test(cell) ? `'${cell}` : String(cell);
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

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
