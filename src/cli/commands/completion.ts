import { type CommandName, commandNames } from '../../config/option.ts';
import { flagOf, shownOptionsOf } from '../../config/parse-flags.ts';
import { usageError } from '../../error/bigcodebench-error.ts';
import { fillAsset } from '../../util/read-asset.ts';
import type { CommandContext } from '../command.ts';
import { commands } from '../commands.ts';

/** Writes a script that makes a shell complete commands, subcommands, flags and the values of choices. */
export async function completionCommand({ positionals, stdout }: CommandContext): Promise<void> {
  const [shell = '', ...more] = positionals;
  const render = renderers[shell];
  if (!render || more.length > 0) throw usageError(`Name one shell: ${Object.keys(renderers).join(', ')}.`);
  stdout.write(render(commandNames.map(describe)));
}

type Completable = ReturnType<typeof describe>;

/** What can follow a command: its subcommands, where they are fixed, and its flags with the values that they take. */
function describe(command: CommandName) {
  const usages = Object.keys(commands[command].arguments ?? {});
  const words = usages.flatMap((usage) => usage.split(' ')[0]?.split('|') ?? []);
  const flags = shownOptionsOf(command).map(([key, option]) => {
    const { summary, choices = [] } = option;
    return { name: `${option.default === true ? 'no-' : ''}${flagOf(key, option)}`, summary, choices };
  });
  return { command, words: words.filter((word) => /^[a-z-]+$/.test(word)), flags };
}

const programs = ['bcb', 'bigcodebench'];

const renderers: Readonly<Record<string, (all: readonly Completable[]) => string>> = {
  bash: renderBash,
  // It understands the same script, once its own completion is on, which a short .zshrc may not have done.
  zsh: (all) =>
    `autoload -Uz compinit bashcompinit\n(( $+functions[compdef] )) || compinit -i\nbashcompinit\n${renderBash(all)}`,
  fish: renderFish,
};

function renderBash(all: readonly Completable[]): string {
  const cases = all.map(({ command, words, flags }) => {
    const choices = flags.filter(({ choices }) => choices.length > 0);
    const values = choices.map((flag) => `      --${flag.name}) words="${flag.choices.join(' ')}" ;;\n`).join('');
    const offered = [...words, ...flags.map(({ name }) => `--${name}`), '--help'].join(' ');
    return `    ${command})\n      case "$before" in\n${values}      *) words="${offered}" ;;\n      esac ;;\n`;
  });
  const names = { commands: commandNames.join(' '), programs: programs.join(' ') };
  return fillAsset('completion.bash', { cases: cases.join(''), ...names });
}

function renderFish(all: readonly Completable[]): string {
  const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const lines = programs.flatMap((program) => [
    `complete -c ${program} -n __fish_use_subcommand -f -a ${quote(commandNames.join(' '))}`,
    ...all.flatMap(({ command, words, flags }) => {
      const on = `complete -c ${program} -n ${quote(`__fish_seen_subcommand_from ${command}`)}`;
      const options = flags.map(({ name, summary, choices }) => {
        const values = choices.length > 0 ? ` -x -a ${quote(choices.join(' '))}` : '';
        return `${on} -l ${name}${values} -d ${quote(summary)}`;
      });
      return words.length > 0 ? [`${on} -a ${quote(words.join(' '))}`, ...options] : options;
    }),
  ]);
  return `${lines.join('\n')}\n`;
}
