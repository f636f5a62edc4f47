import { resolve } from 'node:path';
import { toJudgingRequest } from '../../config/to-run-request.ts';
import { libsOf } from '../../dataset/libs-of.ts';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import type { Executor } from '../../executor/executor.ts';
import { type OpenExecutor, openExecutor, parseExecution } from '../../run/open-executor.ts';
import { openCaches, resolveRules } from '../../run/resolve-rules.ts';
import { createServer } from '../../server/create-server.ts';
import { requireGuard } from '../../server/http/listen.ts';
import type { Command, CommandContext } from '../command.ts';
import { loadTasksFor } from '../load-tasks-for.ts';
import { openFor } from '../open-for.ts';
import { surroundingsOf } from '../surroundings.ts';

/** The command, given a way to open its executor. */
export function createServeCommand(open: OpenExecutor = openExecutor): Command {
  return {
    name: 'serve',
    examples: [
      'bcb serve',
      'bcb serve --host 0.0.0.0 --token "$TOKEN"',
      'bcb serve --subset hard --port 8080 --parallel 32',
      'bcb evaluate --samples answers.jsonl --execution http:http://127.0.0.1:7860',
    ],
    async run(context) {
      const { positionals, options, origins } = context;
      if (positionals.length > 0) {
        throw new BigCodeBenchError(
          'USAGE',
          `bcb serve takes no positional arguments (got ${JSON.stringify(positionals[0])}).`,
        );
      }
      const { token: tokens = [], host } = options;
      if (tokens.length === 0 && (origins.get('token') ?? 'default') !== 'default') {
        throw new BigCodeBenchError('USAGE', 'The --token is empty: is its variable set?');
      }
      requireGuard(host, tokens.length === 0);
      await serve(context, open, tokens);
      return 0;
    },
  };
}

/** Listens until the process is told to stop, then drains. */
async function serve(context: CommandContext, open: OpenExecutor, tokens: readonly string[]): Promise<void> {
  const { options, cwd, stdout, stderr, version, signal } = context;
  const request = toJudgingRequest(context);
  const { taskSet, tasks } = await loadTasksFor(context);
  const caches = openCaches(request, surroundingsOf(context));
  await using executor = await openFor(context, open, { libs: libsOf(tasks), tasks, isWarm: true });
  await using fleet = await openFleet(options.execution, executor);
  const server = createServer({
    executor,
    taskSet,
    tasks,
    tokens,
    slotsPerToken: options.tokenSlots,
    rules: resolveRules(request, taskSet.manifest),
    strategy: request.strategy,
    caches,
    outDir: resolve(cwd, request.out),
    version,
    readFleet: fleet?.readStatus,
    board: fleet?.board,
    onLog: options.quiet ? undefined : (entry) => void stderr.write(`${JSON.stringify(entry)}\n`),
  });
  const listener = await server.listen({ host: options.host, port: options.port, replacesGlobals: true });
  stdout.write(`listening on ${listener.url}\n`);
  await aborted(signal);
  await listener.close({ graceMs: options.drainS * 1000 });
}

/** What a server shows of the fleet behind it, where there is one. */
async function openFleet(execution: readonly string[], { info }: Executor) {
  const { name, addresses } = parseExecution(execution);
  if (name !== 'queue') return undefined;
  const [{ readFleetStatus }, { parseStore }, { openQueueBoard }] = await Promise.all([
    import('../../executor/queue/fleet-status.ts'),
    import('../../executor/queue/store.ts'),
    import('../../server/fleet/queue-board.ts'),
  ]);
  const store = parseStore(addresses[0] ?? '');
  const { fingerprint, engine = '' } = info;
  const board = await openQueueBoard(store, { fingerprint, engine });
  return {
    readStatus: () => readFleetStatus(store),
    board,
    [Symbol.asyncDispose]: async () => board?.[Symbol.asyncDispose](),
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
