import type { Executor } from '../executor/executor.ts';
import type { OpenExecutor } from '../run/open-executor.ts';
import type { CommandContext } from './command.ts';
import { surroundingsOf } from './surroundings.ts';

/** Opens the executor that the command line asks for; `libs` undefined: nobody knows yet what programs import. */
export function openFor(
  context: CommandContext,
  open: OpenExecutor,
  libs: readonly string[] | undefined,
): Promise<Executor> {
  const { execution = ['local'], parallel, isolation, env, allowDegraded = true, allowMixed, subset } = context.options;
  const profile = subset === 'starter' ? 'starter' : 'full';
  return open(
    execution,
    { libs, parallel, isolation, env, allowDegraded, allowMixed, profile },
    surroundingsOf(context),
  );
}
