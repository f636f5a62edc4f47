import type { Executor } from '../executor/executor.ts';
import type { ExecutorRequest } from '../run/executor-table.ts';
import type { SelectedTasks } from '../run/load-selected-tasks.ts';
import type { RunContext } from '../run/run-context.ts';
import type { Profile } from '../schema/python-environment.ts';
import { raceAbort } from '../util/race-abort.ts';
import type { CommandContext } from './command.ts';

/** What the library may use of the outside world. With --yes, a missing environment is installed. */
export function runContextOf(context: CommandContext): RunContext {
  const { variables, cwd, signal, warn, options, modelObjects: models } = context;
  const install = async (profile: Profile) => {
    const { installWithProgress } = await import('./commands/env.ts');
    await installWithProgress(context, profile);
  };
  const pullModel = async (name: string) => {
    const { ensureLocalModel } = await import('./commands/model.ts');
    await ensureLocalModel(context, name);
  };
  const ask = (question: string) => confirm(context, question);
  const optional = { installProfile: options.yes ? install : undefined, onDownload: showDownload(context) };
  return { variables, cwd, models, signal, warn, ...optional, pullModel, confirm: ask };
}

/** Opens the executor that the command line asks for. */
export async function openFor(
  context: CommandContext,
  needs: Pick<ExecutorRequest, 'libs' | 'tasks' | 'isWarm'>,
): Promise<Executor> {
  const { executorRequestOf } = await import('../run/open-executor.ts');
  const { execution = ['local'], allowDegraded = true } = context.options;
  const request = { ...executorRequestOf(context.options, needs), allowDegraded };
  return context.openExecutor(execution, request, runContextOf(context));
}

/** The tasks that the command line selects; `select` replaces `--select` if a command takes selectors as arguments. */
export async function loadTasksFor(
  context: CommandContext,
  select: readonly string[] = context.options.select ?? [],
): Promise<SelectedTasks> {
  const { loadSelectedTasks } = await import('../run/load-selected-tasks.ts');
  const { subset, datasetVersion, idRange, limit, exclude = [], out = 'bcb_results' } = context.options;
  const request = { subset, datasetVersion, idRange, limit, out, select: [...select], exclude: [...exclude] };
  return loadSelectedTasks(request, runContextOf(context));
}

/** Where the results are that words name: paths, and runs in the output folder. */
export async function findPlaces({ cwd, options }: CommandContext, words: readonly string[]): Promise<string[]> {
  const { findPlace } = await import('../run/find-place.ts');
  return Promise.all(words.map((word) => findPlace(word, cwd, options.out)));
}

/** Asks a yes-or-no question, but only on a terminal and without --yes; otherwise the answer is yes. */
export async function confirm(context: CommandContext, question: string): Promise<boolean> {
  const { options, stdin, stderr, signal } = context;
  const isTerminal = (stdin as { isTTY?: boolean }).isTTY === true && stderr.isTTY === true;
  if (options.yes || !isTerminal) return true;
  const resume = context.screen?.suspend();
  try {
    stderr.write(`${question} [y/N] `);
    return /^\s*y(es)?\s*$/i.test(await raceAbort(readLine(stdin), signal));
  } finally {
    resume?.();
  }
}

/** One reader for all questions: to leave a loop over stdin would close it. */
const readers = new WeakMap<CommandContext['stdin'], AsyncIterator<Buffer | string>>();

async function readLine(stdin: CommandContext['stdin']): Promise<string> {
  const reader = readers.get(stdin) ?? stdin[Symbol.asyncIterator]();
  readers.set(stdin, reader);
  const { value, done } = await reader.next();
  return done ? '' : (value.toString().split('\n')[0] ?? '');
}

/** Shows a download from its first piece on; shows nothing if the tasks are cached. */
export function showDownload(
  context: Pick<CommandContext, 'progress'>,
): (progress: { doneBytes: number; totalBytes: number }) => void {
  let progress: ReturnType<CommandContext['progress']> | undefined;
  return ({ doneBytes, totalBytes }) => {
    progress ??= context.progress({ label: 'downloading tasks (kB)', total: Math.ceil(totalBytes / 1000) });
    progress.update(Math.ceil(doneBytes / 1000));
    if (doneBytes >= totalBytes) progress.finish(`${(totalBytes / 1e6).toFixed(1)} MB`);
  };
}
