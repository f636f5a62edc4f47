import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toJudgingRequest } from '../../config/to-run-request.ts';
import { findEdition } from '../../dataset/edition.ts';
import {
  type LoadHubTasksOptions,
  loadHubTasks,
  readCachedFile,
  resolveCachedPath,
} from '../../dataset/load-hub-tasks.ts';
import { hardIds, knownToNeedNetwork, publishedIds } from '../../dataset/public-tasks.ts';
import { buildTaskList } from '../../dataset/task-list.ts';
import { buildTaskRow } from '../../dataset/task-row.ts';
import { listTestNames } from '../../dataset/test-names.ts';
import { listWorldFacts, type WorldFact } from '../../dataset/world-facts.ts';
import { resolveWorldsFolder } from '../../environment/data-folder.ts';
import { BigCodeBenchError, usageError } from '../../error/bigcodebench-error.ts';
import { renderTask } from '../../report/render-task.ts';
import { renderTable } from '../../report/text-table.ts';
import type { Task } from '../../schema/task.ts';
import { makeFolder } from '../../util/make-folder.ts';
import { errorCodeOf } from '../../util/system-error.ts';
import { type Command, type CommandContext, loadTasksFor, runSubcommand } from '../command.ts';
import { printNextSteps } from '../terminal/next-steps.ts';
import { runDiff } from './dataset-diff.ts';
import { runLint } from './dataset-lint.ts';

const handlers = {
  ...{ pull: runPull, list: runList, show: runShow, facts: runFacts, verify: runVerify },
  ...{ new: runNew, lint: runLint, diff: runDiff },
};

export const datasetCommand: Command = (context) => runSubcommand('dataset', handlers, context);

async function runPull(context: CommandContext): Promise<void> {
  const hub = await hubOptionsOf(context);
  if (!hub) throw usageError('pull downloads --subset full or --subset hard; other tasks need no download.');
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

function selectorsOf({ options }: CommandContext, words: readonly string[]): string[] {
  return [...(options.select ?? []), ...words.flatMap((word) => word.split(','))];
}

async function runList(context: CommandContext, words: readonly string[]): Promise<void> {
  const select = selectorsOf(context, words);
  const { taskSet, tasks } = await loadTasksFor(context, select);
  const list = buildTaskList(taskSet.version, tasks);
  const table = list.tasks.map(({ task_id, domains, libs, tests, hard }) => {
    return [task_id, [...new Set(domains)].join(', '), libs.join(', '), String(tests), hard ? 'hard' : ''];
  });
  const head = ['TASK', 'DOMAINS', 'LIBRARIES', 'TESTS', ''];
  context.print(list, `${renderTable([head, ...table], { right: [3] })}\n`);
  if (!context.options.json && !context.options.quiet) {
    const total = list.tasks.reduce((sum, { tests }) => sum + tests, 0);
    context.stderr.write(`${tasks.length} tasks, ${total} tests; ${taskSet.name} ${taskSet.version}\n`);
  }
}

async function runShow(context: CommandContext, words: readonly string[]): Promise<void> {
  const select = selectorsOf(context, words);
  if (select.length === 0) throw usageError('show needs a task: `bcb dataset show 17`, `bcb dataset show Starter/0`.');
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

/** `bcb dataset facts --profile modern`: which reference solutions pass in another world, and why the others do not. */
async function runFacts(context: CommandContext): Promise<void> {
  const { options, origins, variables } = context;
  const profile = origins.get('profile') === 'default' ? 'modern' : options.profile;
  const { python, world, fails } = profile === 'modern' ? factsOf(options.python, variables) : benchmarkFacts;
  const tasks = publishedIds.map((task_id) => {
    const fact = fails[task_id];
    return fact ? { task_id, holds: false, ...fact } : { task_id, holds: true };
  });
  const failing = tasks.filter((task) => !task.holds);
  const rows = Object.entries(fails).map(([id, { why, api = '', says = '' }]) => [id, why, api, says]);
  const table = renderTable([['TASK', 'WHY', 'API', 'SAYS'], ...rows], { hasHead: true, width: context.width });
  const sentence = `${tasks.length - failing.length} of ${tasks.length} tasks hold in the world ${world}, Python ${python}`;
  context.print({ profile, python, world, tasks }, `${table}\n${sentence}\n`);
}

const network: WorldFact = { why: 'network' };
const needing = [...knownToNeedNetwork].map((id) => [id, network]);
const fails: Readonly<Record<string, WorldFact>> = Object.fromEntries(needing);
const benchmarkFacts = { python: '3.10', world: 'full', fails };

function factsOf(python: string | undefined, variables: CommandContext['variables']) {
  const tag = python === undefined ? '' : `modern-cp${python.replaceAll('.', '')}-`;
  const facts = listWorldFacts(resolveWorldsFolder(variables)).find(({ world }) => world.startsWith(tag));
  if (!facts) throw usageError(`Nothing is known of today's world on Python ${python}: use 3.12 or 3.13.`);
  const [, minor = ''] = /^modern-cp3(\d+)-/.exec(facts.world) ?? [];
  return { ...facts, python: `3.${minor}` };
}

/** A pack of one task, with the name and the id that are replaced. */
const example = {
  folder: fileURLToPath(new URL('../../../assets/task-pack/', import.meta.url)),
  name: 'my-tasks',
  taskId: 'Own/1',
};

/** `bcb dataset new DIR [ID]`: a task pack with one example task, to be replaced by one's own. */
async function runNew(context: CommandContext, words: readonly string[]): Promise<void> {
  const [word, taskId = example.taskId, ...more] = words;
  const [, number] = /^[A-Za-z][\w.-]*\/(\d+)$/.exec(taskId) ?? [];
  if (word === undefined || more.length > 0) throw usageError('Name one folder: `bcb dataset new my-tasks`.');
  if (number === undefined) {
    throw usageError(`"${taskId}" is not a task id: use a name, a slash and a number, such as ${example.taskId}.`);
  }
  const path = resolve(context.cwd, word);
  const entries = await readdir(path).catch((error: unknown) => (errorCodeOf(error) === 'ENOENT' ? [] : [path]));
  if (entries.length > 0) throw usageError(`${path} exists and is not empty: name a new folder.`);
  const task = join(path, number.padStart(3, '0'));
  await makeFolder(path);
  await cp(join(example.folder, '001'), task, { recursive: true });
  // A folder's name as a manifest may have it.
  const joined = basename(path).replace(/[^a-zA-Z0-9._-]+/g, '-');
  const name = joined.replace(/^[^a-zA-Z0-9]+/, '');
  await copyText('manifest.json', path, [example.name, name || example.name]);
  await copyText('001/task.json', task, [example.taskId, taskId]);
  const sentence = `${path} has one task, ${taskId}: replace what is in its files by your own.\n`;
  context.print({ path, task_id: taskId, folder: task }, sentence);
  printNextSteps(context, [{ words: ['dataset', 'lint', word, '--watch'], why: 'check it whenever a file changes' }]);
}

async function copyText(name: string, folder: string, [old, own]: readonly [string, string]): Promise<void> {
  const text = await readFile(join(example.folder, name), 'utf8');
  const replaced = text.replace(JSON.stringify(old), () => JSON.stringify(own));
  await writeFile(join(folder, basename(name)), replaced);
}
