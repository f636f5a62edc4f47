import { type FSWatcher, statSync, watch } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { auditTasks } from '../../audit/audit-tasks.ts';
import { survivingMutants } from '../../audit/too-weak/surviving-mutants.ts';
import { cheapWitnesses } from '../../audit/witness-table.ts';
import { type Doubt, type LintReport, lintPack } from '../../dataset/lint/lint-pack.ts';
import { type Finding, formatFinding } from '../../dataset/lint/lint-source.ts';
import { listTaskFolders, loadPackManifest } from '../../dataset/task-file.ts';
import { resolveDataFolder } from '../../environment/data-folder.ts';
import {
  type InstalledEnvironment,
  largestOf,
  listProgramEnvironments,
  loadEnvironment,
} from '../../environment/load-environment.ts';
import { BigCodeBenchError, usageError } from '../../error/bigcodebench-error.ts';
import type { Executor } from '../../executor/executor.ts';
import { checkSyntax as findSyntaxProblems } from '../../sanitize/check-syntax.ts';
import { isAgainst, noticedShare } from '../../schema/audit-rule.ts';
import type { PackManifest } from '../../schema/pack-manifest.ts';
import type { PythonEnvironment } from '../../schema/python-environment.ts';
import type { Task } from '../../schema/task.ts';
import { Channel } from '../../util/channel.ts';
import { collect } from '../../util/collect.ts';
import { pathExists } from '../../util/path-exists.ts';
import type { CommandContext } from '../command.ts';
import { typedPath } from '../terminal/next-steps.ts';

/** `bcb dataset lint PATH`; with --watch again and again, until Ctrl-C. */
export async function runLint(
  context: CommandContext,
  [word, ...more]: readonly string[],
  openSandbox = openLintSandbox,
): Promise<number> {
  const { cwd, options, stderr, signal } = context;
  if (word === undefined || more.length > 0) {
    throw usageError('lint needs the path of one task pack: `bcb dataset lint my-tasks`.');
  }
  if (options.watch && options.json) throw usageError('--json prints one document: leave it out, or --watch.');
  const path = resolve(cwd, word);
  if (!(await pathExists(path))) throw usageError(`Task pack not found: ${path}.`);
  const sandbox = await openSandbox(context, path);
  const lint = async (only?: ReadonlySet<string>) =>
    present(context, word, await runChecks(context, sandbox, path, only));
  try {
    if (!options.watch) return await lint();
    // What changes while the pack is linted for the first time is not missed.
    const changes = await watchPack(path, signal);
    await lint();
    stderr.write(`Watching ${path}; press Ctrl-C to stop.\n`);
    for await (const changed of changes) await lint(changed.has(path) ? undefined : changed);
    return 0;
  } finally {
    await sandbox.executor?.close();
  }
}

async function runChecks(
  context: CommandContext,
  { environment, executor }: LintSandbox,
  path: string,
  only?: ReadonlySet<string>,
): Promise<LintReport> {
  const { signal, progress } = context;
  let shown: ReturnType<typeof progress> | undefined;
  try {
    return await lintPack({
      path,
      only,
      checkSyntax(source) {
        const [first] = findSyntaxProblems(source);
        return first && { line: first.line ?? 1, message: first.message };
      },
      signal,
      knownModules: environment && new Set(environment.modules),
      execute: executor && ((jobs, executeOptions) => executor.execute(jobs, executeOptions)),
      audit: executor && ((tasks, manifest) => findDoubts(context, tasks, executor, manifest)),
      onProgress(done, total) {
        shown ??= progress({ label: 'running solutions', total });
        shown.update(done);
      },
    });
  } finally {
    shown?.finish();
  }
}

function present(context: CommandContext, word: string, report: LintReport): number {
  const { options, stderr, colors, print } = context;
  const findings = report.findings.map((finding): Finding => ({ ...finding, file: typedPath(finding.file, context) }));
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const warnings = findings.length - errors;
  const paint = ({ severity }: Finding) => (severity === 'error' ? colors.red : colors.yellow);
  const lines = findings.map((finding) => `${paint(finding)(formatFinding(finding))}\n`);
  print({ path: word, ...report, errors, warnings, findings }, lines.join(''));
  const summary = `${report.tasks} tasks, ${report.proven} of them run: ${errors} errors, ${warnings} warnings\n`;
  if (!options.json) stderr.write(summary);
  return errors > 0 ? 2 : 0;
}

/** What the witnesses that cost a run or two have against these tasks, and, if asked for, whether planted faults are noticed. */
async function findDoubts(
  { options, origins, signal }: CommandContext,
  tasks: readonly Task[],
  executor: Executor,
  { lint = {}, limits }: Partial<PackManifest> = {},
) {
  const { noticed, failFrom } = lint;
  const wanted = lint.mutants ?? (noticed === undefined ? 0 : options.mutants);
  const mutants = origins.get('mutants') === 'default' ? wanted : options.mutants;
  const witnesses = mutants ? [...cheapWitnesses, survivingMutants] : cheapWitnesses;
  const audits = auditTasks({ tasks, executor, witnesses, mutants, limits, signal });
  const findings = (await collect(audits)).flatMap((audit) => audit.findings);
  return findings.flatMap((finding): Doubt[] => {
    const { taskId, strength, sentence } = finding;
    const share = noticedShare(finding);
    if (noticed !== undefined && share !== undefined && share < noticed) {
      const [found, asked] = [share, noticed].map((each) => `${Math.round(100 * each)}%`);
      const told = `its tests notice ${found} of planted faults; the pack wants ${asked}.`;
      return [{ taskId, sentence: told, isError: true }];
    }
    const isError = failFrom !== undefined && (strength === 'proof' || strength === failFrom);
    return isAgainst(finding) ? [{ taskId, sentence, isError }] : [];
  });
}

/** What linting can use on this machine; if either is missing, we say so. */
type LintSandbox = { readonly environment?: PythonEnvironment; readonly executor?: Executor };

async function openLintSandbox(context: CommandContext, pack: string): Promise<LintSandbox> {
  const { options, warn } = context;
  const found = await findEnvironment(context, pack);
  if (!found) {
    warn('No Python environment is installed (`bcb env install`): libraries are not checked, solutions are not run.');
    return {};
  }
  const { environment, folder } = found;
  try {
    const { parallel, isolation } = options;
    const request = { libs: undefined, env: folder, allowDegraded: true, parallel, isolation };
    return { environment, executor: await context.openExecutor(['local'], request, context) };
  } catch (error) {
    if (!(error instanceof BigCodeBenchError) || options.isolation !== undefined) throw error;
    warn(`Solutions are not run: ${error.message}`);
    return { environment };
  }
}

async function findEnvironment(context: CommandContext, pack: string): Promise<InstalledEnvironment | undefined> {
  const { options, cwd } = context;
  const dataFolder = resolveDataFolder(context.variables);
  if (options.env !== undefined) return loadEnvironment({ dataFolder, path: resolve(cwd, options.env) });
  const installed = await listProgramEnvironments(dataFolder);
  // The lint itself reports a faulty manifest.
  const manifest = await loadPackManifest(pack).catch(() => undefined);
  const asked = installed.find(({ environment }) => environment.profile === manifest?.environment);
  const chosen = asked ?? largestOf(installed);
  if (manifest && !asked && chosen) {
    const { profile } = chosen.environment;
    context.warn(`The ${manifest.environment} environment is not installed; using ${profile} instead.`);
  }
  return chosen;
}

/** Editors write a file in several steps, and people save several files at once. */
const quietMs = 100;

/**
 * What changes in a task pack from now on, in batches: the folders of tasks, or the path itself if that is a file or a
 * single task, or if the manifest has changed. Throws the signal's reason when it aborts.
 */
async function watchPack(path: string, signal: AbortSignal): Promise<AsyncIterable<ReadonlySet<string>>> {
  const isFile = statSync(path).isFile();
  const root = isFile ? dirname(path) : path;
  const watchers = new Map<string, FSWatcher>();
  const changed = new Set<string>();
  const batches = new Channel<true>();
  let timer: NodeJS.Timeout | undefined;
  const tell = (place: string) => {
    changed.add(place);
    clearTimeout(timer);
    timer = setTimeout(() => batches.push(true), quietMs);
  };
  const follow = (folder: string, onChange: (name: string) => void) => {
    watchers.get(folder)?.close();
    const watcher = watch(folder, (_, name) => {
      // Editors keep files of their own beside the one that is edited.
      if (name && !/^\.|~$/.test(name)) onChange(name);
    });
    // A folder that is deleted has no more to say; its pack says when it comes back.
    watcher.on('error', () => watcher.close());
    watchers.set(folder, watcher);
  };
  const followTask = (folder: string) => follow(folder, () => tell(folder));
  const tasks = isFile ? [path] : await listTaskFolders(path);
  const whole = isFile ? [basename(path)] : ['manifest.json'];
  follow(root, (name) => {
    const place = join(root, name);
    if (whole.includes(name) || (!isFile && tasks[0] === path)) return tell(path);
    if (isFile) return;
    const isFolder = statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false;
    if (isFolder) followTask(place);
    if (isFolder || watchers.has(place)) tell(place);
  });
  for (const folder of tasks) if (folder !== path) followTask(folder);
  const stop = () => batches.fail(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  return (async function* () {
    try {
      for await (const _ of batches) {
        const batch = new Set(changed);
        changed.clear();
        if (batch.size > 0) yield batch;
      }
    } finally {
      signal.removeEventListener('abort', stop);
      clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
    }
  })();
}
