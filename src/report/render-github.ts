import { mostFailedTests } from './failure-causes.ts';
import { formatEstimate } from './format-estimate.ts';
import { passAt1, type RunReport } from './run-report.ts';

const listed = 10;

/** GitHub Actions workflow commands: the score as a notice, the most failed tests as warnings. */
export function renderGithub(reports: readonly RunReport[]): string {
  return reports.map(renderCommands).join('');
}

function renderCommands(report: RunReport): string {
  const score = passAt1(report);
  const title = `${report.model} ${report.split} ${report.subset}`;
  return [
    command('notice', title, score ? `pass@1 ${formatEstimate(score)} on ${report.score.tasks} tasks` : 'no tasks'),
    ...mostFailedTests(report.verdicts, listed).map(({ taskId, test, count, cause }) =>
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
