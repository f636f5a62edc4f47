import { usageError } from '../../error/bigcodebench-error.ts';
import { findNearest } from '../../util/find-nearest.ts';
import type { Command, CommandContext } from '../command.ts';

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
