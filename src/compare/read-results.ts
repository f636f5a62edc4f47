import { BigCodeBenchError, fileError, usageError } from '../error/bigcodebench-error.ts';
import type { RunLabels } from '../schema/run-record.ts';
import { type RunLog, readRun } from '../store/run-log.ts';
import { knownModelInfoSchema } from '../upstream/board-file.ts';
import { openBundle } from './bundle/open-bundle.ts';
import { createResultFinder, type ResultPlace } from './find-results.ts';
import { type ForeignKind, isForeign, readForeignResults } from './foreign/read-foreign.ts';
import { completeTasks, type Result } from './result.ts';
import { readEvalResultsResult } from './result-from-eval-results.ts';
import { readMatrixResults } from './result-from-matrix.ts';
import { describeSettings, resultOfFinished } from './result-from-run.ts';

/** How results are read. */
export interface ReadResultsOptions {
  /** Told of each result in a folder that cannot be used, such as a run that is not finished; the others are read. */
  readonly onWarning?: ((sentence: string) => void) | undefined;
  /** Only what has all of these tags. */
  readonly tags?: readonly string[] | undefined;
}

const readers: Record<Exclude<ResultPlace['kind'], 'run' | ForeignKind>, (path: string) => Promise<Result[]>> = {
  bundle: readBundleResults,
  file: async (path) => [await readEvalResultsResult(path)],
  matrix: async (path) => (await readMatrixResults(path)).results,
};

export async function readResults(path: string, options: ReadResultsOptions = {}): Promise<Result[]> {
  const results = await readEach(path, options, async ({ kind, path: place }, isNamed) => {
    if (isForeign(kind)) return (await readForeignResults(kind, place)).map(({ result }) => result);
    if (kind !== 'run') return readers[kind](place);
    const log = await readRun(place);
    // Among others, a run that only holds answers yet is no result.
    return isNamed || log.state.conditions !== undefined ? [resultOfFinished(log)] : [];
  });
  const wanted = results.filter(({ labels }) => hasTags(labels, options.tags));
  if (wanted.length > 0) return wanted;
  const hint = 'a run folder (runs/…), a bundle, a folder of …_eval_results.json files, or the log of another tool';
  throw fileError(path, `${path} holds no results: name ${hint}.`);
}

/** The one result in a place, where one is wanted. */
export async function readResult(path: string): Promise<Result> {
  const results = await readResults(path);
  const [first, second] = results;
  if (first && !second) return first;
  const what = `${path} holds ${results.length} results`;
  if (results.some(({ source }) => source !== first?.source)) {
    throw usageError(`${what}, name one of them: ${results.map(({ source }) => source).join(', ')}.`);
  }
  const names = results.map(({ model, conditions: { split } }) => [model, split].filter(Boolean).join(' '));
  throw usageError(`${what} (${names.join(', ')}), and one is wanted: \`bcb leaderboard\` takes all of them.`);
}

/** The runs that a path holds, finished or not. Nothing is locked or written. */
export async function readRuns(path: string, options: ReadResultsOptions = {}): Promise<RunLog[]> {
  const runs = await readEach(path, options, async ({ kind, path: place }) => {
    const log = kind === 'run' ? await readRun(place) : undefined;
    return log && hasTags(log.state.labels, options.tags) ? [log] : [];
  });
  if (runs.length > 0) return runs;
  throw fileError(path, `${path} holds no run: name a run’s folder or what --out was.`);
}

function hasTags({ tags = [] }: RunLabels = {}, wanted: readonly string[] = []): boolean {
  return wanted.every((tag) => tags.includes(tag));
}

/** A place that is named itself must be readable; of those in a folder, the others are still read. */
async function readEach<Found>(
  path: string,
  { onWarning }: ReadResultsOptions,
  read: (place: ResultPlace, isNamed: boolean) => Promise<readonly Found[]>,
): Promise<Found[]> {
  const found: Found[] = [];
  const places = await createResultFinder()(path);
  const isNamed = places.length === 1;
  for (const place of places) {
    try {
      found.push(...(await read(place, isNamed)));
    } catch (error) {
      if (!(error instanceof BigCodeBenchError) || !onWarning || isNamed) throw error;
      onWarning(error.message);
    }
  }
  return found;
}

/** The results in a bundle, as it claims them: checking it is `submit --check`. */
async function readBundleResults(path: string): Promise<Result[]> {
  const { submission, locate } = await openBundle(path);
  const info = knownModelInfoSchema.safeParse(submission.model).data;
  const results: Result[] = [];
  for (const { run, result, run_id, files } of submission.runs) {
    const source = locate(files.eval_results);
    const { tasks } = await readEvalResultsResult(source);
    results.push({
      model: typeof submission.model.name === 'string' ? submission.model.name : run.model.name,
      ...{ source, runId: run_id, ...describeSettings(run) },
      tasks: completeTasks(run.taskIds, tasks, run.missing),
      ...{ costUsd: result.costUsd, usage: result.usage, info, notes: [...result.notes] },
    });
  }
  return results;
}
