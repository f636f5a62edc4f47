import { libsOf } from '../dataset/libs-of.ts';
import { isInContainer } from '../environment/examine-machine.ts';
import { describeWeakness } from '../environment/weak-sandbox.ts';
import { type BigCodeBenchError, usageError } from '../error/bigcodebench-error.ts';
import type { Executor } from '../executor/executor.ts';
import type { ProgramProfile } from '../schema/python-environment.ts';
import type { RunRequestInput } from '../schema/run-request.ts';
import type { Task } from '../schema/task.ts';
import { readMachineLimits } from '../util/machine-limits.ts';
import type { RunContext } from './run-context.ts';

/** What a run says about where its programs run. Below 1, or without `parallel`, as many at once as the machine can carry. */
type Asked = Pick<RunRequestInput, 'parallel' | 'isolation' | 'env' | 'allowDegraded' | 'allowMixed' | 'sandboxes'>;

/** What an executor is opened for. Remote executors ignore what only concerns this machine. */
export interface ExecutorRequest extends Readonly<Asked> {
  /** Modules that programs import; undefined if not known yet. */
  readonly libs: readonly string[] | undefined;
  /** Tasks that jobs come from, where they come from tasks: some executors know those by themselves. */
  readonly tasks?: readonly Task[] | undefined;
  /** The profile to install where none is. */
  readonly profile?: ProgramProfile | undefined;
  /** Warm up before the first job comes: for a server, whose callers wait for each. */
  readonly isWarm?: boolean | undefined;
  readonly onLog?: ((line: string) => void) | undefined;
}

interface ExecutorEntry {
  readonly summary: string;
  /** Placeholder for the address in the help; undefined if it takes none. */
  readonly address?: string;
  readonly isAddressOptional?: boolean;
  /** May be named several times. */
  readonly isRepeatable?: boolean;
  readonly open: (input: {
    /** What follows the name: `http:ADDRESS`. Several where the flag was given several times. */
    readonly addresses: readonly string[];
    readonly request: ExecutorRequest;
    readonly runContext: RunContext;
  }) => Promise<Executor>;
}

/** A kind of executor, as `--execution` names it. */
export type ExecutorName = 'local' | 'http' | 'exec' | 'gradio' | 'e2b' | 'queue';

/** Every place programs can run. A new one is a row here and a room in src/executor. */
export const executors: Record<ExecutorName, ExecutorEntry> = {
  local: {
    summary: 'the sandbox on this machine',
    async open({ request, runContext }) {
      const [{ openEnvironment }, { watchEnvironment }, { createLocalExecutor }] = await Promise.all([
        import('./open-environment.ts'),
        import('../environment/watch-environment.ts'),
        import('../executor/local/create-local-executor.ts'),
      ]);
      const environment = await openEnvironment(request, runContext);
      const { parallel = 0, isolation, isWarm, onLog } = request;
      const executor = await createLocalExecutor({
        environment,
        verify: await watchEnvironment(environment),
        parallel: parallel > 0 ? parallel : undefined,
        level: isolation,
        isWarm,
        onLog,
      });
      const { cpus, cpuQuota } = readMachineLimits();
      if (parallel > cpus) {
        const there = cpuQuota === undefined ? `${cpus} cores` : `${cpuQuota.toFixed(1)} CPUs that are granted`;
        runContext.warn(
          `--parallel ${parallel} is more than the ${there}: it helps programs that sleep, and slows down the others.`,
        );
      }
      const weakness = describeWeakness(executor.info.level, { isContainer: await isInContainer() });
      if (weakness) runContext.warn(`${weakness.sentence} To get a better one, ${weakness.fix}.`);
      return executor;
    },
  },
  http: {
    summary: 'a `bcb serve` elsewhere; a token goes before the host: http://TOKEN@HOST',
    address: 'URL',
    async open({ addresses: [address = ''], request, runContext }) {
      const { createHttpExecutor } = await import('../executor/http/create-http-executor.ts');
      const { parallel = 0 } = request;
      return createHttpExecutor({ address, parallel: parallel > 0 ? parallel : undefined, signal: runContext.signal });
    },
  },
  exec: {
    summary: 'workers that commands reach, such as `ssh HOST bcb worker --stdio`; may be given several times',
    address: 'COMMAND',
    isRepeatable: true,
    async open({ addresses, request, runContext }) {
      const { createCommandExecutor } = await import('../executor/command/create-command-executor.ts');
      const { libs, allowMixed, onLog } = request;
      const { signal, warn: onNotice } = runContext;
      return createCommandExecutor({ commands: addresses, libs, allowMixed, onLog, onNotice, signal });
    },
  },
  gradio: {
    summary:
      "a server that speaks as the original's evaluation Space does; without an address, that Space; a token goes before the host",
    address: 'URL',
    isAddressOptional: true,
    async open({ addresses, request, runContext }) {
      const [{ createGradioExecutor }, { createHttpFetch }] = await Promise.all([
        import('../executor/gradio/create-gradio-executor.ts'),
        import('../util/http-fetch.ts'),
      ]);
      const { signal, variables, warn: onNotice } = runContext;
      const [url] = addresses;
      const fetch = await createHttpFetch(variables);
      return createGradioExecutor({ url, tasks: request.tasks ?? [], fetch, onNotice, signal });
    },
  },
  e2b: {
    summary: 'sandboxes rented from E2B, made from our template or the one that is named; needs E2B_API_KEY',
    address: 'TEMPLATE',
    isAddressOptional: true,
    async open({ addresses, request, runContext }) {
      const { openE2bExecutor } = await import('./open-e2b-executor.ts');
      return openE2bExecutor(addresses[0], request, runContext);
    },
  },
  queue: {
    summary: 'the workers of a fleet, `bcb worker --queue URL`, through Redis or Postgres',
    address: 'redis://HOST:PORT',
    async open({ addresses: [address = ''], request, runContext }) {
      const [{ createQueueExecutor }, { parseStore }] = await Promise.all([
        import('../executor/queue/create-queue-executor.ts'),
        import('../executor/queue/store.ts'),
      ]);
      const { signal, warn: onNotice } = runContext;
      return createQueueExecutor({ store: parseStore(address), isInteractive: request.isWarm, onNotice, signal });
    },
  },
};

/** `['exec:ssh a …', 'exec:ssh b …']` → the row of the table, and what it is to be opened with. */
export function parseExecution(spelled: readonly string[]) {
  const parts = spelled.map((word) => {
    const colon = word.indexOf(':');
    return colon < 0 ? { name: word } : { name: word.slice(0, colon), address: word.slice(colon + 1) };
  });
  const names = [...new Set(parts.map(({ name }) => name))];
  const [name = 'local', ...others] = names;
  if (others.length > 0) throw usage(`takes one kind of executor, not ${names.join(' and ')}`);
  const known = Object.keys(executors) as ExecutorName[];
  const kind = known.find((each) => each === name);
  if (kind === undefined) throw usage(`does not know ${JSON.stringify(name)}; use one of ${known.join(', ')}`);
  const { address, isAddressOptional = false, isRepeatable = false } = executors[kind];
  const addresses = parts.flatMap((part) => (part.address ? [part.address] : []));
  if (address === undefined && addresses.length > 0) throw usage(`${name} takes no address`);
  if (address !== undefined && !isAddressOptional && addresses.length === 0) {
    throw usage(`${name} needs an address: ${name}:${address}`);
  }
  if (!isRepeatable && parts.length > 1) throw usage(`${name} can be given once only`);
  return { name: kind, addresses };
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

/** What an executor is opened for; without `libs`, programs import what the tasks do. */
export type ExecutorNeeds = Partial<Pick<ExecutorRequest, 'libs' | 'tasks' | 'isWarm'>>;

export function executorRequestOf(
  options: Omit<ExecutorRequest, keyof ExecutorNeeds | 'profile'> & { readonly subset?: string },
  needs: ExecutorNeeds,
): ExecutorRequest {
  const libs = needs.libs ?? (needs.tasks && libsOf(needs.tasks));
  const { parallel, isolation, env, allowDegraded, allowMixed, sandboxes, subset } = options;
  const profile = subset === 'starter' ? 'starter' : 'full';
  return { ...needs, libs, parallel, isolation, env, allowDegraded, allowMixed, sandboxes, profile };
}

function usage(what: string): BigCodeBenchError {
  return usageError(`--execution ${what}.`);
}
