import { usageError } from '../../error/bigcodebench-error.ts';
import { serveJobs } from '../../executor/worker/serve-jobs.ts';
import { type CommandContext, openFor } from '../command.ts';

export async function workerCommand(context: CommandContext): Promise<void> {
  const { options, positionals, stdin, stdout, version, signal } = context;
  if (positionals.length > 0 || options.stdio === (options.queue !== undefined)) {
    throw usageError(
      'worker needs a source of jobs: `bcb worker --queue redis://HOST:PORT` for a fleet, or `bcb worker --stdio` for --execution exec:COMMAND.',
    );
  }
  if (options.queue !== undefined) return workForFleet(context, options.queue);
  const write = (line: string) => void stdout.write(line);
  const openExecutor = (libs: readonly string[] | undefined) => openFor(context, { libs });
  await serveJobs({ input: stdin, write, openExecutor, version, signal });
}

/** Until SIGTERM or Ctrl-C; then jobs in progress are finished, and the exit code is 0. */
async function workForFleet(context: CommandContext, address: string): Promise<void> {
  const { stdout, version, signal, warn } = context;
  const [{ runWorker }, { parseStore }] = await Promise.all([
    import('../../executor/queue/run-worker.ts'),
    import('../../executor/queue/store.ts'),
  ]);
  const store = parseStore(address);
  await using executor = await openFor(context, {});
  await runWorker({
    store,
    executor,
    version,
    signal,
    onNotice: warn,
    onReady: ({ queue, slots }) => void stdout.write(`ready: ${slots} slots, queue ${queue}\n`),
  });
}
