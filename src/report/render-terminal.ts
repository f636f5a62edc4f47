import type { GroundTruthSummary, RunLabels } from '../schema/run-record.ts';
import type { GroupScore } from '../schema/score.ts';
import { failureCauses, mostFailedTests, slowestVerdicts } from './failure-causes.ts';
import {
  describeConfirmed,
  describeFullEstimate,
  describeVerified,
  formatEstimate,
  formatRange,
  formatShare,
} from './format-estimate.ts';
import { formatCost, formatUsage } from './format-spending.ts';
import { clip, toOneLine } from './one-line.ts';
import { formatDuration } from './progress.ts';
import type { RunReport } from './run-report.ts';
import { renderTable, type TextStyle } from './text-table.ts';
import { wrapText } from './wrap-text.ts';

const listed = 5;

/** What `evaluate` prints at the end: the score with its interval first, then the details. */
export function renderTerminal(report: RunReport, style: TextStyle): string {
  const { score, outcomes, verdicts } = report;
  const { colors, width } = style;
  const sections = [
    wrapText(
      `${colors.bold(report.model)}  ${report.split} · ${report.subset} · ${report.datasetVersion}  ${colors.dim(report.runId)}`,
      width,
    ).join('\n'),
    renderTable(scoreRows(report, colors), { width }),
    section(
      'By domain',
      score.byDomain.map(({ name, tasks, passAt1 }) => [name, `${tasks} tasks`, formatEstimate(passAt1)]),
      style,
      [1],
    ),
    section(
      'Outcomes',
      Object.entries(outcomes).map(([outcome, count]) => [paintOutcome(outcome, colors), String(count)]),
      style,
      [1],
    ),
    section(
      'Why samples fail',
      failureCauses(verdicts, listed).map(({ cause, count }) => [toOneLine(cause), String(count)]),
      style,
      [1],
    ),
    section(
      'Most failed tests',
      mostFailedTests(verdicts, listed).map(({ taskId, test, count, cause }) => [
        taskId,
        toOneLine(test),
        `${count}×`,
        clip(toOneLine(cause), 60),
      ]),
      style,
      [2],
    ),
    section(
      'Slowest',
      slowestVerdicts(verdicts, listed).map(({ taskId, outcome, cpuMs, wallMs }) => [
        taskId,
        paintOutcome(outcome, colors),
        `${(cpuMs / 1000).toFixed(1)} s CPU`,
        `${(wallMs / 1000).toFixed(1)} s`,
      ]),
      style,
      [2, 3],
    ),
    section(
      'Not judged',
      report.excluded.map(({ reason, taskIds }) => [reason, String(taskIds.length), clip(taskIds.join(' '), 60)]),
      style,
      [1],
    ),
    ...report.notes.map((note) => colors.dim(wrapText(note, width).join('\n'))),
  ];
  return `${sections.filter((part) => part !== '').join('\n\n')}\n`;
}

function scoreRows(report: RunReport, colors: TextStyle['colors']): string[][] {
  const { score, groundTruth, answers, conditions, labels } = report;
  const counted = `${new Set(report.verdicts.map(({ taskId }) => taskId)).size}/${score.tasks} tasks, ${score.samples} samples`;
  const { fullEstimate } = score;
  const isPart = (group: GroupScore | undefined): group is GroupScore =>
    group !== undefined && group.tasks < score.tasks;
  const rows = [
    fullEstimate && [
      'full, estimated',
      colors.bold(formatEstimate(fullEstimate)),
      describeFullEstimate(report, fullEstimate),
    ],
    ...score.byK.map(({ k, passAtK }) => [
      `${fullEstimate ? 'quick ' : ''}pass@${k}`,
      colors.bold(formatEstimate(passAtK)),
      k === 1 ? counted : '',
    ]),
    report.verified && ['verified', formatEstimate(report.verified.passAt1), describeVerified(report.verified)],
    score.chance && ['by chance', formatRange(score.chance.range), describeConfirmed(score.chance)],
    ...score.byK
      .filter(({ k }) => k > 1)
      .map(({ k, passHatK }) => [`pass^${k}`, formatEstimate(passHatK), 'all of k pass']),
    ...score.notComputed.map(({ k, reason }) => [colors.dim(`pass@${k}`), colors.dim('–'), colors.dim(reason)]),
    ...[score.hard].filter(isPart).map(({ tasks, passAt1 }) => ['hard', formatEstimate(passAt1), `${tasks} tasks`]),
    ...[score.valid].filter(isPart).map(({ tasks, passAt1 }) => {
      return ['valid tasks', formatEstimate(passAt1), `${tasks} tasks whose reference solution passes here`];
    }),
    groundTruth && [
      'ground truth',
      formatShare(groundTruth.tasks === 0 ? 0 : groundTruth.passed / groundTruth.tasks),
      `${groundTruth.passed}/${groundTruth.tasks} pass`,
    ],
    groundTruth?.provable && ['provable', ...describeProvable(groundTruth.provable)],
    spending(report),
    labels && Object.keys(labels).length > 0 && ['labels', labels.name ?? '', describeLabels(labels)],
    ['answers', '', `${answers.truncated} truncated, ${answers.empty} empty`],
    ['environment', conditions.fingerprint, `sandbox level ${conditions.level}`],
  ];
  return rows.filter((row) => row !== undefined && row !== false);
}

/** What the answers cost, and how long everything took. */
function spending({ usage, costUsd, durationMs }: RunReport): string[] | undefined {
  const time = durationMs === undefined ? '' : formatDuration(durationMs / 1000);
  const tokens = formatUsage(usage);
  const details = [tokens === '' ? '' : `${tokens} tokens`, time].filter((part) => part !== '');
  return details.length === 0 ? undefined : ['spent', costUsd ? formatCost(costUsd) : '', details.join(', ')];
}

function describeLabels({ tags = [], note = '' }: RunLabels): string {
  return toOneLine([...tags.map((tag) => `#${tag}`), note].filter((part) => part !== '').join(' '));
}

/** How many of the tasks the separate judge can judge, and by what. */
function describeProvable({ value, reference, not }: NonNullable<GroundTruthSummary['provable']>): [string, string] {
  const provable = value + reference;
  return [
    formatShare(provable / (provable + not)),
    `${provable} tasks: ${value} by values, ${reference} by references`,
  ];
}

function section(title: string, rows: string[][], { colors, width }: TextStyle, right: number[]): string {
  return rows.length === 0 ? '' : `${colors.underline(title)}\n${renderTable(rows, { right, indent: '  ', width })}`;
}

function paintOutcome(outcome: string, colors: TextStyle['colors']): string {
  if (outcome === 'pass') return colors.green(outcome);
  return outcome === 'fail' || outcome === 'error' ? colors.red(outcome) : colors.yellow(outcome);
}
