import { emptyExecution, isFailing } from '../schema/execution.ts';
import { causeOf, type Verdict } from '../schema/verdict.ts';
import { type NamedReport, nameReports, type RunReport } from './run-report.ts';

/** JUnit XML: one suite per run and one test case per sample, so that a CI server shows which tasks fail and why. */
export function renderJunit(reports: readonly RunReport[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${countsOf(reports.flatMap(listCases))}>`,
    ...nameReports(reports).flatMap(testSuite),
    '</testsuites>',
    '',
  ].join('\n');
}

function testSuite(report: NamedReport): string[] {
  const name = escapeXml(`${report.name} ${report.split} ${report.subset}`);
  const cases = listCases(report);
  return [`  <testsuite name="${name}" ${countsOf(cases)}>`, ...cases.map(testCase), '  </testsuite>'];
}

/** Every sample, and every task that counts as unsolved because it has none. */
function listCases({ tasks, verdicts, missing }: RunReport): readonly Verdict[] {
  if (missing !== 'zero') return verdicts;
  const judged = new Set(verdicts.map(({ taskId }) => taskId));
  const absent = tasks.filter(({ id }) => !judged.has(id)).map(({ id }) => ({ ...noSample, taskId: id }));
  return [...verdicts, ...absent];
}

const noSample: Omit<Verdict, 'taskId'> = {
  ...emptyExecution(),
  ...{ outcome: 'fail', status: 'fail', reason: 'no sample' },
  ...{ index: 0, solution: '', programHash: '', jobHash: '', cached: false },
};

function countsOf(verdicts: readonly Verdict[]): string {
  const failed = verdicts.filter(({ status }) => status !== 'pass').length;
  const seconds = verdicts.reduce((sum, { wallMs }) => sum + wallMs, 0) / 1000;
  return `tests="${verdicts.length}" failures="${failed}" time="${seconds.toFixed(3)}"`;
}

function testCase(verdict: Verdict): string {
  const [suite = '', name = verdict.taskId] = verdict.taskId.split('/');
  const head = `    <testcase classname="${escapeXml(suite)}" name="${escapeXml(`${name}#${verdict.index}`)}" time="${(verdict.wallMs / 1000).toFixed(3)}"`;
  if (verdict.status === 'pass') return `${head}/>`;
  const failing = verdict.tests.filter(isFailing);
  const said = failing.map(({ name, outcome, message }) => `${name}: ${outcome}\n${message ?? ''}`);
  const traces = [...said, ...(verdict.stack ? [verdict.stack] : [])].join('\n');
  const failure = `      <failure type="${verdict.outcome}" message="${escapeXml(causeOf(verdict))}">${escapeXml(traces)}</failure>`;
  return `${head}>\n${failure}\n    </testcase>`;
}

/** XML 1.0 cannot represent most control characters, so they become visible substitutes. */
function escapeXml(text: string): string {
  const clean = text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');
  return clean.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
