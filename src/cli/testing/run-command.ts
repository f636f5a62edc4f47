import { commandNames } from '../../config/option.ts';
import { parseFlags } from '../../config/parse-flags.ts';
import { resolveOptions } from '../../config/resolve-options.ts';
import type { OpenExecutor } from '../../run/executor-table.ts';
import type { Output } from '../../util/terminal.ts';
import { type Command, type CommandContext, createContext } from '../command.ts';
import type { MainResult } from './run-main.ts';

export interface RunCommandOptions {
  readonly words: readonly string[];
  readonly cwd: string;
  readonly variables?: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
  readonly stdin?: AsyncIterable<Buffer | string>;
  /** Also sees what is printed, even by a command that then throws. */
  readonly onOutput?: (text: string) => void;
}

/** A function that is a command is called after it: `evaluateCommand`. */
function nameOf({ name }: Command) {
  return commandNames.find((each) => name === `${each}Command`) ?? 'run';
}

/** Runs one command as `main` would, for a command that a test has assembled itself. */
export async function runCommand(command: Command, options: RunCommandOptions): Promise<MainResult> {
  const { words, cwd, variables = {}, signal = new AbortController().signal } = options;
  let out = '';
  let err = '';
  const stdout: Output = {
    write(text) {
      out += text;
      options.onOutput?.(text);
    },
  };
  const stderr: Output = { write: (text) => (err += text) };
  const name = nameOf(command);
  const flags = parseFlags(name, words);
  const resolved = await resolveOptions({ command: name, flags: flags.values, variables, cwd });
  const { positionals } = flags;
  const around = { program: 'bcb', version: '1.2.3', positionals, variables, cwd, stdout, stderr, signal };
  const code = await command(
    createContext(name, resolved, { ...around, stdin: options.stdin ?? (async function* () {})() }),
  );
  return { code: code ?? 0, out, err };
}

/** The command with another way to open its executor. */
export function withExecutor(command: Command, open: OpenExecutor): Command {
  return withContext(command, () => ({ openExecutor: open }));
}

/** The command in a context of which a part is another. */
export function withContext(command: Command, change: (context: CommandContext) => Partial<CommandContext>): Command {
  const changed: Command = (context) => command({ ...context, ...change(context) });
  return Object.defineProperty(changed, 'name', { value: command.name });
}
