import { mostFailedTests } from './failure-causes.ts';
import { describeVerified, formatEstimate, formatShare } from './format-estimate.ts';
import { type NamedReport, nameReports, passAt1, type RunReport } from './run-report.ts';

const listed = 10;

/** GitHub Actions workflow commands: the score as a notice, the most failed tests as warnings. */
export function renderGithub(reports: readonly RunReport[]): string {
  return nameReports(reports).map(renderCommands).join('');
}

function renderCommands(report: NamedReport): string {
  const score = passAt1(report);
  const { name, verified } = report;
  const second = verified ? `, ${formatShare(verified.passAt1.value)} ${describeVerified(verified)}` : '';
  const title = `${name} ${report.split} ${report.subset}`;
  const told = score ? `pass@1 ${formatEstimate(score)} on ${report.score.tasks} tasks${second}` : 'no tasks';
  return [
    command('notice', title, told),
    ...mostFailedTests(report.verdicts)
      .slice(0, listed)
      .map(({ taskId, test, count, cause }) =>
        command('warning', `${taskId} ${test}`, `fails in ${count} samples: ${cause}`),
      ),
    '',
  ].join('\n');
}

function command(kind: 'notice' | 'warning', title: string, message: string): string {
  return `::${kind} title=${escapeProperty(title)}::${escapeData(message)}`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
