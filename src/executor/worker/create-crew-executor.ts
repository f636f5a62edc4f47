import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { type Execution, emptyExecution, upstreamStatusOf } from '../../schema/execution.ts';
import type { Job } from '../../schema/job.ts';
import { hashValue } from '../../util/hash.ts';
import { executeBounded } from '../execute-bounded.ts';
import type { Executor, ExecutorInfo } from '../executor.ts';
import { type IsolationLevel, localLevels } from '../level.ts';
import { Crew, type CrewOptions, jobsPerSlot } from './crew.ts';
import type { WorkerPlace } from './job-channel.ts';
import type { WorkerHello } from './messages.ts';
import { WorkerFault } from './worker-fault.ts';

export interface CrewExecutorOptions extends Omit<CrewOptions, 'accepts' | 'onLog' | 'onNotice'> {
  /** Its name in the table of executors. */
  readonly name: string;
  readonly places: readonly WorkerPlace[];
  /** Use workers with different environments side by side; the results say so. */
  readonly allowMixed?: boolean | undefined;
  /** Be content with some of the places, where others cannot be had. */
  readonly allowFewer?: boolean | undefined;
  readonly address: string;
  /** Told what workers say besides the protocol. */
  readonly onLog?: ((line: string) => void) | undefined;
  /** Told when workers go and come back. */
  readonly onNotice?: ((sentence: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * An executor whose jobs run wherever a worker answers: one per place, all of the same kind unless mixed on purpose. A
 * place where none answers at the start is a `WorkerFault`.
 */
export async function createCrewExecutor(options: CrewExecutorOptions): Promise<Executor> {
  const { allowMixed = false, onLog = () => {}, onNotice = () => {} } = options;
  const signal = options.signal ?? new AbortController().signal;
  const closed = new AbortController();
  let first: WorkerHello | undefined;
  const accepts = (hello: WorkerHello) => (first && !allowMixed ? describeDifference(first, hello) : undefined);
  const crew = new Crew({ ...options, accepts, onLog, onNotice });
  try {
    const hellos = await startAll(crew, options, signal);
    first = hellos[0]?.hello;
    if (!allowMixed) requireSame(hellos);
    const info = describeCrew(options, hellos);
    const capacity = crew.slots;

    const run = async (job: Job, jobSignal: AbortSignal): Promise<Execution> => {
      try {
        return await crew.run(job, jobSignal);
      } catch (error) {
        if (jobSignal.aborted || !(error instanceof WorkerFault)) throw error;
        const outcome = 'engine-error';
        return { ...emptyExecution(), id: job.id, outcome, status: upstreamStatusOf[outcome], reason: error.message };
      }
    };
    const close = async () => {
      closed.abort(new DOMException('The executor was closed.', 'AbortError'));
      await crew.close();
    };
    return {
      info,
      capacity,
      execute: (jobs, { signal: given } = {}) =>
        executeBounded({
          jobs,
          width: jobsPerSlot * capacity,
          signal: given ? AbortSignal.any([given, closed.signal]) : closed.signal,
          run,
        }),
      close,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await crew.close();
    signal.throwIfAborted();
    throw error;
  }
}

interface Greeting {
  readonly place: WorkerPlace;
  readonly hello: WorkerHello;
}

async function startAll(crew: Crew, options: CrewExecutorOptions, signal: AbortSignal): Promise<readonly Greeting[]> {
  const { places, allowFewer = false, onNotice = () => {} } = options;
  const starts = await Promise.allSettled(
    places.map(async (place) => ({ place, hello: await crew.add(place, signal) })),
  );
  signal.throwIfAborted();
  const hellos = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const faults: unknown[] = starts.flatMap((start) => (start.status === 'rejected' ? [start.reason] : []));
  if (faults.length > 0 && (!allowFewer || hellos.length === 0)) throw faults[0];
  for (const fault of faults) onNotice(fault instanceof Error ? fault.message : String(fault));
  return hellos;
}

/** Which of the facts that decide verdicts differ; undefined when none does. */
function describeDifference(expected: WorkerHello, hello: WorkerHello): string | undefined {
  if (hello.fingerprint !== expected.fingerprint) {
    return `its Python environment is ${hello.fingerprint}, the others have ${expected.fingerprint}`;
  }
  if (hello.engine !== expected.engine) {
    return `its runner is ${hello.engine ?? 'unversioned'}, that of the others ${expected.engine ?? 'unversioned'}`;
  }
  return undefined;
}

function requireSame(hellos: readonly Greeting[]): void {
  const [first, ...others] = hellos;
  for (const { place, hello } of others) {
    const difference = first && describeDifference(first.hello, hello);
    if (difference === undefined) continue;
    throw new BigCodeBenchError(
      'ENVIRONMENT',
      `${place.name} cannot work beside ${first?.place.name}: ${difference}. Install the same environment on both, or pass --allow-mixed.`,
      { data: { fingerprints: hellos.map((each) => each.hello.fingerprint) } },
    );
  }
}

/** From the strongest. */
const levels: readonly IsolationLevel[] = [...localLevels, 'remote'];

function describeCrew({ name, address }: CrewExecutorOptions, hellos: readonly Greeting[]): ExecutorInfo {
  const all = hellos.map(({ hello }) => hello);
  const weakest = Math.max(...all.map(({ level }) => levels.indexOf(level)));
  const one = (values: readonly (string | undefined)[]) => (new Set(values).size === 1 ? values[0] : undefined);
  const fingerprint = one(all.map((hello) => hello.fingerprint));
  const engine = one(all.map((hello) => hello.engine));
  const isMixed = fingerprint === undefined || new Set(all.map((hello) => hello.engine)).size > 1;
  return {
    name,
    level: levels[weakest] ?? 'remote',
    fingerprint: isMixed
      ? `mixed-${hashValue(all.map((hello) => [hello.fingerprint, hello.engine]).sort()).slice(0, 12)}`
      : fingerprint,
    engine,
    python: one(all.map((hello) => hello.python)),
    address,
    ...(isMixed ? { caveat: 'the workers have different environments' } : {}),
  };
}
