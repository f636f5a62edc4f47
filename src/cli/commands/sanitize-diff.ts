import { renderTable } from '../../report/text-table.ts';
import { definesName } from '../../sanitize/defines-name.ts';
import { type Answer, type Comparison, compareStrategies, normalizeCode } from '../../sanitize/sanitize-answers.ts';
import { createSanitizer } from '../../sanitize/sanitizer.ts';
import { type StrategyName, strategyNames } from '../../sanitize/strategy.ts';
import type { Task } from '../../schema/task.ts';
import { isPython } from '../../syntax/is-python.ts';
import { loadTreeParser, type TreeParser } from '../../syntax/syntax-tree.ts';
import type { CommandContext } from '../command.ts';

interface StrategyCounts {
  readonly strategy: StrategyName;
  as_chosen: number;
  differ: number;
  empty: number;
  not_python: number;
  without_entry_point: number;
}

const listedTasks = 10;

/** `bcb sanitize --diff`: what each strategy extracts from the same answers, and how many differ from the chosen one. */
export async function showDifferences(
  context: CommandContext,
  answers: readonly Answer[],
  tasks: ReadonlyMap<string, Task>,
): Promise<void> {
  const { options, stdout } = context;
  const [sanitizer, parser] = await Promise.all([createSanitizer(), loadTreeParser()]);
  const comparisons = answers.map((answer) => {
    const task = tasks.get(answer.taskId) as Task;
    return { ...compareStrategies({ answer, task, sanitizer, calibrate: options.calibrate }), task };
  });
  const counts = countOutcomes(comparisons, options.strategy, parser);
  // `none` leaves the answer as it is, which is different wherever there is anything to take out.
  const takes = (group: readonly StrategyName[]) => group.some((strategy) => strategy !== 'none');
  const differing = comparisons.filter(({ groups }) => groups.filter(takes).length > 1);
  if (options.json) {
    const document = {
      chosen: options.strategy,
      answers: answers.length,
      differing: differing.length,
      strategies: counts,
      tasks: differing.map(({ answer, taken, groups }) => ({
        task_id: answer.taskId,
        index: answer.index,
        groups,
        taken,
      })),
    };
    stdout.write(`${JSON.stringify(document, null, 2)}\n`);
    return;
  }
  stdout.write(`${renderCounts(counts, options.strategy)}\n\n`);
  stdout.write(`${differing.length} of ${answers.length} answers give different solutions.\n`);
  if (options.debugTask !== undefined)
    for (const comparison of comparisons) stdout.write(renderTexts(comparison, context));
  else stdout.write(renderList(differing));
}

function countOutcomes(
  comparisons: readonly (Comparison & { task: Task })[],
  chosen: StrategyName,
  parser: TreeParser,
): StrategyCounts[] {
  return strategyNames.map((strategy) => {
    const counts = { strategy, as_chosen: 0, differ: 0, empty: 0, not_python: 0, without_entry_point: 0 };
    for (const { taken, task } of comparisons) {
      const { solution } = taken[strategy];
      if (normalizeCode(solution) === normalizeCode(taken[chosen].solution)) counts.as_chosen++;
      else counts.differ++;
      if (solution === '') counts.empty++;
      else if (!isPython(solution)) counts.not_python++;
      else if (!definesName(parser, solution, task.entryPoint)) counts.without_entry_point++;
    }
    return counts;
  });
}

function renderCounts(counts: readonly StrategyCounts[], chosen: StrategyName): string {
  const rows = counts.map((row) =>
    [row.strategy, row.as_chosen, row.differ, row.empty, row.not_python, row.without_entry_point].map(String),
  );
  const heading = ['strategy', `as ${chosen}`, 'differ', 'empty', 'not Python', 'no entry point'];
  return renderTable([heading, ...rows], { right: [1, 2, 3, 4, 5] });
}

function renderList(differing: readonly Comparison[]): string {
  if (differing.length === 0) return '';
  const rows = differing
    .slice(0, listedTasks)
    .map(({ answer, taken, groups }) => [
      answer.taskId,
      String(answer.index),
      groups.map((group) => `${group.join(' = ')} (${countLines(taken, group)} lines)`).join('  |  '),
    ]);
  const more = differing.length > listedTasks ? `… and ${differing.length - listedTasks} more\n` : '';
  return `${renderTable(rows)}\n${more}--debug-task ID shows the texts.\n`;
}

function renderTexts({ answer, taken, groups }: Comparison, { colors }: CommandContext): string {
  const parts = groups.map((group) => {
    const { solution, extraction } = taken[group[0] ?? 'upstream'];
    const heading = colors.bold(`── ${answer.taskId} sample ${answer.index}: ${group.join(', ')}`);
    return `${heading}\n${colors.dim(extraction.trail.map((phrase) => `   ${phrase}`).join('\n'))}\n${solution}\n`;
  });
  return `\n${parts.join('\n')}`;
}

function countLines(taken: Comparison['taken'], group: readonly StrategyName[]): number {
  const { solution } = taken[group[0] ?? 'upstream'];
  return solution === '' ? 0 : solution.split('\n').length;
}
