import { usageError } from '../error/bigcodebench-error.ts';
import { createE2bExecutor } from '../executor/e2b/create-e2b-executor.ts';
import { describeRate, resolveE2bConnection } from '../executor/e2b/e2b-client.ts';
import type { Executor } from '../executor/executor.ts';
import { checkAlive, identifyThisProcess, processIdentitySchema } from '../store/process-identity.ts';
import { parseJson } from '../util/parse-json.ts';
import type { ExecutorRequest } from './executor-table.ts';
import type { RunContext } from './run-context.ts';

/** Opens sandboxes at E2B, once the user has agreed to the cost. */
export async function openE2bExecutor(
  template: string | undefined,
  { libs, sandboxes = 4, onLog }: ExecutorRequest,
  { variables, signal, warn: onNotice, confirm }: RunContext,
): Promise<Executor> {
  const connection = resolveE2bConnection(variables);
  if (confirm && !(await confirm(`${describeRate(sandboxes)}. Go on?`))) {
    throw usageError('No sandbox was started; --execution local costs nothing.');
  }
  const owner = {
    name: JSON.stringify(await identifyThisProcess()),
    isGone: async (name: string) => {
      const identity = processIdentitySchema.safeParse(parseJson(name));
      return identity.success && (await checkAlive(identity.data)) === 'dead';
    },
  };
  return createE2bExecutor({ connection, template, owner, sandboxes, libs, onLog, onNotice, signal });
}
