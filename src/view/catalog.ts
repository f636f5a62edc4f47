import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { RunSummary, ViewEvent } from '../schema/view/run-document.ts';
import { createPlaceFinder, nameOfPlace, type RunPlace } from './find-run-places.ts';
import type { TaskShelf } from './task-shelf.ts';
import type { RunContext, ViewRun } from './view-run.ts';

export interface CatalogOptions {
  /** Folders and files, absolute. */
  readonly paths: readonly string[];
  readonly context: RunContext;
  readonly openRun: (place: RunPlace, context: RunContext) => Promise<ViewRun>;
  readonly now?: () => number;
}

/** Which runs there are. Looks again when asked, at most once per `patienceMs`. */
export interface Catalog extends AsyncDisposable {
  readonly shelf: TaskShelf;
  runs(): Promise<readonly ViewRun[]>;
  find(id: string): Promise<ViewRun | undefined>;
  unreadable(): readonly { readonly name: string; readonly reason: string }[];
  /** Tells what changes, as long as somebody listens. */
  listen(listener: (event: ViewEvent) => void): () => void;
}

const patienceMs = 1000;

export function createCatalog({ paths, context, openRun, now = Date.now }: CatalogOptions): Catalog {
  const opened = new Map<string, ViewRun>();
  const unreadable = new Map<string, string>();
  /** Paths in which nothing could be looked for. */
  const misread = new Map<string, string>();
  const findPlaces = createPlaceFinder();
  const listeners = new Set<(event: ViewEvent) => void>();
  let looking: Promise<void> | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setInterval> | undefined;

  const tell = (event: ViewEvent) => {
    for (const listener of listeners) listener(event);
  };
  const open = async (place: RunPlace): Promise<ViewRun | undefined> => {
    try {
      const run = await openRun(place, context);
      unreadable.delete(nameOfPlace(place));
      opened.set(nameOfPlace(place), run);
      return run;
    } catch (error) {
      if (!(error instanceof BigCodeBenchError)) throw error;
      unreadable.set(nameOfPlace(place), error.message);
      return undefined;
    }
  };
  const findIn = async (path: string): Promise<RunPlace[]> => {
    try {
      return await findPlaces(path);
    } catch (error) {
      if (!(error instanceof BigCodeBenchError)) throw error;
      misread.set(path, error.message);
      return [];
    }
  };
  const look = async () => {
    misread.clear();
    const places = (await Promise.all(paths.map(findIn))).flat();
    const present = new Set(places.map(nameOfPlace));
    for (const [name, run] of opened) {
      if (present.has(name)) continue;
      opened.delete(name);
      await run.close();
      tell({ type: 'gone', id: run.id });
    }
    for (const name of unreadable.keys()) if (!present.has(name)) unreadable.delete(name);
    for (const place of places) {
      const known = opened.get(nameOfPlace(place));
      const run = known ?? (await open(place));
      const hasChanged = known === undefined ? run !== undefined : await known.refresh();
      if (run && hasChanged && listeners.size > 0) tell({ type: 'run', run: await run.summarize() });
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
    return [...opened.values()];
  };
  return {
    shelf: context.shelf,
    runs,
    find: async (id) => (await runs()).find((run) => run.id === id),
    unreadable: () => [...misread, ...unreadable].map(([name, reason]) => ({ name, reason })),
    listen(listener) {
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
      await Promise.all([...opened.values()].map((run) => run.close()));
    },
  };
}

/** Newest first; runs without a date last. */
export function sortRuns(runs: readonly RunSummary[]): RunSummary[] {
  return runs.toSorted(
    (a, b) => (b.startedAt ?? '').localeCompare(a.startedAt ?? '') || a.model.localeCompare(b.model),
  );
}
