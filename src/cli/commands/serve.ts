import { once } from 'node:events';
import { resolve } from 'node:path';
import { toJudgingRequest } from '../../config/to-run-request.ts';
import { usageError } from '../../error/bigcodebench-error.ts';
import type { Executor } from '../../executor/executor.ts';
import { parseExecution } from '../../run/executor-table.ts';
import { openCaches, resolveCacheFolders, resolveRules } from '../../run/resolve-rules.ts';
import { createServer } from '../../server/create-server.ts';
import { requireGuard } from '../../server/http/listen.ts';
import { createCacheMeter } from '../../store/cache-files.ts';
import { type CommandContext, loadTasksFor, openFor } from '../command.ts';

export async function serveCommand(context: CommandContext): Promise<void> {
  const { options, origins, cwd, stdout, stderr, version, signal } = context;
  const { token: tokens = [], readToken: readTokens = [], host } = options;
  if (tokens.length === 0 && (origins.get('token') ?? 'default') !== 'default') {
    throw usageError('The --token is empty: is its variable set?');
  }
  if (tokens.length === 0 && readTokens.length > 0) {
    throw usageError('A --read-token needs a --token beside it: without one, everybody here may do everything.');
  }
  requireGuard(host, tokens.length === 0);
  const request = toJudgingRequest(context);
  const { taskSet, tasks } = await loadTasksFor(context);
  const caches = openCaches(request, context);
  await using executor = await openFor(context, { tasks, isWarm: true });
  await using fleet = await openFleet(options.execution, executor);
  const server = createServer({
    executor,
    taskSet: { ...taskSet, subset: options.subset },
    tasks,
    caches,
    version,
    tokens,
    readTokens,
    slotsPerToken: options.tokenSlots,
    rules: resolveRules(request, taskSet.manifest),
    strategy: request.strategy,
    outDir: resolve(cwd, request.out),
    storage: { maxAgeMs: options.keepDays * 86_400_000, maxBytes: options.keepGb * 1e9 },
    readCaches: request.cache ? createCacheMeter(resolveCacheFolders(context.variables)) : undefined,
    readFleet: fleet?.readStatus,
    board: fleet?.board,
    onLog: options.quiet ? undefined : (entry) => void stderr.write(`${JSON.stringify(entry)}\n`),
  });
  const listener = await server.listen({ host, port: options.port, replacesGlobals: true });
  stdout.write(`listening on ${listener.url}\n`);
  if (!signal.aborted) await once(signal, 'abort');
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
  const readStatus = () => readFleetStatus(store);
  return { readStatus, board, [Symbol.asyncDispose]: async () => board?.[Symbol.asyncDispose]() };
}
