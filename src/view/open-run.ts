import type { RunPlace } from './find-run-places.ts';
import { openFolderRun } from './folder-run.ts';
import { openMatrixRun } from './matrix-run.ts';
import { openResultsRun } from './results-run.ts';
import type { RunContext, ViewRun } from './view-run.ts';

/** Opens what was found, by what it is. */
export async function openRun(place: RunPlace, context: RunContext): Promise<ViewRun> {
  switch (place.kind) {
    case 'folder':
      return openFolderRun(place.path, context);
    case 'results':
      return openResultsRun(place.path, context);
    case 'matrix':
      return openMatrixRun(place, context);
  }
}
