import { buildTemplate } from '../../executor/e2b/build-template.ts';
import { resolveE2bConnection } from '../../executor/e2b/e2b-client.ts';
import { type Command, type CommandContext, runSubcommand } from '../command.ts';

export const e2bCommand: Command = (context) => runSubcommand('e2b', { build }, context);

async function build(context: CommandContext, [name]: readonly string[]): Promise<void> {
  const { variables, tell, signal } = context;
  const connection = resolveE2bConnection(variables);
  const built = await buildTemplate({ connection, name, variables, onLog: tell, signal });
  const use = `--execution e2b${name === undefined ? '' : `:${built.name}`}`;
  context.print(built, `Built the template ${built.name}; use it with ${use}.\n`);
}
