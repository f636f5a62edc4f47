import { join } from 'node:path';
import picocolors, { type createColors } from 'picocolors';
import type { CommandName } from '../config/option.ts';
import type { OptionKey } from '../config/option-table.ts';
import type { ResolvedOptions } from '../config/resolve-options.ts';
import { usageError } from '../error/bigcodebench-error.ts';
import type { Executor } from '../executor/executor.ts';
import { createProgress, type Progress, type ProgressOptions } from '../report/progress.ts';
import type { ExecutorNeeds, OpenExecutor } from '../run/executor-table.ts';
import type { RunContext } from '../run/run-context.ts';
import { findNearest } from '../util/find-nearest.ts';
import type { OutputFile } from '../util/output-file.ts';
import { raceAbort } from '../util/race-abort.ts';
import { type Output, wantsColor } from '../util/terminal.ts';
import { formatDocument } from './format-document.ts';
import type { Screen } from './terminal/live-view/screen.ts';

/** Everything a command may use of the outside world. With --yes, a missing Python environment is installed. */
export interface CommandContext extends RunContext, Pick<ResolvedOptions, 'options' | 'origins' | 'sections'> {
  /** The words that start this program: commands we print begin with them. */
  readonly program: string;
  readonly version: string;
  /** The positional arguments, without the command itself. */
  readonly positionals: readonly string[];
  /** Results. */
  readonly stdout: Output;
  /** Progress and warnings. */
  readonly stderr: Output;
  /** The terminal behind `stderr`, where lines can be redrawn. */
  readonly screen?: Screen | undefined;
  readonly stdin: AsyncIterable<Buffer | string>;
  /** Columns of stdout right now; undefined if it is not a terminal. */
  readonly width: number | undefined;
  /** Colors for stdout; plain text if it is not a terminal. */
  readonly colors: ReturnType<typeof createColors>;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Opens what `--execution` names; tests pass their own. */
  readonly openExecutor: OpenExecutor;
  /** Prints a result: as one JSON document with --json, otherwise as text. */
  readonly print: (value: unknown, text: string) => void;
  /** Says something to people that is no result and no warning; nothing with --quiet. */
  readonly tell: (sentence: string) => void;
  /** A live line on a terminal, a line every few seconds elsewhere, nothing with --quiet. */
  readonly progress: (options: Pick<ProgressOptions, 'label' | 'total'>) => Progress;
}

/** One command. It returns the exit code, where that is not 0, and throws errors. */
export type Command = (context: CommandContext) => Promise<number> | Promise<void>;

export interface CommandEntry {
  readonly summary: string;
  /** Its subcommands or positional arguments, each with its meaning. */
  readonly arguments?: Readonly<Record<string, string>>;
  /** Of many options those that most people set, in the order they think of them: all that the help shows at first. */
  readonly usual?: readonly OptionKey[];
  readonly examples: readonly string[];
  readonly load: () => Promise<Command>;
}

/** One subcommand of a command; `words` are the arguments after its name. */
export type SubcommandHandler = (context: CommandContext, words: readonly string[]) => ReturnType<Command>;

/** Runs the subcommand given by the first word, or the usual one; for an unknown one, the error suggests the closest. */
export function runSubcommand(
  command: string,
  handlers: Readonly<Record<string, SubcommandHandler>>,
  context: CommandContext,
  usual?: string,
): ReturnType<Command> {
  const [word = usual, ...words] = context.positionals;
  const names = Object.keys(handlers);
  const handler = word !== undefined && names.includes(word) ? handlers[word] : undefined;
  // A handler that declares no words takes none.
  if (handler && handler.length < 2 && words.length > 0) {
    const stray = words.map((each) => JSON.stringify(each)).join(', ');
    throw usageError(`${command} ${word} takes no arguments: ${stray}.`);
  }
  if (handler) return handler(context, words);
  const nearest = word === undefined ? undefined : findNearest(word, names);
  const hint = nearest ? `Did you mean \`bcb ${command} ${nearest}\`?` : `Try ${names.join(', ')}.`;
  if (word === undefined) throw usageError(`${command} needs a subcommand. ${hint}`);
  throw usageError(`Unknown subcommand ${JSON.stringify(word)} for ${command}. ${hint}`);
}

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
    openExecutor: async (...request) => (await import('../run/executor-table.ts')).openExecutor(...request),
    print: (value, text) => void stdout.write(options.json ? formatDocument(name, value) : text),
    tell: options.quiet ? () => {} : (sentence) => void stderr.write(`${sentence}\n`),
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

export async function openFor(context: CommandContext, needs: ExecutorNeeds): Promise<Executor> {
  const { executorRequestOf } = await import('../run/executor-table.ts');
  const { execution = ['local'], allowDegraded = true } = context.options;
  return context.openExecutor(execution, { ...executorRequestOf(context.options, needs), allowDegraded }, context);
}

/** The tasks that the command line selects; `select` replaces `--select` if a command takes selectors as arguments. */
export async function loadTasksFor(context: CommandContext, select = context.options.select ?? []) {
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

/** Writes files into a folder; existing ones are saved aside, and it reports what it did. */
export async function writeFiles(
  { tell }: CommandContext,
  folder: string,
  files: Iterable<OutputFile> | AsyncIterable<OutputFile>,
): Promise<void> {
  const { describeKeptFile, streamKeepingOld } = await import('../util/keep-old-file.ts');
  for await (const { path, content } of files) {
    const parts = typeof content === 'string' || content instanceof Uint8Array ? [content] : content;
    tell(describeKeptFile(await streamKeepingOld(join(folder, path), parts)));
  }
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
