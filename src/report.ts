/** `bigcodebench/report`: reporters, pure functions from a run's report to text. */
export { parseReporter, type ReporterName, type ReporterRequest, reporters } from './report/reporters.ts';
export { buildReport, createReportTrimmer, type ReportMaterial, type RunReport } from './report/run-report.ts';
