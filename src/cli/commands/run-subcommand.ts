import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { findNearest } from '../../util/find-nearest.ts';
import type { CommandContext } from '../command.ts';

/** One subcommand of a command; `words` are the arguments after its name. */
export type SubcommandHandler = (context: CommandContext, words: readonly string[]) => Promise<number>;

/** Runs the subcommand given by the first word; for an unknown one, the error suggests the closest. */
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
  const hint = nearest ? `Did you mean \`bcb ${command} ${nearest}\`?` : `Try ${names.join(', ')}.`;
  const problem =
    word === undefined
      ? `${command} needs a subcommand.`
      : `Unknown subcommand ${JSON.stringify(word)} for ${command}.`;
  throw new BigCodeBenchError('USAGE', `${problem} ${hint}`);
}
