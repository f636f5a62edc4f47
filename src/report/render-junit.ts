import type { Verdict } from '../schema/verdict.ts';
import { causeOf } from './failure-causes.ts';
import type { RunReport } from './run-report.ts';

/** JUnit XML: one suite per run and one test case per sample, so that a CI server shows which tasks fail and why. */
export function renderJunit(reports: readonly RunReport[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${countsOf(reports.flatMap(({ verdicts }) => verdicts))}>`,
    ...reports.flatMap(testSuite),
    '</testsuites>',
    '',
  ].join('\n');
}

function testSuite({ model, split, subset, verdicts }: RunReport): string[] {
  const name = escapeXml(`${model} ${split} ${subset}`);
  return [`  <testsuite name="${name}" ${countsOf(verdicts)}>`, ...verdicts.map(testCase), '  </testsuite>'];
}

function countsOf(verdicts: readonly Verdict[]): string {
  const failed = verdicts.filter(({ outcome }) => outcome !== 'pass').length;
  const seconds = verdicts.reduce((sum, { wallMs }) => sum + wallMs, 0) / 1000;
  return `tests="${verdicts.length}" failures="${failed}" time="${seconds.toFixed(3)}"`;
}

function testCase(verdict: Verdict): string {
  const [suite = '', name = verdict.taskId] = verdict.taskId.split('/');
  const head = `    <testcase classname="${escapeXml(suite)}" name="${escapeXml(`${name}#${verdict.index}`)}" time="${(verdict.wallMs / 1000).toFixed(3)}"`;
  if (verdict.outcome === 'pass') return `${head}/>`;
  const traces = verdict.tests
    .filter(({ outcome }) => outcome !== 'pass')
    .map(({ name, outcome, message }) => `${name}: ${outcome}\n${message ?? ''}`)
    .join('\n');
  const failure = `      <failure type="${verdict.outcome}" message="${escapeXml(causeOf(verdict))}">${escapeXml(traces)}</failure>`;
  return `${head}>\n${failure}\n    </testcase>`;
}

/** XML 1.0 cannot represent most control characters, so they become visible substitutes. */
function escapeXml(text: string): string {
  const clean = [...text].map((character) => (isXmlCharacter(character) ? character : '\ufffd')).join('');
  return clean.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function isXmlCharacter(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return (
    code === 9 ||
    code === 10 ||
    code === 13 ||
    (code >= 0x20 && code <= 0xd7ff) ||
    (code >= 0xe000 && code !== 0xfffe && code !== 0xffff)
  );
}
