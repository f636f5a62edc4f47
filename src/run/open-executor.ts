import { type BigCodeBenchError, usageError } from '../error/bigcodebench-error.ts';
import type { Executor } from '../executor/executor.ts';
import { type ExecutorName, type ExecutorRequest, executors } from './executor-table.ts';
import type { RunContext } from './run-context.ts';

/** `['exec:ssh a …', 'exec:ssh b …']` → the row of the table, and what it is to be opened with. */
export function parseExecution(spelled: readonly string[]) {
  const parts = spelled.map((word) => {
    const colon = word.indexOf(':');
    return colon < 0 ? { name: word } : { name: word.slice(0, colon), address: word.slice(colon + 1) };
  });
  const names = [...new Set(parts.map(({ name }) => name))];
  const [name = 'local', ...others] = names;
  if (others.length > 0) throw usage(`takes one kind of executor, not ${names.join(' and ')}`);
  if (!isExecutorName(name)) {
    throw usage(`does not know ${JSON.stringify(name)}; use one of ${Object.keys(executors).join(', ')}`);
  }
  const { address, isAddressOptional = false, isRepeatable = false } = executors[name];
  const addresses = parts.flatMap((part) => (part.address ? [part.address] : []));
  if (address === undefined && addresses.length > 0) throw usage(`${name} takes no address`);
  if (address !== undefined && !isAddressOptional && addresses.length === 0) {
    throw usage(`${name} needs an address: ${name}:${address}`);
  }
  if (!isRepeatable && parts.length > 1) throw usage(`${name} can be given once only`);
  return { name, addresses };
}

/** Opens the executor that `--execution` names. */
export type OpenExecutor = (
  execution: readonly string[],
  request: ExecutorRequest,
  runContext: RunContext,
) => Promise<Executor>;

/** Opens the executor that `--execution` words name. */
export const openExecutor: OpenExecutor = async (execution, request, runContext) => {
  const { name, addresses } = parseExecution(execution);
  return executors[name].open({ addresses, request, runContext });
};

/** What options say about the executor; `needs` is what it is opened for. */
export function executorRequestOf(
  options: Omit<ExecutorRequest, 'libs' | 'tasks' | 'isWarm' | 'profile'> & { readonly subset?: string },
  needs: Pick<ExecutorRequest, 'libs' | 'tasks' | 'isWarm'>,
): ExecutorRequest {
  const { parallel, isolation, env, allowDegraded, allowMixed, sandboxes, subset } = options;
  const profile = subset === 'starter' ? 'starter' : 'full';
  return { ...needs, parallel, isolation, env, allowDegraded, allowMixed, sandboxes, profile };
}

function isExecutorName(name: string): name is ExecutorName {
  return Object.hasOwn(executors, name);
}

function usage(what: string): BigCodeBenchError {
  return usageError(`--execution ${what}.`);
}
