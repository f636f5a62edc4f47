import { basename, join } from 'node:path';
import type { GroundTruthSummary } from '../../schema/run-record.ts';
import type { Score } from '../../schema/score.ts';
import type { Task } from '../../schema/task.ts';
import type { Verdict } from '../../schema/verdict.ts';
import type { RunLog } from '../../store/run-log.ts';
import { withStoreErrors } from '../../store/store-error.ts';
import { encodeVerdictTable } from '../../store/verdict-table.ts';
import { buildEntry, countTasks, formatEvalResults, formatPassAtK } from '../../upstream/eval-results.ts';
import type { ResultPaths } from '../../upstream/result-paths.ts';
import { Channel } from '../../util/channel.ts';
import { gatherBytes } from '../../util/gather-bytes.ts';
import { type KeptFile, streamKeepingOld, writeKeepingOld } from '../../util/keep-old-file.ts';

export interface WriteResultsOptions {
  readonly log: RunLog;
  readonly groundTruth: GroundTruthSummary | undefined;
  /** In output order. */
  readonly tasks: readonly Task[];
  readonly paths: ResultPaths;
  readonly score: Score;
  /** The model's name in `pass_at_k.json`. */
  readonly model: string;
  readonly savePassRate?: boolean | undefined;
  /** Sees every verdict once, task by task, while the files are written. */
  readonly onVerdict?: ((verdict: Verdict) => void) | undefined;
}

/**
 * Writes the original's two result files and the run's `verdicts.parquet`. Existing files are saved aside; files that are
 * already up to date are not written again. A file of more tasks is never replaced.
 */
export async function writeResults(options: WriteResultsOptions): Promise<KeptFile[]> {
  const { log, tasks, score, onVerdict, groundTruth } = options;
  const paths = await choosePaths(options);
  const { split, subset, rules, startedAt } = log.manifest.run;
  // Both files are written in one pass, a few verdicts at a time: a large run does not fit into memory.
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const rows = new Channel<Verdict>({ bound: 1000 });
  const table = encodeVerdictTable(rows);
  table.catch(() => {});
  const readEntries = async function* () {
    for await (const verdict of log.verdicts([...byId.keys()])) {
      const task = byId.get(verdict.taskId);
      if (!task) continue;
      onVerdict?.(verdict);
      rows.push(verdict);
      await rows.room();
      yield buildEntry(verdict, task, rules.calibrated);
    }
    rows.close();
  };
  const tablePath = join(log.path, 'verdicts.parquet');
  /** `2024-12-25 02:52`, local time: as Swedes write it. */
  const date = new Date(startedAt).toLocaleString('sv').slice(0, 16);
  const results = await withStoreErrors(paths.evalResults, () =>
    streamKeepingOld(paths.evalResults, gatherBytes(formatEvalResults(date, readEntries()))),
  );
  const spared = paths === options.paths ? {} : { spared: options.paths.evalResults };
  const written = await withStoreErrors(tablePath, async () => streamKeepingOld(tablePath, [await table]));
  const files = [{ ...results, ...spared }, written];
  if (options.savePassRate === false) return files;
  const text = formatPassAtK({
    passAtK: new Map(score.byK.map(({ k, passAtK }) => [k, passAtK.value])),
    model: options.model,
    split,
    subset,
    calibrated: rules.calibrated,
    gtPassRate: groundTruth?.passRate,
    failedTasks: groundTruth?.failed ?? [],
  });
  return [...files, await withStoreErrors(paths.passAtK, () => writeKeepingOld(paths.passAtK, text))];
}

/** Where the results go: into the run's folder if those of more tasks are in the usual place, which stay there. */
async function choosePaths({ log, tasks, paths }: WriteResultsOptions): Promise<ResultPaths> {
  // A run that stopped once it was decided is about some of its tasks only; tasks without a sample are part of another one.
  const { run } = log.manifest;
  const isAbout = ({ id }: Task) => run.deciding === undefined || !log.state.samples(id).next().done;
  if ((await countTasks(paths.evalResults)) <= tasks.filter(isAbout).length) return paths;
  const inRun = (path: string) => join(log.path, basename(path));
  return { folder: log.path, evalResults: inRun(paths.evalResults), passAtK: inRun(paths.passAtK) };
}
