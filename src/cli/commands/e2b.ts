import { buildTemplate } from '../../executor/e2b/build-template.ts';
import { resolveE2bConnection } from '../../executor/e2b/e2b-client.ts';
import { type Command, type CommandContext, runSubcommand } from '../command.ts';

export const e2bCommand: Command = (context) => runSubcommand('e2b', { build }, context);

async function build(context: CommandContext, [name]: readonly string[]): Promise<void> {
  const { variables, options, stderr, signal } = context;
  const connection = resolveE2bConnection(variables);
  const onLog = (line: string) => {
    if (!options.quiet) stderr.write(`${line}\n`);
  };
  const built = await buildTemplate({ connection, name, variables, onLog, signal });
  const use = `--execution e2b${name === undefined ? '' : `:${built.name}`}`;
  context.print(built, `Built the template ${built.name}; use it with ${use}.\n`);
}
