import { rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { readRuns } from '../../compare/read-results.ts';
import { nameResults } from '../../compare/result.ts';
import { resultOf } from '../../compare/result-from-run.ts';
import { usageError } from '../../error/bigcodebench-error.ts';
import { formatCost, formatShare } from '../../report/format-numbers.ts';
import { renderTable } from '../../report/text-table.ts';
import { labelsOf } from '../../run/run-plans.ts';
import { measureCache } from '../../store/cache-files.ts';
import { lockFolder } from '../../store/folder-lock.ts';
import { listRunFolders, readManifest } from '../../store/manifest.ts';
import { type RunLog, readRun } from '../../store/run-log.ts';
import { openRunLog } from '../../store/run-writer.ts';
import { type Command, type CommandContext, confirm, findPlaces, runSubcommand } from '../command.ts';

export const runsCommand: Command = (context) =>
  runSubcommand('runs', { ls: runList, rename: runRename, rm: runRemove }, context, 'ls');

async function runList(context: CommandContext, words: readonly string[]): Promise<void> {
  const { options, cwd, warn, colors, width } = context;
  const places = words.length === 0 ? [resolve(cwd, options.out)] : await findPlaces(context, words);
  const read = places.map((place) => readRuns(place, { tags: options.tag, onWarning: warn }));
  const logs = (await Promise.all(read)).flat().sort((a, b) => (a.record.startedAt < b.record.startedAt ? 1 : -1));
  const names = nameResults(logs.map(resultOf));
  const runs = await Promise.all(logs.map(async (log, at) => describeRun(log, names[at] ?? '')));
  const rows = runs.map(({ run_id, name, tags, state, score, tasks, cost_usd, bytes, started_at }) => [
    run_id,
    colors.bold(name),
    score === null ? state : formatShare(score),
    String(tasks),
    cost_usd ? formatCost(cost_usd) : '',
    `${(bytes / 1e6).toFixed(1)} MB`,
    started_at.slice(0, 16).replace('T', ' '),
    tags.map((tag) => `#${tag}`).join(' '),
  ]);
  const head = ['id', 'run', 'pass@1', 'tasks', 'cost', 'size', 'started (UTC)', 'tags'].map(colors.dim);
  context.print({ runs }, `${renderTable([head, ...rows], { right: [2, 3, 4, 5], hasHead: true, width })}\n`);
}

async function describeRun({ record, path }: RunLog, name: string) {
  const { id, labels = {}, state, split, subset, taskIds, result, startedAt } = record;
  return {
    run_id: id,
    name,
    label: labels.name ?? null,
    tags: labels.tags ?? [],
    note: labels.note ?? null,
    model: record.model.name,
    split,
    subset,
    tasks: taskIds.length,
    state,
    score: result?.score.passAt1.value ?? null,
    cost_usd: result?.costUsd ?? null,
    bytes: (await measureCache(path)).bytes,
    started_at: startedAt,
    path,
  };
}

async function runRename(context: CommandContext, [word, name, ...more]: readonly string[]): Promise<void> {
  const { tag, note } = context.options;
  const labels = labelsOf({ name, tag, note });
  if (word === undefined || more.length > 0 || Object.keys(labels).length === 0) {
    throw usageError('Name a run and what to call it: `bcb runs rename RUN NAME`, with spaces in quotes.');
  }
  const [path = ''] = await findPlaces(context, [word]);
  const { manifest } = await readRun(path);
  const unreachable = () => Promise.reject(new Error('A run that exists needs no description.'));
  const outDir = dirname(dirname(path));
  await using log = await openRunLog({ outDir, identity: manifest.identity, describe: unreachable });
  await log.label(labels);
  context.tell(`${log.id} is now called ${log.state.labels.name ?? log.id}.`);
}

async function runRemove(context: CommandContext, words: readonly string[]): Promise<void> {
  if (words.length === 0) throw usageError('Name the runs to delete: `bcb runs rm RUN…`.');
  const paths = await findPlaces(context, words);
  // Whatever else is named stays: only the folder of a run is deleted.
  for (const path of paths) await readRun(path);
  const ids = paths.map((path) => basename(path)).join(', ');
  if (!(await confirm(context, `Delete ${ids}, with all answers, verdicts and result files?`)))
    throw usageError('Nothing was deleted.');
  for (const path of paths) {
    // Nobody is working on it, and nobody begins to.
    await using _ = await lockFolder(path);
    const outDir = dirname(dirname(path));
    const written = await listResultFiles(path);
    await rm(path, { recursive: true });
    const others = await Promise.all((await listRunFolders(outDir)).map(listResultFiles));
    // Without their run they would count as results that somebody else gave.
    for (const name of written) if (!others.flat().includes(name)) await rm(join(outDir, name), { force: true });
  }
  context.tell(`Deleted ${ids}.`);
}

/** Names of the files with scores and verdicts that a run wrote beside the folder of all runs. */
async function listResultFiles(run: string): Promise<string[]> {
  const exported = (await readManifest(run).catch(() => undefined))?.exports ?? [];
  return exported.filter((name) => name === basename(name) && /_(eval_results|pass_at_k)\.json$/.test(name));
}
