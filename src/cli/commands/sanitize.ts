import { stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { usageError } from '../../error/bigcodebench-error.ts';
import { renderTable } from '../../report/text-table.ts';
import { UnusableCounts } from '../../sanitize/defines-name.ts';
import {
  buildAnswerText,
  buildSanitizedLine,
  type Comparison,
  compareStrategies,
  normalizeCode,
} from '../../sanitize/sanitize-answers.ts';
import { createSanitizer, type Sanitized, versionOfStrategy } from '../../sanitize/sanitizer.ts';
import { type StrategyName, strategyNames } from '../../sanitize/strategy.ts';
import type { Task } from '../../schema/task.ts';
import { loadTreeParser, type TreeParser } from '../../syntax/syntax-tree.ts';
import { formatPythonJsonLine } from '../../upstream/python-json.ts';
import type { SampleRecord } from '../../upstream/read-samples.ts';
import { describeKeptFile, type KeptFile, writeKeepingOld } from '../../util/keep-old-file.ts';
import type { CommandContext } from '../command.ts';
import { type ReadAnswers, readAnswers } from './read-answers.ts';

export async function sanitizeCommand(context: CommandContext): Promise<number> {
  const read = await readAnswers(context, 'sanitize');
  if (context.options.diff) await showDifferences(context, read);
  else await sanitizeFile(context, read);
  return read.badLines.length > 0 ? 1 : 0;
}

async function sanitizeFile(context: CommandContext, { answers, tasks, badLines, path }: ReadAnswers): Promise<void> {
  const { options, stderr } = context;
  const { strategy, calibrate } = options;
  const output = await resolveOutput(context, path);
  const [sanitizer, parser] = await Promise.all([createSanitizer(), loadTreeParser()]);
  const progress = context.progress({ label: 'sanitizing', total: answers.length });
  const taken: TakenAnswer[] = [];
  const counts = new UnusableCounts();
  for (const answer of answers) {
    const task = tasks.get(answer.taskId) as Task;
    const raw = buildAnswerText(answer, task, { calibrate });
    const sanitized = sanitizer.sanitize({ raw, entryPoint: task.entryPoint, strategy });
    taken.push({ answer, sanitized });
    counts.add(parser, sanitized.solution, task.entryPoint);
    progress.update(taken.length);
  }
  progress.finish(`${taken.length} answers`);
  const files = await writeSolutions(path, output, taken);
  const good = taken.length - counts.empty - counts.not_python - counts.without_entry_point;
  const version = versionOfStrategy(strategy);
  context.print(
    { samples: path, output, strategy, version, answers: taken.length, ...counts, bad_lines: badLines },
    `${strategy}: ${taken.length} answers, ${good} of them Python that defines its entry point; ` +
      `${counts.empty} empty, ${counts.not_python} not Python, ${counts.without_entry_point} without the entry point\n`,
  );
  if (!options.json && !options.quiet) stderr.write(describeFiles(output, files));
}

type TakenAnswer = { readonly answer: SampleRecord; readonly sanitized: Sanitized };

/** A file of all solutions, or for a folder of answers a file of each. */
async function writeSolutions(path: string, output: string, taken: readonly TakenAnswer[]): Promise<KeptFile[]> {
  if (!(await isFolder(path))) {
    const lines = taken.map(({ answer, sanitized }) => formatPythonJsonLine(buildSanitizedLine(answer, sanitized)));
    return [await writeKeepingOld(output, lines.map((line) => `${line}\n`).join(''))];
  }
  const files: KeptFile[] = [];
  for (const { answer, sanitized } of taken) {
    const file = join(output, basename(dirname(answer.origin)), basename(answer.origin));
    files.push(await writeKeepingOld(file, sanitized.solution));
  }
  return files;
}

async function resolveOutput({ options }: CommandContext, path: string): Promise<string> {
  const ending = options.calibrate ? '-sanitized-calibrated' : '-sanitized';
  if (await isFolder(path)) return options.inplace ? path : `${resolve(path)}${ending}`;
  if (!options.inplace) return `${path.replace(/\.gz$/, '').replace(/\.jsonl$/, '')}${ending}.jsonl`;
  if (!path.endsWith('.gz')) return path;
  throw usageError(`${path} is compressed: unpack it first, or omit --inplace.`);
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path)).isDirectory();
}

function describeFiles(output: string, files: readonly KeptFile[]): string {
  if (files.length === 1 && files[0]?.path === output) return `${describeKeptFile(files[0])}\n`;
  const replaced = files.filter(({ state }) => state === 'replaced').length;
  const same = files.filter(({ state }) => state === 'same').length;
  const saved = replaced > 0 ? `Previous versions of ${replaced} of them were saved as .bak.\n` : '';
  return `Wrote ${files.length - same} of ${files.length} files to ${output}; ${same} were already up to date.\n${saved}`;
}

const listedTasks = 10;

/** `bcb sanitize --diff`: what each strategy extracts from the same answers, and how many differ from the chosen one. */
async function showDifferences(context: CommandContext, { answers, tasks }: ReadAnswers): Promise<void> {
  const { options } = context;
  const [sanitizer, parser] = await Promise.all([createSanitizer(), loadTreeParser()]);
  const comparisons = answers.map((answer) => {
    const task = tasks.get(answer.taskId) as Task;
    return { ...compareStrategies({ answer, task, sanitizer, calibrate: options.calibrate }), task };
  });
  const counts = countOutcomes(comparisons, options.strategy, parser);
  const rows = counts.map((row) =>
    [row.strategy, row.as_chosen, row.differ, row.empty, row.not_python, row.without_entry_point].map(String),
  );
  const heading = ['strategy', `as ${options.strategy}`, 'differ', 'empty', 'not Python', 'no entry point'];
  const table = renderTable([heading, ...rows], { right: [1, 2, 3, 4, 5] });
  // `none` leaves the answer as it is, which is different wherever there is anything to take out.
  const takes = (group: readonly StrategyName[]) => group.some((strategy) => strategy !== 'none');
  const differing = comparisons.filter(({ groups }) => groups.filter(takes).length > 1);
  const texts = comparisons.map((each) => renderTexts(each, context));
  const details = options.debugTask === undefined ? renderList(differing) : texts.join('');
  const described = differing.map(({ answer, taken, groups }) => {
    return { task_id: answer.taskId, index: answer.index, groups, taken };
  });
  const found = { chosen: options.strategy, answers: answers.length, differing: differing.length };
  context.print(
    { ...found, strategies: counts, tasks: described },
    `${table}\n\n${differing.length} of ${answers.length} answers give different solutions.\n${details}`,
  );
}

type TaskComparison = Comparison & { readonly task: Task };

function countOutcomes(comparisons: readonly TaskComparison[], chosen: StrategyName, parser: TreeParser) {
  return strategyNames.map((strategy) => {
    const unusable = new UnusableCounts();
    for (const { taken, task } of comparisons) unusable.add(parser, taken[strategy].solution, task.entryPoint);
    const same = comparisons.filter(({ taken }) => {
      return normalizeCode(taken[strategy].solution) === normalizeCode(taken[chosen].solution);
    });
    return { strategy, as_chosen: same.length, differ: comparisons.length - same.length, ...unusable };
  });
}

function renderList(differing: readonly Comparison[]): string {
  if (differing.length === 0) return '';
  const rows = differing.slice(0, listedTasks).map(({ answer, taken, groups }) => {
    const found = groups.map((group) => {
      const { solution } = taken[group[0] ?? 'upstream'];
      return `${group.join(' = ')} (${solution === '' ? 0 : solution.split('\n').length} lines)`;
    });
    return [answer.taskId, String(answer.index), found.join('  |  ')];
  });
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
