import { renderTable } from '../../report/text-table.ts';
import { UnusableCounts } from '../../sanitize/defines-name.ts';
import { type Comparison, compareStrategies, normalizeCode } from '../../sanitize/sanitize-answers.ts';
import { createSanitizer } from '../../sanitize/sanitizer.ts';
import { type StrategyName, strategyNames } from '../../sanitize/strategy.ts';
import type { Task } from '../../schema/task.ts';
import { loadTreeParser, type TreeParser } from '../../syntax/syntax-tree.ts';
import type { SampleRecord } from '../../upstream/read-samples.ts';
import type { CommandContext } from '../command.ts';

const listedTasks = 10;

/** `bcb sanitize --diff`: what each strategy extracts from the same answers, and how many differ from the chosen one. */
export async function showDifferences(
  context: CommandContext,
  answers: readonly SampleRecord[],
  tasks: ReadonlyMap<string, Task>,
): Promise<void> {
  const { options } = context;
  const [sanitizer, parser] = await Promise.all([createSanitizer(), loadTreeParser()]);
  const comparisons = answers.map((answer) => {
    const task = tasks.get(answer.taskId) as Task;
    return { ...compareStrategies({ answer, task, sanitizer, calibrate: options.calibrate }), task };
  });
  const counts = countOutcomes(comparisons, options.strategy, parser);
  // `none` leaves the answer as it is, which is different wherever there is anything to take out.
  const takes = (group: readonly StrategyName[]) => group.some((strategy) => strategy !== 'none');
  const differing = comparisons.filter(({ groups }) => groups.filter(takes).length > 1);
  const details =
    options.debugTask === undefined
      ? renderList(differing)
      : comparisons.map((each) => renderTexts(each, context)).join('');
  context.print(
    {
      chosen: options.strategy,
      answers: answers.length,
      differing: differing.length,
      strategies: counts,
      tasks: differing.map(({ answer, taken, groups }) => {
        return { task_id: answer.taskId, index: answer.index, groups, taken };
      }),
    },
    `${renderCounts(counts, options.strategy)}\n\n` +
      `${differing.length} of ${answers.length} answers give different solutions.\n${details}`,
  );
}

function countOutcomes(
  comparisons: readonly (Comparison & { task: Task })[],
  chosen: StrategyName,
  parser: TreeParser,
) {
  return strategyNames.map((strategy) => {
    const unusable = new UnusableCounts();
    for (const { taken, task } of comparisons) unusable.add(parser, taken[strategy].solution, task.entryPoint);
    const same = comparisons.filter(({ taken }) => {
      return normalizeCode(taken[strategy].solution) === normalizeCode(taken[chosen].solution);
    });
    return { strategy, as_chosen: same.length, differ: comparisons.length - same.length, ...unusable };
  });
}

function renderCounts(counts: ReturnType<typeof countOutcomes>, chosen: StrategyName): string {
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
