import { stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { usageError } from '../../error/bigcodebench-error.ts';
import { UnusableCounts } from '../../sanitize/defines-name.ts';
import { buildAnswerText, buildSanitizedLine } from '../../sanitize/sanitize-answers.ts';
import { createSanitizer, type Sanitized, versionOfStrategy } from '../../sanitize/sanitizer.ts';
import type { Task } from '../../schema/task.ts';
import { loadTreeParser } from '../../syntax/syntax-tree.ts';
import { formatPythonJsonLine } from '../../upstream/python-json.ts';
import type { SampleRecord } from '../../upstream/read-samples.ts';
import { describeKeptFile, type KeptFile, writeKeepingOld } from '../../util/keep-old-file.ts';
import type { Command, CommandContext } from '../command.ts';
import { type ReadAnswers, readAnswers } from './read-answers.ts';
import { showDifferences } from './sanitize-diff.ts';

export const sanitizeCommand: Command = {
  name: 'sanitize',
  examples: [
    'bcb sanitize --samples answers.jsonl',
    'bcb sanitize --samples answers.jsonl --strategy last-fence --inplace',
    'bcb sanitize --samples answers.jsonl --diff',
    'bcb sanitize --samples answers.jsonl --diff --debug-task BigCodeBench/17',
  ],
  async run(context) {
    const read = await readAnswers(context, 'sanitize');
    if (context.options.diff) await showDifferences(context, read.answers, read.tasks);
    else await sanitizeFile(context, read);
    return read.badLines.length > 0 ? 1 : 0;
  },
};

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
  const files = (await isFolder(path)) ? await writeFolder(output, taken) : [await writeFile(output, taken)];
  const good = taken.length - counts.empty - counts.not_python - counts.without_entry_point;
  const version = versionOfStrategy(strategy);
  context.print(
    { samples: path, output, strategy, version, answers: taken.length, ...counts, bad_lines: badLines },
    `${strategy}: ${taken.length} answers, ${good} of them Python that defines its entry point; ` +
      `${counts.empty} empty, ${counts.not_python} not Python, ${counts.without_entry_point} without the entry point\n`,
  );
  if (options.json || options.quiet) return;
  for (const sentence of describeFiles(output, files)) stderr.write(`${sentence}\n`);
}

interface TakenAnswer {
  readonly answer: SampleRecord;
  readonly sanitized: Sanitized;
}

function writeFile(output: string, taken: readonly TakenAnswer[]): Promise<KeptFile> {
  const lines = taken.map(
    ({ answer, sanitized }) => `${formatPythonJsonLine(buildSanitizedLine(answer, sanitized))}\n`,
  );
  return writeKeepingOld(output, lines.join(''));
}

async function writeFolder(output: string, taken: readonly TakenAnswer[]): Promise<KeptFile[]> {
  const files: KeptFile[] = [];
  for (const { answer, sanitized } of taken) {
    const path = join(output, basename(dirname(answer.origin)), basename(answer.origin));
    files.push(await writeKeepingOld(path, sanitized.solution));
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

function describeFiles(output: string, files: readonly KeptFile[]): string[] {
  if (files.length === 1 && files[0]?.path === output) return files.map(describeKeptFile);
  const replaced = files.filter(({ state }) => state === 'replaced').length;
  const same = files.filter(({ state }) => state === 'same').length;
  return [
    `Wrote ${files.length - same} of ${files.length} files to ${output}; ${same} were already up to date.`,
    ...(replaced > 0 ? [`Previous versions of ${replaced} of them were saved as .bak.`] : []),
  ];
}
