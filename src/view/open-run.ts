import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { RunPlace } from './find-run-places.ts';
import { openResultsRun } from './results-run.ts';
import type { RunContext, ViewRun } from './view-run.ts';

/** Opens what was found, by what it is. */
export async function openRun({ path, kind }: RunPlace, context: RunContext): Promise<ViewRun> {
  if (kind === 'results') return openResultsRun(path, context);
  throw new BigCodeBenchError('BAD_INPUT', `${path} cannot be read.`);
}
