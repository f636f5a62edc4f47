import type { Executor } from '../executor/executor.ts';
import type { ExecutorRequest } from '../run/executor-table.ts';
import type { OpenExecutor } from '../run/open-executor.ts';
import type { CommandContext } from './command.ts';
import { surroundingsOf } from './surroundings.ts';

/** Opens the executor that the command line asks for. */
export function openFor(
  context: CommandContext,
  open: OpenExecutor,
  needs: Pick<ExecutorRequest, 'libs' | 'tasks' | 'isWarm'>,
): Promise<Executor> {
  const {
    execution = ['local'],
    parallel,
    isolation,
    env,
    allowDegraded = true,
    allowMixed,
    sandboxes,
    subset,
  } = context.options;
  const profile = subset === 'starter' ? 'starter' : 'full';
  return open(
    execution,
    { ...needs, parallel, isolation, env, allowDegraded, allowMixed, sandboxes, profile },
    surroundingsOf(context),
  );
}
