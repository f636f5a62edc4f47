import { findSubsetFaults } from '../../dataset/find-subset-faults.ts';
import { type LoadHubTasksOptions, loadHubTasks, resolveCachedPath } from '../../dataset/load-hub-tasks.ts';
import { readCachedFile } from '../../dataset/task-cache.ts';
import { buildTaskList } from '../../dataset/task-list.ts';
import { buildTaskRow } from '../../dataset/task-row.ts';
import { listTestNames } from '../../dataset/test-names.ts';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { renderTask } from '../../report/render-task.ts';
import { renderTable } from '../../report/text-table.ts';
import type { Command, CommandContext } from '../command.ts';
import { loadTasksFor } from '../load-tasks-for.ts';
import { showDownload } from '../terminal/show-download.ts';
import { runLint } from './dataset-lint.ts';
import { runSubcommand } from './run-subcommand.ts';

type Subcommand = 'pull' | 'list' | 'show' | 'verify' | 'lint';

const handlers: Record<Subcommand, (context: CommandContext, words: readonly string[]) => Promise<number>> = {
  pull: runPull,
  list: runList,
  show: runShow,
  verify: runVerify,
  lint: (context, words) => runLint(context, words),
};

export const datasetCommand: Command = {
  name: 'dataset',
  arguments: [
    { usage: 'pull', summary: 'Download full or hard from the hub into the cache' },
    { usage: 'list [SELECTOR…]', summary: 'List tasks with their domains, libraries and number of tests' },
    { usage: 'show ID…', summary: 'A task: prompts, solution, tests' },
    { usage: 'verify', summary: 'Check the cached copy, or a file of tasks; exits with 2 if it is damaged' },
    { usage: 'lint PATH', summary: 'Check a task pack; exits with 2 if it has errors' },
  ],
  examples: [
    'bcb dataset pull --subset hard',
    'bcb dataset list domain:cryptography,!lib:hashlib',
    'bcb dataset show 17',
    'bcb dataset lint my-tasks',
  ],
  run: (context) => runSubcommand('dataset', handlers, context),
};

async function runPull(context: CommandContext): Promise<number> {
  const hub = hubOptionsOf(context);
  if (!hub) {
    throw new BigCodeBenchError(
      'USAGE',
      'pull downloads --subset full or --subset hard; other tasks need no download.',
    );
  }
  const path = resolveCachedPath(hub);
  const before = await readCachedFile(path);
  const { tasks, name, version, hash } = await loadHubTasks(hub);
  if ((await readCachedFile(path)).state !== 'intact') {
    throw new BigCodeBenchError('DATASET', `${path} could not be saved: set BCB_CACHE_DIR to a writable folder.`);
  }
  const state = before.state === 'intact' ? 'cached' : 'fetched';
  printResult(context, {
    value: { name, version, tasks: tasks.length, hash, path, state },
    text: `${name} ${version}: ${tasks.length} tasks ${state === 'cached' ? 'were already in' : 'are now in'} ${path}`,
  });
  return 0;
}

async function runList(context: CommandContext, words: readonly string[]): Promise<number> {
  const select = [...(context.options.select ?? []), ...words.flatMap((word) => word.split(','))];
  const { taskSet, tasks } = await loadTasksFor(context, select);
  const list = buildTaskList(taskSet.version, tasks);
  const table = list.tasks.map(({ task_id, domains, libs, tests, hard }) => [
    task_id,
    [...new Set(domains)].join(', '),
    libs.join(', '),
    String(tests),
    hard ? 'hard' : '',
  ]);
  printResult(context, {
    value: list,
    text: renderTable([['TASK', 'DOMAINS', 'LIBRARIES', 'TESTS', ''], ...table], { right: [3] }),
  });
  if (!context.options.json && !context.options.quiet) {
    const total = list.tasks.reduce((sum, { tests }) => sum + tests, 0);
    context.stderr.write(`${tasks.length} tasks, ${total} tests; ${taskSet.name} ${taskSet.version}\n`);
  }
  return 0;
}

async function runShow(context: CommandContext, words: readonly string[]): Promise<number> {
  const select = [...(context.options.select ?? []), ...words.flatMap((word) => word.split(','))];
  if (select.length === 0) {
    throw new BigCodeBenchError('USAGE', 'show needs a task: `bcb dataset show 17`, `bcb dataset show Starter/0`.');
  }
  const { tasks } = await loadTasksFor(context, select);
  const shown = tasks.map((task) => ({
    ...buildTaskRow(task),
    hard: task.hard,
    tests: listTestNames(task.test),
  }));
  printResult(context, {
    value: shown.length === 1 ? shown[0] : shown,
    text: tasks
      .map((task) => renderTask({ task, testNames: listTestNames(task.test), colors: context.colors }))
      .join('\n'),
  });
  return 0;
}

async function runVerify(context: CommandContext): Promise<number> {
  const hub = hubOptionsOf(context);
  if (!hub || context.variables.BIGCODEBENCH_OVERRIDE_PATH) {
    const { taskSet } = await loadTasksFor(context, []);
    const { name, version, hash, tasks } = taskSet;
    printResult(context, {
      value: { name, version, tasks: tasks.length, hash, faults: [] },
      text: `${name} ${version}: ${tasks.length} tasks, all valid; sha256 ${hash}`,
    });
    return 0;
  }
  const path = resolveCachedPath(hub);
  const { state } = await readCachedFile(path);
  if (state === 'absent') {
    throw new BigCodeBenchError('DATASET', `${path} does not exist: run \`bcb dataset pull\` first.`);
  }
  const loaded = state === 'intact' ? await loadHubTasks(hub) : undefined;
  const faults = loaded
    ? findSubsetFaults(hub.subset, loaded.tasks)
    : ['It does not match its SHA-256: run `bcb dataset pull`.'];
  const lines = faults.length === 0 ? [`${path}: ${loaded?.tasks.length} tasks, intact; sha256 ${loaded?.hash}`] : [];
  printResult(context, {
    value: { path, tasks: loaded?.tasks.length ?? 0, hash: loaded?.hash ?? null, faults },
    text: [...lines, ...faults.map((fault) => `${path}: ${fault}`)].join('\n'),
  });
  return faults.length === 0 ? 0 : 2;
}

function hubOptionsOf(context: CommandContext): LoadHubTasksOptions | undefined {
  const { options, variables, signal, warn } = context;
  const { subset, datasetVersion: version } = options;
  if (subset !== 'full' && subset !== 'hard') return undefined;
  return { subset, version, variables, signal, onWarning: warn, onProgress: showDownload(context) };
}

function printResult({ options, stdout }: CommandContext, result: { value: unknown; text: string }): void {
  stdout.write(options.json ? `${JSON.stringify(result.value, null, 2)}\n` : `${result.text}\n`);
}
