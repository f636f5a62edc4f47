import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { readRuns } from '../../compare/read-results.ts';
import { selectTasks } from '../../dataset/select-tasks.ts';
import { fileError, usageError } from '../../error/bigcodebench-error.ts';
import {
  addStack,
  buildInspectionFiles,
  type InspectedSample,
  type InspectionInput,
  renderInspection,
  renderInspectionCsv,
  renderInspectionMarkdown,
  summarizeInspection,
} from '../../report/inspection.ts';
import { findPlace } from '../../run/find-place.ts';
import { buildEntry, readEvalResults } from '../../upstream/eval-results.ts';
import { moveAside } from '../../util/keep-old-file.ts';
import { makeFolder } from '../../util/make-folder.ts';
import type { OutputFile } from '../../util/output-file.ts';
import { type CommandContext, loadTasksFor } from '../command.ts';

export async function inspectCommand(context: CommandContext): Promise<void> {
  const { options, cwd, warn } = context;
  const { path, name, input } = await openInspection(context);
  const summary = summarizeInspection(input);
  if (summary.tasks === 0) {
    throw fileError(path, `${path} has no results for the ${input.tasks.length} selected tasks: try --subset full.`);
  }
  if (summary.unknown.length > 0) warn(`${summary.unknown.length} results are for tasks outside this subset.`);
  const folder = join(resolve(cwd, options.savePath), name);
  await writeTree(folder, input, context);
  const { markdown, csv } = options;
  const render = markdown ? renderInspectionMarkdown : csv ? renderInspectionCsv : renderInspection;
  context.print({ folder, ...summary }, render(summary));
}

/** Writes the tree; an existing folder is moved aside unless --in_place is given. */
async function writeTree(folder: string, input: InspectionInput, { options, stderr }: CommandContext): Promise<void> {
  const files = [...buildInspectionFiles(input)];
  if (await holdsExactly(folder, files)) return void stderr.write(`Unsolved tasks are in ${folder}, as before.\n`);
  const backup = options.inPlace ? undefined : await moveAside(folder);
  if (backup !== undefined) stderr.write(`The previous ${folder} was saved as ${backup}.\n`);
  for (const { path, content } of files) {
    const file = join(folder, path);
    await makeFolder(dirname(file));
    await writeFile(file, content);
  }
  stderr.write(`Unsolved tasks are in ${folder}.\n`);
}

async function holdsExactly(folder: string, files: readonly OutputFile<string>[]): Promise<boolean> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  if (entries.filter((entry) => entry.isFile()).length !== files.length || files.length === 0) return false;
  const earlier = files.map(({ path }) => readFile(join(folder, path), 'utf8').catch(() => undefined));
  return (await Promise.all(earlier)).every((content, at) => content === files[at]?.content);
}

/** What to inspect, and the name of its folder of unsolved tasks. A run folder knows its tasks and split; for an `…_eval_results.json`, the command line has to say. */
async function openInspection(context: CommandContext) {
  const { options, positionals } = context;
  const [named = options.evalResults, ...more] = positionals;
  if (named === undefined || more.length > 0) {
    throw usageError('inspect needs one run: `bcb inspect bcb_results/runs/…`, or --eval_results FILE.');
  }
  const [run] = positionals;
  const path = run === undefined ? resolve(context.cwd, named) : await findPlace(run, context.cwd, options.out);
  if ((await stat(path).catch(() => undefined))?.isDirectory()) return openRun(path, context);
  const { eval: results } = await readEvalResults(path);
  const { tasks } = await loadTasksFor(context);
  const name = basename(path).replace(/(\.json)?(\.gz)?$/, '');
  return { path, name, input: { results, tasks, split: options.split } };
}

async function openRun(place: string, { options, warn }: CommandContext) {
  const logs = await readRuns(place, { onWarning: warn });
  const [log, ...others] = logs;
  if (log === undefined || others.length > 0) {
    const ids = logs.map(({ id }) => id);
    throw usageError(`${place} contains ${ids.length} runs: use one of ${ids.join(', ')}.`);
  }
  const { record } = log;
  const { select, exclude, idRange, limit } = options;
  const tasks = (await selectTasks(await log.tasks(), { select, exclude, idRange })).slice(0, limit);
  const results: Record<string, InspectedSample[]> = {};
  for (const task of tasks) {
    const samples: InspectedSample[] = [];
    for await (const verdict of log.verdicts([task.id])) {
      samples.push(addStack(buildEntry(verdict, task, record.rules.calibrated), verdict.stack));
    }
    if (samples.length > 0) results[task.id] = samples;
    else if (record.missing === 'zero') {
      results[task.id] = [{ solution: '', status: 'fail', details: { ALL: 'There is no sample.' } }];
    }
  }
  return { path: log.path, name: record.id, input: { results, tasks, split: record.split } };
}
