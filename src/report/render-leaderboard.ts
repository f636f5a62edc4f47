import { failureCauses } from './failure-causes.ts';
import { formatEstimate, formatShare } from './format-estimate.ts';
import { toOneLine } from './one-line.ts';
import { passAt1, type RunReport } from './run-report.ts';
import type { TextStyle } from './text-style.ts';
import { renderTable } from './text-table.ts';
import { wrapText } from './wrap-text.ts';

/** One finished run among several, with the parameters that may distinguish it. */
export interface Contender {
  readonly report: RunReport;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** What it was not given but others may have been; shown next to its score. */
  readonly limits: readonly string[];
}

const listedCauses = 3;

/** What `run` prints at the end of several runs: who scored what, where each failed and why. */
export function renderLeaderboard(contenders: readonly Contender[], style: TextStyle): string {
  const { colors, width } = style;
  const ranked = [...contenders].sort((a, b) => scoreOf(b) - scoreOf(a));
  const varying = varyingParameters(contenders);
  const rows = ranked.map(({ report, parameters, limits }, at) => {
    const { score, answers } = report;
    const estimate = passAt1(report);
    const tasks = new Set(report.verdicts.map(({ taskId }) => taskId)).size;
    return [
      String(at + 1),
      colors.bold(report.model),
      report.split,
      ...varying.map((name) => format(parameters[name])),
      estimate ? colors.bold(formatEstimate(estimate)) : '–',
      `${tasks}/${score.tasks}`,
      String(answers.truncated),
      String(answers.empty),
      ...(limits.length > 0 ? [colors.dim(limits.join(', '))] : []),
    ];
  });
  const head = ['#', 'model', 'split', ...varying, 'pass@1 (95% interval)', 'tasks', 'truncated', 'empty'];
  const numbers = [0, ...[3, 4, 5, 6].map((column) => column + varying.length)];
  const parts = [
    renderTable([head.map((cell) => colors.dim(cell)), ...rows], { right: numbers, hasHead: true, width }),
    `${colors.underline('Where each failed')}\n${ranked.map((contender) => renderFailures(contender, style)).join('\n')}`,
    ...varying.map((name) => renderParameter(name, contenders, style)),
  ];
  return `${parts.join('\n\n')}\n`;
}

function renderFailures({ report, limits }: Contender, { colors, width }: TextStyle): string {
  const notes = report.notes.filter((note) => !limits.includes(note));
  return [
    ...indent(renderCauses(report, colors), 2, width),
    ...notes.flatMap((note) => indent(colors.dim(note), 4, width)),
  ].join('\n');
}

function indent(text: string, by: number, width: number | undefined): string[] {
  return wrapText(text, width === undefined ? undefined : width - by).map((line) => `${' '.repeat(by)}${line}`);
}

function renderCauses(report: RunReport, colors: TextStyle['colors']): string {
  const failed = report.verdicts.filter(({ outcome }) => outcome !== 'pass');
  const head = `${report.model} (${report.split}): ${failed.length} of ${report.verdicts.length} samples`;
  if (failed.length === 0) return `${head}; nothing failed`;
  const causes = failureCauses(failed, listedCauses).map(({ cause, count }) => `${toOneLine(cause)} ${count}×`);
  const weakest = [...report.score.byDomain].sort((a, b) => a.passAt1.value - b.passAt1.value)[0];
  const weak = weakest ? `; weakest domain ${weakest.name} (${formatShare(weakest.passAt1.value)})` : '';
  return `${head}: ${causes.join(', ')}${colors.dim(weak)}`;
}

/** How the score depends on one parameter: the mean over all runs with the same value. */
function renderParameter(name: string, contenders: readonly Contender[], { colors, width }: TextStyle): string {
  const byValue = new Map<string, number[]>();
  for (const contender of contenders) {
    const value = format(contender.parameters[name]);
    byValue.set(value, [...(byValue.get(value) ?? []), scoreOf(contender)]);
  }
  const rows = [...byValue].map(([value, scores]) => [
    value,
    formatShare(scores.reduce((sum, score) => sum + score, 0) / scores.length),
    `${scores.length} run${scores.length === 1 ? '' : 's'}`,
  ]);
  return `${colors.underline(`pass@1 by ${name}`)}\n${renderTable(rows, { right: [1, 2], indent: '  ', width })}`;
}

/** Names of the parameters that differ between runs of a model. */
function varyingParameters(contenders: readonly Contender[]): string[] {
  const names = [...new Set(contenders.flatMap(({ parameters }) => Object.keys(parameters)))];
  const models = new Set(contenders.map(({ report }) => report.model));
  return names.filter((name) =>
    [...models].some((model) => {
      const own = contenders.filter(({ report }) => report.model === model);
      return new Set(own.map(({ parameters }) => format(parameters[name]))).size > 1;
    }),
  );
}

function scoreOf({ report }: Contender): number {
  return passAt1(report)?.value ?? 0;
}

function format(value: unknown): string {
  return value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value);
}
