import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { findNearest } from '../../util/find-nearest.ts';
import type { CommandContext } from '../command.ts';

/** Does one thing of a command that does several; `words` are what stands after its name. */
export type SubcommandHandler = (context: CommandContext, words: readonly string[]) => Promise<number>;

/** Runs the subcommand that the first word names; a wrong one is answered with the nearest real one. */
export async function runSubcommand(
  command: string,
  handlers: Readonly<Record<string, SubcommandHandler>>,
  context: CommandContext,
): Promise<number> {
  const [word, ...words] = context.positionals;
  const names = Object.keys(handlers);
  const handler = word !== undefined && names.includes(word) ? handlers[word] : undefined;
  if (handler) return handler(context, words);
  const nearest = word === undefined ? undefined : findNearest(word, names);
  const hint = nearest ? `did you mean \`bcb ${command} ${nearest}\`?` : `use one of ${names.join(', ')}.`;
  const said = word === undefined ? `${command} needs to know what to do` : `${command} cannot ${JSON.stringify(word)}`;
  throw new BigCodeBenchError('USAGE', `${said}: ${hint}`);
}
