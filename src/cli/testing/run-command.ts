import picocolors from 'picocolors';
import { parseFlags } from '../../config/parse-flags.ts';
import { resolveOptions } from '../../config/resolve-options.ts';
import { createProgress } from '../../report/progress.ts';
import { type OpenExecutor, openExecutor } from '../../run/open-executor.ts';
import type { Output } from '../../util/terminal.ts';
import type { Command } from '../command.ts';
import { formatDocument } from '../format-document.ts';
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
  const flags = parseFlags(command.name, words);
  const resolved = await resolveOptions({ command: command.name, flags: flags.values, variables, cwd });
  const code = await command.run({
    ...resolved,
    program: 'bcb',
    version: '1.2.3',
    positionals: flags.positionals,
    variables,
    cwd,
    stdout,
    stderr,
    stdin: options.stdin ?? (async function* () {})(),
    width: undefined,
    colors: picocolors.createColors(false),
    signal,
    openExecutor,
    print: (value, text) => void stdout.write(resolved.options.json ? formatDocument(command.name, value) : text),
    warn: (sentence) => stderr.write(`warning: ${sentence}\n`),
    progress: (shown) => createProgress({ ...shown, output: stderr, silent: resolved.options.quiet }),
  });
  return { code, out, err };
}

/** The command with another way to open its executor. */
export function withExecutor(command: Command, open: OpenExecutor): Command {
  return { ...command, run: (context) => command.run({ ...context, openExecutor: open }) };
}
