import type { createColors } from 'picocolors';
import type { OptionKey } from '../config/option-table.ts';
import type { ResolvedOptions } from '../config/resolve-options.ts';
import type { Progress, ProgressOptions } from '../report/progress.ts';
import type { OpenExecutor } from '../run/open-executor.ts';
import type { RunContext } from '../run/run-context.ts';
import type { Output } from '../util/terminal.ts';
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
  /** A live line on a terminal, a line every few seconds elsewhere, nothing with --quiet. */
  readonly progress: (options: Pick<ProgressOptions, 'label' | 'total'>) => Progress;
}

/** One command. It returns the exit code, where that is not 0, and throws errors. */
export type Command = (context: CommandContext) => Promise<number> | Promise<void>;

/** A command, and what its help says. */
export interface CommandEntry {
  readonly summary: string;
  /** Its subcommands or positional arguments, each with its meaning. */
  readonly arguments?: Readonly<Record<string, string>>;
  /** Of many options those that most people set, in the order they think of them: all that the help shows at first. */
  readonly usual?: readonly OptionKey[];
  readonly examples: readonly string[];
  readonly load: () => Promise<Command>;
}
