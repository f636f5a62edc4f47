import { type CommandName, commandNames } from '../../config/option.ts';
import { flagOf, shownOptionsOf } from '../../config/parse-flags.ts';
import { usageError } from '../../error/bigcodebench-error.ts';
import type { CommandContext } from '../command.ts';
import { commands } from '../commands.ts';

export async function completionCommand({ positionals, stdout }: CommandContext): Promise<number> {
  const [word, ...more] = positionals;
  const shell = shells.find((each): each is Shell => each === word);
  if (shell === undefined || more.length > 0) throw usageError(`Name one shell: ${shells.join(', ')}.`);
  stdout.write(buildCompletion(shell, listSubcommands()));
  return 0;
}

/** The words that the help of each command begins with, where they are fixed. */
function listSubcommands(): Subcommands {
  const found = Object.entries(commands).map(([name, { arguments: usages = {} }]) => {
    const words = Object.keys(usages).flatMap((usage) => usage.split(' ')[0]?.split('|') ?? []);
    return [name, words.filter((word) => /^[a-z-]+$/.test(word))];
  });
  return Object.fromEntries(found);
}

const shells = ['bash', 'zsh', 'fish'] as const;

type Shell = (typeof shells)[number];

/** What can follow a command: its subcommands and its flags, each with the values that it takes. */
interface Completable {
  readonly words: readonly string[];
  readonly flags: readonly { readonly name: string; readonly summary: string; readonly choices: readonly string[] }[];
}

type Subcommands = Readonly<Partial<Record<CommandName, readonly string[]>>>;

/** A script that makes a shell complete commands, subcommands, flags and the values of choices. */
function buildCompletion(shell: Shell, subcommands: Subcommands): string {
  const commands = commandNames.map((name) => [name, describe(name, subcommands[name] ?? [])] as const);
  return { bash: renderBash, zsh: renderZsh, fish: renderFish }[shell](commands);
}

type Commands = readonly (readonly [CommandName, Completable])[];

function describe(command: CommandName, words: readonly string[]): Completable {
  const flags = shownOptionsOf(command).map(([key, option]) => {
    const name =
      option.kind === 'boolean' && option.default === true ? `no-${flagOf(key, option)}` : flagOf(key, option);
    return { name, summary: option.summary, choices: option.choices ?? [] };
  });
  return { words, flags };
}

const programs = ['bcb', 'bigcodebench'];

function renderBash(commands: Commands): string {
  const cases = commands.map(([name, { words, flags }]) => {
    const choices = flags.filter(({ choices }) => choices.length > 0);
    const values = choices.map((flag) => `      --${flag.name}) words="${flag.choices.join(' ')}" ;;\n`).join('');
    const all = [...words, ...flags.map((flag) => `--${flag.name}`), '--help'].join(' ');
    return `    ${name})\n      case "$before" in\n${values}      *) words="${all}" ;;\n      esac ;;\n`;
  });
  return `_bcb() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" words=""
  case "\${COMP_WORDS[1]}" in
${cases.join('')}  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words="${commands.map(([name]) => name).join(' ')}"; fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [ \${#COMPREPLY[@]} -eq 0 ]; then COMPREPLY=($(compgen -f -- "$current")); fi
}
complete -o filenames -F _bcb ${programs.join(' ')} ./bcb
`;
}

/** zsh understands the same script. */
function renderZsh(commands: Commands): string {
  return `#compdef ${programs.join(' ')}\nautoload -U +X bashcompinit && bashcompinit\n${renderBash(commands)}`;
}

function renderFish(commands: Commands): string {
  const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const lines = programs.flatMap((program) => [
    `complete -c ${program} -n __fish_use_subcommand -f -a ${quote(commands.map(([name]) => name).join(' '))}`,
    ...commands.flatMap(([name, { words, flags }]) => {
      const on = `complete -c ${program} -n ${quote(`__fish_seen_subcommand_from ${name}`)}`;
      return [
        ...(words.length > 0 ? [`${on} -a ${quote(words.join(' '))}`] : []),
        ...flags.map(({ name: flag, summary, choices }) => {
          const values = choices.length > 0 ? ` -x -a ${quote(choices.join(' '))}` : '';
          return `${on} -l ${flag}${values} -d ${quote(summary)}`;
        }),
      ];
    }),
  ]);
  return `${lines.join('\n')}\n`;
}
