import { type CommandName, commandNames } from '../config/option.ts';
import { type ParsedFlags, parseFlags } from '../config/parse-flags.ts';
import { usageError } from '../error/bigcodebench-error.ts';
import { findNearest } from '../util/find-nearest.ts';
import { canRedraw, type Output } from '../util/terminal.ts';
import type { CommandContext } from './command.ts';
import { commands } from './commands.ts';
import { spellingOutput } from './program-name.ts';
import { renderCommandHelp, renderHelp, renderWelcome } from './terminal/help.ts';
import { createScreen, type Screen } from './terminal/live-view/screen.ts';

export interface MainInput
  extends Pick<CommandContext, 'version' | 'variables' | 'cwd' | 'stdout' | 'stderr' | 'stdin' | 'signal'> {
  /** The arguments after the program's name. */
  readonly words: readonly string[];
  /** The words that start this program (see `nameProgram`); default `bcb`. */
  readonly program?: string;
}

/** Finds the command, resolves its options and runs it. Returns the exit code and throws errors. */
export async function main(input: MainInput): Promise<number> {
  const { variables, program = 'bcb' } = input;
  const messages = spellingOutput(input.stderr, program);
  const screen = canRedraw(variables, messages) ? createScreen(messages) : undefined;
  const stderr = screen ?? messages;
  const stdout = screen && input.stdout.isTTY ? aboveScreen(input.stdout, screen) : input.stdout;
  const [first, ...rest] = input.words;
  const width = stdout.isTTY ? stdout.columns : undefined;
  if (first === undefined) {
    stdout.write(renderWelcome(width, program));
    return 0;
  }
  if (first === '--help' || first === '-h' || first === 'help') {
    const named = first === 'help' ? rest[0] : undefined;
    const options = { isWhole: rest.includes('--all'), width, program };
    stdout.write(named === undefined ? renderHelp(options) : renderCommandHelp(findCommand(named), options));
    return 0;
  }
  if (first === '--version' || first === '-v' || first === 'version') {
    stdout.write(`${input.version}\n`);
    return 0;
  }
  const name = findCommand(first);
  const entry = commands[name];
  const flags = parseFlags(name, rest);
  if (flags.help) {
    stdout.write(renderCommandHelp(name, { isWhole: flags.helpAll, width, program }));
    return 0;
  }
  if (entry.arguments === undefined) refuseWords(name, flags);
  // After the help, which needs neither config files nor recipes.
  const { resolveOptions } = await import('../config/resolve-options.ts');
  const { createContext } = await import('./command.ts');
  const resolved = await resolveOptions({ command: name, flags: flags.values, ...input });
  const { positionals } = flags;
  const context = createContext(name, resolved, { ...input, program, positionals, stdout, stderr, screen });
  for (const warning of resolved.warnings) context.warn(warning);
  return (await (await entry.load())(context)) ?? 0;
}

/** A word that no option takes is a mistake: whoever types `--select 1 2 3` wants three tasks. */
function refuseWords(command: CommandName, { positionals, listBefore }: ParsedFlags): void {
  if (positionals.length === 0) return;
  const words = positionals.map((word) => JSON.stringify(word)).join(', ');
  const meant = listBefore && `; did you mean --${listBefore.name} ${[listBefore.spelled, ...positionals].join(',')}?`;
  throw usageError(`${command} takes no arguments: ${words}${meant ?? '.'}`);
}

/** Both streams end on the same terminal: what is drawn below makes room for results. */
function aboveScreen(stdout: Output, screen: Screen): Output {
  return {
    isTTY: true,
    get columns() {
      return stdout.columns;
    },
    write(text) {
      const resume = screen.suspend();
      stdout.write(text);
      resume();
    },
  };
}

function findCommand(word: string): CommandName {
  const name = commandNames.find((each) => each === word);
  if (name) return name;
  const nearest = findNearest(word, commandNames);
  const hint = nearest ? `did you mean \`bcb ${nearest}\`?` : 'run `bcb --help` to list all commands.';
  throw usageError(`Unknown command ${JSON.stringify(word)}: ${hint}`);
}
