import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { SampleKey } from '../schema/log-event.ts';
import type { OnRunEvent, RunEvent } from '../schema/run-event.ts';
import type { RunLog } from '../store/run-log.ts';
import type { FinishedRun } from './finish-run.ts';

export interface TellRunOptions<Result> {
  readonly onEvent: OnRunEvent | undefined;
  readonly signal: AbortSignal | undefined;
  readonly start: Omit<Extract<RunEvent, { type: 'run-started' }>, 'type'>;
  readonly work: () => Promise<Result>;
}

export async function tellRun<Result extends Pick<FinishedRun, 'path' | 'report'>>(options: TellRunOptions<Result>) {
  const { onEvent, signal, start, work } = options;
  onEvent?.({ type: 'run-started', ...start });
  try {
    const result = await work();
    const { path, report } = result;
    onEvent?.({ type: 'run-finished', runId: report.runId, path, score: report.score });
    return result;
  } catch (error) {
    const code = error instanceof BigCodeBenchError ? error.code : 'INVARIANT';
    const message = error instanceof Error ? error.message : String(error);
    onEvent?.({ type: 'run-failed', code: signal?.aborted ? 'INTERRUPTED' : code, message });
    throw error;
  }
}

/** What a run holds from an earlier process when this one opens it: verdicts on answers that are asked for again go away. */
export function describeOpened(
  log: RunLog,
  isKept: (sample: SampleKey) => boolean = () => true,
): Extract<RunEvent, { type: 'run-opened' }> {
  const { id: runId, path, state, damagedLines } = log;
  const tallies: Record<string, { samples: number; passed: number }> = {};
  const causes: Record<string, number> = {};
  const judged = state.judged.filter(isKept);
  for (const { taskId, verdict } of judged) {
    const { samples, passed } = tallies[taskId] ?? { samples: 0, passed: 0 };
    const isPass = verdict.status === 'pass';
    tallies[taskId] = { samples: samples + 1, passed: passed + (isPass ? 1 : 0) };
    const cause = verdict.failure?.cause ?? verdict.outcome;
    if (!isPass) causes[cause] = (causes[cause] ?? 0) + 1;
  }
  const passed = judged.filter(({ verdict }) => verdict.status === 'pass').length;
  const isRepeat = state.result !== undefined;
  return { type: 'run-opened', runId, path, isRepeat, done: judged.length, passed, tallies, causes, damagedLines };
}
