import { countOf } from '../util/count-of.ts';
import { groupBy } from '../util/group-by.ts';
import { failureCauses } from './failure-causes.ts';
import { formatCost, formatCount, formatEstimate, formatShare } from './format-numbers.ts';
import { formatDuration } from './progress.ts';
import { type NamedReport, nameReports, passAt1, type RunReport } from './run-report.ts';
import { buildTable, type Column, renderTable, type TextStyle, toOneLine, wrapText } from './text-table.ts';

/** What `run` prints at the end of several runs: who scored what and at which price, where each failed and why. */
export function renderLeaderboard(reports: readonly RunReport[], style: TextStyle): string {
  const { colors, width } = style;
  const ranked = nameReports(reports).sort((a, b) => scoreOf(b) - scoreOf(a));
  const { head, rows, right } = buildTable(ranked, listColumns(ranked, style));
  const parts = [
    renderTable([head.map((title) => colors.dim(title)), ...rows], { right, hasHead: true, width }),
    `${colors.underline('Where each failed')}\n${ranked.map((report) => renderFailures(report, style)).join('\n')}`,
    ...renderParameters(reports, style),
  ];
  return `${parts.join('\n\n')}\n`;
}

function listColumns(reports: readonly NamedReport[], { colors }: TextStyle): Column<NamedReport>[] {
  const all = new Set(reports.flatMap(({ score }) => score.byK.map(({ k }) => k)));
  const ks = [...all].filter((k) => k > 1).sort((a, b) => a - b);
  const number = (title: string, format: Column<NamedReport>['format']) => ({ title, isNumber: true, format });
  return [
    number('#', (report) => String(reports.indexOf(report) + 1)),
    { title: 'model', format: ({ name }) => colors.bold(name) },
    { title: 'split', format: ({ split }) => split },
    number('pass@1 (95% interval)', (report) => {
      const estimate = passAt1(report);
      return estimate && colors.bold(formatEstimate(estimate));
    }),
    ...ks.map((k) =>
      number(`pass@${k}`, ({ score }) => {
        const atK = score.byK.find((each) => each.k === k);
        return atK && formatShare(atK.passAtK.value);
      }),
    ),
    number('verified tasks', ({ verified: own }) => own && `${formatShare(own.passAt1.value)} of ${own.tasks}`),
    number('tasks', ({ verdicts, score }) => `${new Set(verdicts.map(({ taskId }) => taskId)).size}/${score.tasks}`),
    number('tokens', ({ usage: { inputTokens = 0, outputTokens = 0 } = {} }) => {
      return inputTokens + outputTokens > 0 ? formatCount(inputTokens + outputTokens) : undefined;
    }),
    number('cost', ({ costUsd }) => (costUsd ? formatCost(costUsd) : undefined)),
    number('time', ({ durationMs }) => (durationMs === undefined ? undefined : formatDuration(durationMs / 1000))),
  ];
}

function renderFailures(report: NamedReport, { colors, width }: TextStyle): string {
  const indent = (text: string, by: number) =>
    wrapText(text, width && width - by).map((line) => `${' '.repeat(by)}${line}`);
  const notes = report.notes.flatMap((note) => indent(colors.dim(note), 4));
  return [...indent(renderCauses(report, colors), 2), ...notes].join('\n');
}

function renderCauses(report: NamedReport, colors: TextStyle['colors']): string {
  const { answers, score } = report;
  const failed = report.verdicts.filter(({ status }) => status !== 'pass');
  const odd = Object.entries(answers).flatMap(([kind, count]) => (count > 0 ? [`; ${count} ${kind}`] : []));
  const head = `${report.name} (${report.split}): ${failed.length} of ${report.verdicts.length} samples`;
  if (failed.length === 0) return `${head}; nothing failed${odd.join('')}`;
  const causes = failureCauses(failed);
  const shown = causes.slice(0, 3).map(({ cause, count }) => `${toOneLine(cause)} ${count}×`);
  const rest = causes.slice(3).reduce((sum, { count }) => sum + count, 0);
  const domains = [...score.byDomain].sort((a, b) => a.passAt1.value - b.passAt1.value);
  const [weakest, strongest] = [domains[0], domains.at(-1)];
  const isWeaker = weakest && strongest && weakest.passAt1.value < strongest.passAt1.value;
  const weak = isWeaker ? `; weakest domain ${weakest.name} (${formatShare(weakest.passAt1.value)})` : '';
  return `${head}: ${[...shown, ...(rest > 0 ? [`${rest} more`] : [])].join(', ')}${colors.dim(`${odd.join('')}${weak}`)}`;
}

/** How the score of each model depends on one parameter: the mean over its runs with the same value. */
function renderParameters(reports: readonly RunReport[], { colors, width }: TextStyle): string[] {
  const byModel = groupBy(reports, ({ model }) => model);
  return [...byModel].flatMap(([model, own]) => {
    const names = [...new Set(own.flatMap(({ parameters = {} }) => Object.keys(parameters)))];
    return names.flatMap((name) => {
      const groups = groupBy(own, ({ parameters = {} }) => format(parameters[name]));
      if (groups.size < 2) return [];
      const rows = [...groups].map(([value, alike]) => {
        const mean = alike.reduce((sum, report) => sum + scoreOf(report), 0) / alike.length;
        return [value, formatShare(mean), countOf(alike.length, 'run')];
      });
      const title = `pass@1${byModel.size > 1 ? ` of ${model}` : ''} by ${name}`;
      return [`${colors.underline(title)}\n${renderTable(rows, { right: [1, 2], indent: '  ', width })}`];
    });
  });
}

function scoreOf(report: RunReport): number {
  return passAt1(report)?.value ?? 0;
}

function format(value: unknown): string {
  return value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value);
}
