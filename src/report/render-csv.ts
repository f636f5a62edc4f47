import { formatCsv } from './csv.ts';
import type { RunReport } from './run-report.ts';

const columns = [
  'run_id',
  'model',
  'task_id',
  'sample',
  'outcome',
  'status',
  'reason',
  'tests',
  'failed_tests',
  'cpu_ms',
  'wall_ms',
  'peak_mb',
  'flags',
  'proof',
];

/** One line per sample, for a spreadsheet. */
export function renderCsv(reports: readonly RunReport[]): string {
  return formatCsv([columns, ...reports.flatMap(rowsOf)]);
}

function rowsOf(report: RunReport) {
  return report.verdicts.map((verdict) => [
    report.runId,
    report.model,
    verdict.taskId,
    verdict.index,
    verdict.outcome,
    verdict.status,
    verdict.reason ?? '',
    verdict.tests.length,
    verdict.tests
      .filter(({ outcome }) => outcome !== 'pass')
      .map(({ name }) => name)
      .join(' '),
    Math.round(verdict.cpuMs),
    Math.round(verdict.wallMs),
    Math.round(verdict.peakMb),
    verdict.flags.join(' '),
    verdict.proof?.state ?? '',
  ]);
}
