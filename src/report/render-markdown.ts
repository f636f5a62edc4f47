import { failureCauses, mostFailedTests } from './failure-causes.ts';
import { describeConfirmed, describeFullEstimate, formatEstimate, formatRange } from './format-estimate.ts';
import { escapeMarkdown, formatMarkdownTable } from './markdown-table.ts';
import type { RunReport } from './run-report.ts';

const listed = 10;

/** A section per run for a README, a pull request or a CI summary. */
export function renderMarkdown(reports: readonly RunReport[]): string {
  return reports.map(renderSection).join('\n');
}

function renderSection(report: RunReport): string {
  const { score, outcomes, verdicts, conditions } = report;
  return [
    `# ${escapeMarkdown(`${report.model}: ${report.split}, ${report.subset}`)}`,
    '',
    formatMarkdownTable(
      ['metric', 'value (95% interval)'],
      [
        ...(score.fullEstimate
          ? [
              [
                `full, estimated ${describeFullEstimate(report, score.fullEstimate)}`,
                formatEstimate(score.fullEstimate),
              ],
            ]
          : []),
        ...score.byK.flatMap(({ k, passAtK, passHatK }) => [
          [`${score.fullEstimate ? 'quick ' : ''}pass@${k}`, formatEstimate(passAtK)],
          ...(k > 1 ? [[`pass^${k}`, formatEstimate(passHatK)]] : []),
        ]),
        ...(score.chance
          ? [[`pass@1 by chance: ${describeConfirmed(score.chance)}`, formatRange(score.chance.range)]]
          : []),
        ...(score.hard ? [['hard', formatEstimate(score.hard.passAt1)]] : []),
        ...(score.valid ? [['tasks valid here', formatEstimate(score.valid.passAt1)]] : []),
        ['tasks', `${new Set(verdicts.map(({ taskId }) => taskId)).size}/${score.tasks}`],
      ],
    ),
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
    ...report.excluded.map(({ reason, taskIds }) => `Not counted: ${taskIds.length} (${escapeMarkdown(reason)}).\n`),
    ...report.notes.map((note) => `${escapeMarkdown(note)}\n`),
    `Run \`${report.runId}\`, dataset ${report.datasetVersion}, environment \`${conditions.fingerprint}\`, sandbox level ${conditions.level}.`,
    '',
  ].join('\n');
}
