import { createColors } from 'picocolors';
import type { RunLabels } from '../schema/run-record.ts';
import type { GroupScore } from '../schema/score.ts';
import { countOf } from '../util/count-of.ts';
import { failureCauses, mostFailedTests } from './failure-causes.ts';
import { describeStop } from './format-decision.ts';
import {
  describeVerified,
  formatCost,
  formatEstimate,
  formatRange,
  formatShare,
  formatUsage,
} from './format-numbers.ts';
import { escapeMarkdown, formatMarkdownTable } from './markdown-table.ts';
import { formatDuration } from './progress.ts';
import { listRounds } from './rounds-sections.ts';
import { type NamedReport, nameReports, type RunReport } from './run-report.ts';
import { renderSections, renderSectionsMarkdown, type Section } from './section.ts';
import { clip, renderTable, type TextStyle, toOneLine, wrapText } from './text-table.ts';

/** What `evaluate` prints at the end: the score with its interval first, then the details. */
export function renderTerminal(report: RunReport, style: TextStyle): string {
  const { colors, width } = style;
  const about = `${report.split} · ${report.subset} · ${report.datasetVersion}  ${colors.dim(report.runId)}`;
  const parts = [
    wrapText(`${colors.bold(report.model)}  ${about}`, width).join('\n'),
    renderTable(listMetrics(report, colors), { width }),
    ...renderSections(report.rounds ? listRounds(report.rounds) : [], style),
    ...renderSections(listSections(report, colors), { ...style, listed: 5, lastWidth: 60 }),
    ...report.notes.map((note) => colors.dim(wrapText(note, width).join('\n'))),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** A section per run for a README, a pull request or a CI summary. */
export function renderMarkdown(reports: readonly RunReport[]): string {
  return nameReports(reports).map(renderReportMarkdown).join('\n');
}

function renderReportMarkdown(report: NamedReport): string {
  const { name, conditions, runId, datasetVersion } = report;
  const plain = createColors(false);
  return [
    `# ${escapeMarkdown(`${name}: ${report.split}, ${report.subset}`)}`,
    '',
    formatMarkdownTable(['metric', 'value (95% interval)', ''], listMetrics(report, plain)),
    ...renderSectionsMarkdown(report.rounds ? listRounds(report.rounds) : []),
    ...renderSectionsMarkdown(listSections(report, plain), { listed: 10 }),
    ...report.notes.map((note) => `${escapeMarkdown(note)}\n`),
    `Run \`${runId}\`, dataset ${datasetVersion}, environment \`${conditions.fingerprint}\`, sandbox level ${conditions.level}.`,
    '',
  ].join('\n');
}

function listSections(report: RunReport, colors: TextStyle['colors']): Section[] {
  const { score, outcomes, verdicts, excluded } = report;
  const domains = score.byDomain.map(({ name, tasks, passAt1 }) => {
    return [name, countOf(tasks, 'task'), formatEstimate(passAt1)];
  });
  const counts = Object.entries(outcomes).map(([outcome, count]) => [paintOutcome(outcome, colors), String(count)]);
  const causes = failureCauses(verdicts).map(({ cause, count }) => [toOneLine(cause), String(count)]);
  const tests = mostFailedTests(verdicts).map(({ taskId, test, count, cause }) => {
    return [taskId, toOneLine(test), `${count}×`, toOneLine(cause)];
  });
  const byTime = verdicts.toSorted((a, b) => b.cpuMs - a.cpuMs).slice(0, 10);
  const slowest = byTime.map(({ taskId, outcome, cpuMs, wallMs }) => {
    const seconds = [`${(cpuMs / 1000).toFixed(1)} s CPU`, `${(wallMs / 1000).toFixed(1)} s`];
    return [taskId, paintOutcome(outcome, colors), ...seconds];
  });
  const left = excluded.map(({ reason, taskIds }) => [reason, String(taskIds.length), clip(taskIds.join(' '), 200)]);
  return [
    { title: 'By domain', head: ['domain', 'tasks', 'pass@1'], rows: domains, right: [1] },
    { title: 'Outcomes', head: ['outcome', 'samples'], rows: counts, right: [1] },
    { title: 'Why samples fail', head: ['cause', 'samples'], rows: causes, right: [1] },
    { title: 'Most failed tests', head: ['task', 'test', 'samples', 'first cause'], rows: tests, right: [2] },
    { title: 'Slowest', head: ['task', 'outcome', 'CPU', 'time'], rows: slowest, right: [2, 3] },
    { title: 'Not judged', head: ['reason', 'tasks', 'which'], rows: left, right: [1] },
  ];
}

/** Score, ground truth, spending and surroundings: a name, a value, and what it is based on. */
function listMetrics(report: RunReport, colors: TextStyle['colors']): string[][] {
  const { score, groundTruth, answers, conditions, labels, decision, verified } = report;
  const counted = `${new Set(report.verdicts.map(({ taskId }) => taskId)).size}/${countOf(score.tasks, 'task')}, ${countOf(score.samples, 'sample')}`;
  const { fullEstimate, chance } = score;
  const { provable } = groundTruth ?? {};
  // An estimate of the full score was never tried on other splits.
  const tried = report.split === 'complete' ? '' : '; its error was measured on complete';
  const estimated = fullEstimate && `from ${fullEstimate.judged} of ${fullEstimate.tasks} tasks${tried}`;
  const changed = chance && `other seeds change ${chance.changed} of ${chance.confirmed} re-run samples`;
  const part = (name: string, group: GroupScore | undefined, which: string) =>
    group && group.tasks < score.tasks && [name, formatEstimate(group.passAt1), `${group.tasks} tasks${which}`];
  const stop = decision && describeStop(decision);
  const kind = fullEstimate ? 'quick ' : stop ? 'partial ' : '';
  const rows = [
    decision && ['decision', colors.bold(decision.verdict), stop ?? `after all ${score.tasks} tasks`],
    fullEstimate && ['full, estimated', colors.bold(formatEstimate(fullEstimate)), estimated],
    ...score.byK.map(({ k, passAtK }) => {
      return [`${kind}pass@${k}`, colors.bold(formatEstimate(passAtK)), k === 1 ? counted : ''];
    }),
    verified && ['verified', formatEstimate(verified.passAt1), describeVerified(verified)],
    chance && ['by chance', formatRange(chance.range), changed],
    ...score.byK.map(({ k, passHatK }) => k > 1 && [`pass^${k}`, formatEstimate(passHatK), 'all of k pass']),
    ...score.notComputed.map(({ k, reason }) => [colors.dim(`pass@${k}`), colors.dim('–'), colors.dim(reason)]),
    part('hard', score.hard, ''),
    part('valid tasks', score.valid, ' whose reference solution passes here'),
    groundTruth && [
      'ground truth',
      formatShare(groundTruth.tasks === 0 ? 0 : groundTruth.passed / groundTruth.tasks),
      `${groundTruth.passed}/${groundTruth.tasks} pass`,
    ],
    provable && [
      'provable',
      formatShare((provable.value + provable.reference) / (provable.value + provable.reference + provable.not)),
      `${provable.value + provable.reference} tasks: ${provable.value} by values, ${provable.reference} by references`,
    ],
    spending(report),
    labels && Object.keys(labels).length > 0 && ['labels', labels.name ?? '', describeLabels(labels)],
    ['answers', '', `${answers.truncated} truncated, ${answers.empty} empty`],
    ['environment', conditions.fingerprint, `sandbox level ${conditions.level}`],
  ];
  return rows.flatMap((row) => (row ? [row.map((cell) => cell ?? '')] : []));
}

function spending({ usage, costUsd, durationMs }: RunReport): string[] | undefined {
  const time = durationMs === undefined ? '' : formatDuration(durationMs / 1000);
  const tokens = formatUsage(usage);
  const details = [tokens === '' ? '' : `${tokens} tokens`, time].filter((part) => part !== '');
  return details.length === 0 ? undefined : ['spent', costUsd ? formatCost(costUsd) : '', details.join(', ')];
}

function describeLabels({ tags = [], note = '' }: RunLabels): string {
  return toOneLine([...tags.map((tag) => `#${tag}`), note].filter((part) => part !== '').join(' '));
}

function paintOutcome(outcome: string, colors: TextStyle['colors']): string {
  if (outcome === 'pass') return colors.green(outcome);
  return outcome === 'fail' || outcome === 'error' ? colors.red(outcome) : colors.yellow(outcome);
}
