import { toJudgingRequest } from '../../config/to-run-request.ts';
import { findEdition } from '../../dataset/edition.ts';
import { type LoadHubTasksOptions, loadHubTasks, resolveCachedPath } from '../../dataset/load-hub-tasks.ts';
import { hardIds, publishedIds } from '../../dataset/public-tasks.ts';
import { readCachedFile } from '../../dataset/task-cache.ts';
import { buildTaskList } from '../../dataset/task-list.ts';
import { buildTaskRow } from '../../dataset/task-row.ts';
import { listTestNames } from '../../dataset/test-names.ts';
import { BigCodeBenchError, usageError } from '../../error/bigcodebench-error.ts';
import { renderTask } from '../../report/render-task.ts';
import { renderTable } from '../../report/text-table.ts';
import type { Task } from '../../schema/task.ts';
import type { Command, CommandContext } from '../command.ts';
import { loadTasksFor } from '../run-context.ts';
import { runDiff } from './dataset-diff.ts';
import { runFacts } from './dataset-facts.ts';
import { runLint } from './dataset-lint.ts';
import { runNew } from './dataset-new.ts';
import { runSubcommand } from './run-subcommand.ts';

export const datasetCommand: Command = (context) =>
  runSubcommand(
    'dataset',
    {
      ...{ pull: runPull, list: runList, show: runShow, facts: runFacts, verify: runVerify },
      ...{ new: runNew, lint: runLint, diff: runDiff },
    },
    context,
  );

async function runPull(context: CommandContext): Promise<void> {
  const hub = await hubOptionsOf(context);
  if (!hub) {
    throw usageError('pull downloads --subset full or --subset hard; other tasks need no download.');
  }
  const path = resolveCachedPath(hub);
  const before = await readCachedFile(path);
  const { tasks, name, version, hash } = await loadHubTasks(hub);
  if ((await readCachedFile(path)).state !== 'intact') {
    throw new BigCodeBenchError('DATASET', `${path} could not be saved: set BCB_CACHE_DIR to a writable folder.`);
  }
  const state = before.state === 'intact' ? 'cached' : 'fetched';
  const where = `${state === 'cached' ? 'were already in' : 'are now in'} ${path}`;
  const document = { name, version, tasks: tasks.length, hash, path, state };
  context.print(document, `${name} ${version}: ${tasks.length} tasks ${where}\n`);
}

/** The selectors of --select and those given as arguments. */
function selectorsOf({ options }: CommandContext, words: readonly string[]): string[] {
  return [...(options.select ?? []), ...words.flatMap((word) => word.split(','))];
}

async function runList(context: CommandContext, words: readonly string[]): Promise<void> {
  const select = selectorsOf(context, words);
  const { taskSet, tasks } = await loadTasksFor(context, select);
  const list = buildTaskList(taskSet.version, tasks);
  const table = list.tasks.map(({ task_id, domains, libs, tests, hard }) => [
    task_id,
    [...new Set(domains)].join(', '),
    libs.join(', '),
    String(tests),
    hard ? 'hard' : '',
  ]);
  const head = ['TASK', 'DOMAINS', 'LIBRARIES', 'TESTS', ''];
  context.print(list, `${renderTable([head, ...table], { right: [3] })}\n`);
  if (!context.options.json && !context.options.quiet) {
    const total = list.tasks.reduce((sum, { tests }) => sum + tests, 0);
    context.stderr.write(`${tasks.length} tasks, ${total} tests; ${taskSet.name} ${taskSet.version}\n`);
  }
}

async function runShow(context: CommandContext, words: readonly string[]): Promise<void> {
  const select = selectorsOf(context, words);
  if (select.length === 0) {
    throw usageError('show needs a task: `bcb dataset show 17`, `bcb dataset show Starter/0`.');
  }
  const { tasks } = await loadTasksFor(context, select);
  const { readProvable } = await import('../../run/known-provable.ts');
  const known = await readProvable(tasks, toJudgingRequest(context), context);
  const shown = tasks.map((task) => {
    const provable = known.get(task.id);
    return { ...buildTaskRow(task), hard: task.hard, tests: listTestNames(task.test), ...(provable && { provable }) };
  });
  const { colors } = context;
  const texts = tasks.map((task) => {
    return renderTask({ task, testNames: listTestNames(task.test), colors, provable: known.get(task.id) });
  });
  context.print(shown.length === 1 ? shown[0] : shown, `${texts.join('\n')}\n`);
}

async function runVerify(context: CommandContext): Promise<number> {
  const hub = await hubOptionsOf(context);
  if (!hub || context.variables.BIGCODEBENCH_OVERRIDE_PATH) {
    const { taskSet } = await loadTasksFor(context, []);
    const { name, version, hash, tasks } = taskSet;
    const sentence = `${name} ${version}: ${tasks.length} tasks, all valid; sha256 ${hash}\n`;
    context.print({ name, version, tasks: tasks.length, hash, faults: [] }, sentence);
    return 0;
  }
  const path = resolveCachedPath(hub);
  const { state } = await readCachedFile(path);
  if (state === 'absent') {
    throw new BigCodeBenchError('DATASET', `${path} does not exist: run \`bcb dataset pull\` first.`);
  }
  const loaded = state === 'intact' ? (await loadTasksFor(context, [])).taskSet : undefined;
  const faults = loaded ? findSubsetFaults(hub.subset, loaded.tasks) : ['SHA-256 mismatch: run `bcb dataset pull`.'];
  const lines = faults.length > 0 ? faults : [`${loaded?.tasks.length} tasks, intact; sha256 ${loaded?.hash}`];
  const document = { path, tasks: loaded?.tasks.length ?? 0, hash: loaded?.hash ?? null, faults };
  context.print(document, lines.map((line) => `${path}: ${line}\n`).join(''));
  return faults.length === 0 ? 0 : 2;
}

async function hubOptionsOf(context: CommandContext): Promise<LoadHubTasksOptions | undefined> {
  const { options, variables, signal, warn: onWarning, onDownload: onProgress, cwd } = context;
  const { subset, datasetVersion } = options;
  const { path, version } = await findEdition(datasetVersion, cwd);
  if (path !== undefined || (subset !== 'full' && subset !== 'hard')) return undefined;
  return { subset, version, variables, signal, onWarning, onProgress };
}

/** What is wrong with tasks that should be a hub subset: every version has the same ids in the same order. */
function findSubsetFaults(subset: 'full' | 'hard', tasks: readonly Task[]): string[] {
  const expected = subset === 'hard' ? hardIds : publishedIds;
  const faults: string[] = [];
  if (tasks.length !== expected.length) faults.push(`There are ${tasks.length} tasks instead of ${expected.length}.`);
  const at = expected.findIndex((id, position) => tasks[position]?.id !== id);
  if (at >= 0) faults.push(`Task ${at + 1} is ${tasks[at]?.id ?? 'missing'} instead of ${expected[at]}.`);
  return faults;
}
