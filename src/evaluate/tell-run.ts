import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { OnRunEvent, RunEvent } from '../schema/run-event.ts';
import type { Score } from '../schema/score.ts';

export interface TellRunOptions<Result> {
  readonly onEvent: OnRunEvent | undefined;
  readonly signal: AbortSignal | undefined;
  readonly start: Omit<Extract<RunEvent, { type: 'run-started' }>, 'type'>;
  readonly work: () => Promise<Result>;
}

/** What to report about a finished run. */
export interface ToldRun {
  readonly path: string;
  readonly report: { readonly runId: string; readonly score: Score };
}

/** Reports how a run begins and how it ends, successfully or not. */
export async function tellRun<Result extends ToldRun>(options: TellRunOptions<Result>): Promise<Result> {
  const { onEvent, signal, start, work } = options;
  onEvent?.({ type: 'run-started', ...start });
  try {
    const result = await work();
    const { path, report } = result;
    onEvent?.({ type: 'run-finished', runId: report.runId, path, score: report.score });
    return result;
  } catch (error) {
    onEvent?.({ type: 'run-failed', code: codeOf(error, signal), message: messageOf(error) });
    throw error;
  }
}

function codeOf(error: unknown, signal: AbortSignal | undefined): string {
  if (signal?.aborted) return 'INTERRUPTED';
  return error instanceof BigCodeBenchError ? error.code : 'INVARIANT';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
