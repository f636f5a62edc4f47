import { stat } from 'node:fs/promises';
import { openBundle } from '../compare/bundle/open-bundle.ts';
import { createResultFinder, type ResultPlace } from '../compare/find-results.ts';
import { type ForeignKind, isForeign } from '../compare/foreign/read-foreign.ts';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { RunSummary, ViewEvent } from '../schema/view/run-document.ts';
import { readResponseMatrix } from '../upstream/response-matrix.ts';
import { openFolderRun } from './folder-run.ts';
import { openMatrixRun } from './matrix-run.ts';
import { openForeignRuns, openResultsRun } from './results-run.ts';
import type { ViewContext, ViewRun } from './view-run.ts';

interface CatalogOptions {
  /** Folders and files, absolute. */
  readonly paths: readonly string[];
  readonly context: ViewContext;
  readonly now?: () => number;
}

export type Catalog = ReturnType<typeof createCatalog>;

const patienceMs = 1000;

/** Opens what was found: a run, or all that a bundle or a table holds. */
const openers: Record<
  Exclude<ResultPlace['kind'], ForeignKind>,
  (path: string, context: ViewContext) => Promise<readonly ViewRun[]>
> = {
  run: async (path, context) => [await openFolderRun(path, context)],
  file: async (path, context) => [await openResultsRun(path, context)],
  async bundle(path, context) {
    const { submission, locate } = await openBundle(path);
    return Promise.all(submission.runs.map(({ files }) => openResultsRun(locate(files.eval_results), context)));
  },
  async matrix(path, context) {
    const { taskIds, rows } = await readResponseMatrix(path);
    return rows.map((row) => openMatrixRun({ path, taskIds, row }, context));
  },
};

/** Which runs there are. Looks again when asked, at most once per `patienceMs`. */
export function createCatalog({ paths, context, now = Date.now }: CatalogOptions) {
  const opened = new Map<string, readonly ViewRun[]>();
  const unreadable = new Map<string, string>();
  /** Paths in which nothing could be looked for. */
  const misread = new Map<string, string>();
  const findResults = createResultFinder();
  const listeners = new Set<(event: ViewEvent) => void>();
  let looking: Promise<void> | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setInterval> | undefined;

  const tell = (event: ViewEvent) => {
    for (const listener of listeners) listener(event);
  };
  const isTaken = (id: string) => [...opened.values()].flat().some((run) => run.id === id);
  const open = async ({ kind, path }: ResultPlace): Promise<readonly ViewRun[]> => {
    const given = { ...context, isTaken };
    try {
      const runs = await (isForeign(kind) ? openForeignRuns(kind, path, given) : openers[kind](path, given));
      unreadable.delete(path);
      opened.set(path, runs);
      return runs;
    } catch (error) {
      if (!(error instanceof BigCodeBenchError)) throw error;
      unreadable.set(path, error.message);
      return [];
    }
  };
  const findIn = async (path: string): Promise<ResultPlace[]> => {
    try {
      return await findResults(path);
    } catch (error) {
      if (!(error instanceof BigCodeBenchError)) throw error;
      // A folder that a run may still create is no fault.
      if (await stat(path).catch(() => undefined)) misread.set(path, error.message);
      return [];
    }
  };
  const look = async () => {
    misread.clear();
    const places = (await Promise.all(paths.map(findIn))).flat();
    const present = new Set(places.map(({ path }) => path));
    for (const [path, runs] of opened) {
      if (present.has(path)) continue;
      opened.delete(path);
      for (const { id } of runs) tell({ type: 'gone', id });
    }
    for (const path of unreadable.keys()) if (!present.has(path)) unreadable.delete(path);
    for (const place of places) {
      const known = opened.get(place.path);
      for (const run of known ?? (await open(place))) {
        const hasChanged = known === undefined || (await run.refresh());
        if (hasChanged && listeners.size > 0) tell({ type: 'run', run: await run.summarize() });
      }
    }
    lookedAt = now();
  };
  const refresh = (): Promise<void> => {
    if (looking === undefined && now() - lookedAt < patienceMs) return Promise.resolve();
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  };
  const runs = async () => {
    await refresh();
    return [...opened.values()].flat();
  };
  return {
    tasks: context.tasks,
    runs,
    find: async (id: string) => (await runs()).find((run) => run.id === id),
    unreadable: () => [...misread, ...unreadable].map(([name, reason]) => ({ name, reason })),
    /** Tells what changes, as long as somebody listens. */
    listen(listener: (event: ViewEvent) => void) {
      listeners.add(listener);
      timer ??= setInterval(() => void refresh().catch(() => {}), patienceMs);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await looking?.catch(() => {});
    },
  };
}

/** Newest first; runs without a date last. */
export function sortRuns(runs: readonly RunSummary[]): RunSummary[] {
  return runs.toSorted(
    (a, b) => (b.startedAt ?? '').localeCompare(a.startedAt ?? '') || a.model.localeCompare(b.model),
  );
}
