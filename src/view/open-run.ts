import type { RunPlace } from './find-run-places.ts';
import { openFolderRun } from './folder-run.ts';
import { openResultsRun } from './results-run.ts';
import type { RunContext, ViewRun } from './view-run.ts';

const openers: Record<RunPlace['kind'], (path: string, context: RunContext) => Promise<ViewRun>> = {
  folder: openFolderRun,
  results: openResultsRun,
};

/** Opens what was found, by what it is. */
export function openRun({ path, kind }: RunPlace, context: RunContext): Promise<ViewRun> {
  return openers[kind](path, context);
}
