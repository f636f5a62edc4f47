import { mostFailedTests } from './failure-causes.ts';
import { describeVerified, formatEstimate, formatShare } from './format-numbers.ts';
import { type NamedReport, nameReports, passAt1, type RunReport } from './run-report.ts';

/** GitHub Actions workflow commands: the score as a notice, the most failed tests as warnings. */
export function renderGithub(reports: readonly RunReport[]): string {
  return nameReports(reports).map(renderCommands).join('');
}

function renderCommands(report: NamedReport): string {
  const score = passAt1(report);
  const { name, split, subset, verified } = report;
  const second = verified ? `, ${formatShare(verified.passAt1.value)} ${describeVerified(verified)}` : '';
  const told = score ? `pass@1 ${formatEstimate(score)} on ${report.score.tasks} tasks${second}` : 'no tasks';
  const tests = mostFailedTests(report.verdicts).slice(0, 10);
  const warnings = tests.map(({ taskId, test, count, cause }) => {
    return command('warning', `${taskId} ${test}`, `fails in ${count} samples: ${cause}`);
  });
  return [command('notice', `${name} ${split} ${subset}`, told), ...warnings, ''].join('\n');
}

function command(kind: 'notice' | 'warning', title: string, message: string): string {
  return `::${kind} title=${escapeData(title).replaceAll(':', '%3A').replaceAll(',', '%2C')}::${escapeData(message)}`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
