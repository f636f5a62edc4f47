import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import type { Optional } from '../../schema/optional.ts';
import { hashValue } from '../../util/hash.ts';
import { messageOf } from '../../util/system-error.ts';
import { createBoundedExecutor } from '../execute-bounded.ts';
import type { Executor, ExecutorInfo } from '../executor.ts';
import { isolationLevels } from '../level.ts';
import type { WorkerHello } from './messages.ts';
import type { WorkerLauncher } from './remote-worker.ts';
import { jobsPerSlot, Workers, type WorkersOptions } from './workers.ts';

export interface WorkersExecutorOptions
  extends Omit<WorkersOptions, 'accepts' | 'onLog' | 'onNotice'>,
    Optional<Pick<WorkersOptions, 'onLog' | 'onNotice'>> {
  /** Its name in the table of executors. */
  readonly name: string;
  readonly launchers: readonly WorkerLauncher[];
  /** Use workers with different environments side by side; the results say so. */
  readonly allowMixed?: boolean | undefined;
  /** Be content with some of the workers, where others cannot be had. */
  readonly allowFewer?: boolean | undefined;
  readonly address: string;
  readonly onClosed?: (() => Promise<void>) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * An executor whose jobs run on workers, all of the same kind unless mixed on purpose. A worker that does not answer at
 * the start is a `WorkerFault`.
 */
export async function createWorkersExecutor(options: WorkersExecutorOptions): Promise<Executor> {
  const { allowMixed = false, onLog = () => {}, onNotice = () => {} } = options;
  const signal = options.signal ?? new AbortController().signal;
  let first: WorkerHello | undefined;
  const accepts = (hello: WorkerHello) => {
    const difference = first && !allowMixed ? describeDifference(hello, first) : undefined;
    return difference && `it and the others ${difference}`;
  };
  const workers = new Workers({ ...options, accepts, onLog, onNotice });
  try {
    const hellos = await startAll(workers, options, signal);
    first = hellos[0]?.hello;
    if (!allowMixed) requireSame(hellos);
    return createBoundedExecutor({
      info: describeWorkers(options, hellos),
      capacity: workers.slots,
      width: jobsPerSlot * workers.slots,
      run: (job, jobSignal) => workers.run(job, jobSignal),
      close: async () => {
        await workers.close();
        await options.onClosed?.();
      },
    });
  } catch (error) {
    await workers.close();
    signal.throwIfAborted();
    throw error;
  }
}

async function startAll(workers: Workers, options: WorkersExecutorOptions, signal: AbortSignal) {
  const { launchers, allowFewer = false, onNotice } = options;
  const starting = launchers.map(async (each) => ({ name: each.name, hello: await workers.add(each, signal) }));
  const starts = await Promise.allSettled(starting);
  signal.throwIfAborted();
  const hellos = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const faults: unknown[] = starts.flatMap((start) => (start.status === 'rejected' ? [start.reason] : []));
  if (faults.length > 0 && (!allowFewer || hellos.length === 0)) throw faults[0];
  for (const fault of faults) onNotice?.(messageOf(fault));
  return hellos;
}

type Greetings = Awaited<ReturnType<typeof startAll>>;

/** Which of the facts that decide verdicts differ; undefined when none does. */
function describeDifference(hello: WorkerHello, expected: WorkerHello): string | undefined {
  if (hello.fingerprint !== expected.fingerprint) {
    return `have different Python environments (${hello.fingerprint} and ${expected.fingerprint})`;
  }
  if (hello.engine === expected.engine) return undefined;
  return `have different runners (${hello.engine ?? 'unversioned'} and ${expected.engine ?? 'unversioned'})`;
}

function requireSame(hellos: Greetings): void {
  const [first, ...others] = hellos;
  for (const { name, hello } of others) {
    const difference = first && describeDifference(hello, first.hello);
    if (difference === undefined) continue;
    const data = { fingerprints: hellos.map((each) => each.hello.fingerprint) };
    const message = `${name} and ${first?.name} ${difference}: install the same on both, or pass --allow-mixed.`;
    throw new BigCodeBenchError('ENVIRONMENT', message, { data });
  }
}

function describeWorkers({ name, address }: WorkersExecutorOptions, hellos: Greetings): ExecutorInfo {
  const all = hellos.map(({ hello }) => hello);
  const weakest = Math.max(...all.map(({ level }) => isolationLevels.indexOf(level)));
  const inCommon = (field: 'fingerprint' | 'engine' | 'python') =>
    new Set(all.map((hello) => hello[field])).size === 1 ? all[0]?.[field] : undefined;
  const kinds = all.map(({ fingerprint, engine }) => [fingerprint, engine]).sort();
  const isMixed = new Set(kinds.map((kind) => kind.join(' '))).size > 1;
  return {
    name,
    level: isolationLevels[weakest] ?? 'remote',
    fingerprint: (isMixed ? undefined : inCommon('fingerprint')) ?? `mixed-${hashValue(kinds).slice(0, 12)}`,
    engine: inCommon('engine'),
    python: inCommon('python'),
    address,
    caveat: isMixed ? 'the workers have different environments' : undefined,
  };
}
