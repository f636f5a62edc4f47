import { failureCauses, mostFailedTests } from './failure-causes.ts';
import {
  describeConfirmed,
  describeFullEstimate,
  describeVerified,
  formatEstimate,
  formatRange,
} from './format-estimate.ts';
import { formatCost, formatUsage } from './format-spending.ts';
import { escapeMarkdown, formatMarkdownTable } from './markdown-table.ts';
import { formatDuration } from './progress.ts';
import { nameReports, type RunReport } from './run-report.ts';

const listed = 10;

/** A section per run for a README, a pull request or a CI summary. */
export function renderMarkdown(reports: readonly RunReport[]): string {
  const names = nameReports(reports);
  return reports.map((report, at) => renderSection(report, names[at] ?? report.model)).join('\n');
}

function renderSection(report: RunReport, name: string): string {
  const { score, outcomes, verdicts, conditions, verified } = report;
  const { fullEstimate, chance, hard, valid } = score;
  const metrics = [
    fullEstimate && [`full, estimated ${describeFullEstimate(report, fullEstimate)}`, formatEstimate(fullEstimate)],
    ...score.byK.flatMap(({ k, passAtK, passHatK }) => [
      [`${fullEstimate ? 'quick ' : ''}pass@${k}`, formatEstimate(passAtK)],
      ...(k > 1 ? [[`pass^${k}`, formatEstimate(passHatK)]] : []),
    ]),
    verified && [`pass@1 ${describeVerified(verified)}`, formatEstimate(verified.passAt1)],
    chance && [`pass@1 by chance: ${describeConfirmed(chance)}`, formatRange(chance.range)],
    hard && ['hard', formatEstimate(hard.passAt1)],
    valid && ['tasks valid here', formatEstimate(valid.passAt1)],
    report.costUsd ? ['cost', formatCost(report.costUsd)] : undefined,
    report.usage && ['tokens', formatUsage(report.usage)],
    report.durationMs === undefined ? undefined : ['time', formatDuration(report.durationMs / 1000)],
    ['tasks', `${new Set(verdicts.map(({ taskId }) => taskId)).size}/${score.tasks}`],
  ].filter((row) => row !== undefined);
  return [
    `# ${escapeMarkdown(`${name}: ${report.split}, ${report.subset}`)}`,
    '',
    formatMarkdownTable(['metric', 'value (95% interval)'], metrics),
    ...score.notComputed.map(({ k, reason }) => `pass@${k} was not computed: ${escapeMarkdown(reason)}.\n`),
    '## By domain',
    '',
    formatMarkdownTable(
      ['domain', 'tasks', 'pass@1'],
      score.byDomain.map(({ name, tasks, passAt1 }) => [name, String(tasks), formatEstimate(passAt1)]),
    ),
    '## Outcomes',
    '',
    formatMarkdownTable(
      ['outcome', 'samples'],
      Object.entries(outcomes).map(([name, count]) => [name, String(count)]),
    ),
    '## Why samples fail',
    '',
    formatMarkdownTable(
      ['cause', 'samples'],
      failureCauses(verdicts, listed).map(({ cause, count }) => [cause, String(count)]),
    ),
    '## Most failed tests',
    '',
    formatMarkdownTable(
      ['task', 'test', 'samples', 'first cause'],
      mostFailedTests(verdicts, listed).map(({ taskId, test, count, cause }) => [taskId, test, String(count), cause]),
    ),
    ...report.excluded.map(({ reason, taskIds }) => `Not judged: ${taskIds.length} (${escapeMarkdown(reason)}).\n`),
    ...report.notes.map((note) => `${escapeMarkdown(note)}\n`),
    `Run \`${report.runId}\`, dataset ${report.datasetVersion}, environment \`${conditions.fingerprint}\`, sandbox level ${conditions.level}.`,
    '',
  ].join('\n');
}
