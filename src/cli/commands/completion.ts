import type { CommandName } from '../../config/option.ts';
import { usageError } from '../../error/bigcodebench-error.ts';
import type { Command } from '../command.ts';
import { commands } from '../commands.ts';
import { buildCompletion, type Shell, shells } from '../terminal/completion-script.ts';

export const completionCommand: Command = {
  name: 'completion',
  arguments: [{ usage: 'bash|zsh|fish', summary: 'Print the script for this shell' }],
  examples: [
    'bcb completion bash >> ~/.bashrc',
    'bcb completion zsh >> ~/.zshrc',
    'bcb completion fish > ~/.config/fish/completions/bcb.fish',
  ],
  async run({ positionals, stdout }) {
    const [word, ...more] = positionals;
    const shell = shells.find((each): each is Shell => each === word);
    if (shell === undefined || more.length > 0) throw usageError(`Name one shell: ${shells.join(', ')}.`);
    stdout.write(buildCompletion(shell, await listSubcommands()));
    return 0;
  },
};

/** The words that the help of each command begins with, where they are fixed. */
async function listSubcommands(): Promise<Partial<Record<CommandName, string[]>>> {
  const found: Partial<Record<CommandName, string[]>> = {};
  for (const name of Object.keys(commands) as CommandName[]) {
    const { arguments: usages = [] } = await commands[name].load();
    found[name] = usages
      .flatMap(({ usage }) => usage.split(' ')[0]?.split('|') ?? [])
      .filter((word) => /^[a-z-]+$/.test(word));
  }
  return found;
}
