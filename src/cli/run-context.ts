import picocolors from 'picocolors';
import type { CommandName } from '../config/option.ts';
import type { ResolvedOptions } from '../config/resolve-options.ts';
import type { Executor } from '../executor/executor.ts';
import { createProgress } from '../report/progress.ts';
import type { ExecutorRequest } from '../run/executor-table.ts';
import type { SelectedTasks } from '../run/load-selected-tasks.ts';
import { raceAbort } from '../util/race-abort.ts';
import { wantsColor } from '../util/terminal.ts';
import type { CommandContext } from './command.ts';
import { formatDocument } from './format-document.ts';

/** What a command gets from outside; the rest of its context follows from this and its options. */
type Surroundings = Pick<
  CommandContext,
  'program' | 'version' | 'positionals' | 'variables' | 'cwd' | 'stdout' | 'stderr' | 'screen' | 'stdin' | 'signal'
>;

export function createContext(name: CommandName, resolved: ResolvedOptions, around: Surroundings): CommandContext {
  const { options } = resolved;
  const { stdout, stderr, variables } = around;
  const context: CommandContext = {
    ...around,
    ...resolved,
    get width() {
      return stdout.isTTY ? stdout.columns : undefined;
    },
    colors: picocolors.createColors(options.color ?? wantsColor(variables, stdout)),
    openExecutor: async (...request) => (await import('../run/open-executor.ts')).openExecutor(...request),
    print: (value, text) => void stdout.write(options.json ? formatDocument(name, value) : text),
    warn: (sentence) => void stderr.write(`warning: ${sentence}\n`),
    progress: (shown) => createProgress({ ...shown, output: stderr, silent: options.quiet }),
    onDownload: showDownloads((total) => context.progress({ label: 'downloading tasks (kB)', total })),
    confirm: (question) => confirm(context, question),
    installProfile: options.yes
      ? async (profile) => void (await (await import('./commands/env.ts')).installWithProgress(context, profile))
      : undefined,
    pullModel: async (model) => (await import('./commands/model.ts')).ensureLocalModel(context, model),
  };
  return context;
}

/** Opens the executor that the command line asks for. */
export async function openFor(
  context: CommandContext,
  needs: Pick<ExecutorRequest, 'libs' | 'tasks' | 'isWarm'>,
): Promise<Executor> {
  const { executorRequestOf } = await import('../run/open-executor.ts');
  const { execution = ['local'], allowDegraded = true } = context.options;
  return context.openExecutor(execution, { ...executorRequestOf(context.options, needs), allowDegraded }, context);
}

/** The tasks that the command line selects; `select` replaces `--select` if a command takes selectors as arguments. */
export async function loadTasksFor(
  context: CommandContext,
  select: readonly string[] = context.options.select ?? [],
): Promise<SelectedTasks> {
  const { loadSelectedTasks } = await import('../run/load-selected-tasks.ts');
  const { subset, datasetVersion, idRange, limit, exclude = [], out = 'bcb_results' } = context.options;
  const request = { subset, datasetVersion, idRange, limit, out, select: [...select], exclude: [...exclude] };
  return loadSelectedTasks(request, context);
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

/** Shows each download from its first piece on; shows nothing if the tasks are cached. */
function showDownloads(open: (total: number) => ReturnType<CommandContext['progress']>): CommandContext['onDownload'] {
  let progress: ReturnType<typeof open> | undefined;
  return ({ doneBytes, totalBytes }) => {
    progress ??= open(Math.ceil(totalBytes / 1000));
    progress.update(Math.ceil(doneBytes / 1000));
    if (doneBytes < totalBytes) return;
    progress.finish(`${(totalBytes / 1e6).toFixed(1)} MB`);
    progress = undefined;
  };
}
