/** `bigcodebench/report`: reporters, pure functions from a run's report to text. */
export { buildReport, createReportTrimmer, type ReportMaterial } from './report/build-report.ts';
export { parseReporter, type ReporterName, type ReporterRequest, reporters } from './report/reporters.ts';
export type { RunReport } from './report/run-report.ts';
