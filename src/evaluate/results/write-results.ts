import { join } from 'node:path';
import type { Score } from '../../schema/score.ts';
import type { Split } from '../../schema/split.ts';
import type { Task } from '../../schema/task.ts';
import type { Verdict } from '../../schema/verdict.ts';
import { withStoreErrors } from '../../store/store-error.ts';
import { encodeVerdictTable } from '../../store/verdict-table.ts';
import { buildDetails, type EvalEntry, formatEvalResults, formatPassAtK } from '../../upstream/eval-results.ts';
import type { ResultPaths } from '../../upstream/result-paths.ts';
import { gatherBytes } from '../../util/gather-bytes.ts';
import { type KeptFile, streamKeepingOld, writeKeepingOld } from '../../util/keep-old-file.ts';
import { WorkQueue } from '../../util/work-queue.ts';
import type { EvaluationRun } from '../evaluation-run.ts';
import { buildProgram } from '../jobs/program.ts';

export interface WriteResultsOptions {
  readonly run: EvaluationRun;
  /** In output order. */
  readonly tasks: readonly Task[];
  readonly paths: ResultPaths;
  readonly score: Score;
  readonly model: string;
  readonly split: Split;
  readonly subset: string;
  readonly calibrated: boolean;
  /** Whether to write `pass_at_k.json`. */
  readonly savePassRate?: boolean | undefined;
  /** Sees every verdict once, task by task, while the files are written. */
  readonly onVerdict?: ((verdict: Verdict) => void) | undefined;
}

/**
 * Writes the original's two result files and the run's `verdicts.parquet`. Existing files are saved aside; files that are
 * already up to date are not written again.
 */
export async function writeResults(options: WriteResultsOptions): Promise<KeptFile[]> {
  const { run, tasks, paths, score, onVerdict } = options;
  // Both files are written in one pass, a few verdicts at a time: a large run does not fit into memory.
  const rows = new WorkQueue<Verdict>();
  const table = encodeVerdictTable(rows);
  table.catch(() => {});
  const readEntries = async function* (): AsyncGenerator<EvalEntry> {
    for (const task of tasks) {
      for await (const verdict of run.readVerdicts(task.id)) {
        onVerdict?.(verdict);
        rows.push(verdict);
        yield buildEntry(verdict, buildProgram(task, verdict.solution, options.calibrated));
      }
    }
    rows.close();
  };
  const tablePath = join(run.path, 'verdicts.parquet');
  const files = [
    await withStoreErrors(paths.evalResults, () =>
      streamKeepingOld(paths.evalResults, gatherBytes(formatEvalResults(formatDate(run.startedAt), readEntries()))),
    ),
    await withStoreErrors(tablePath, async () => streamKeepingOld(tablePath, [await table])),
  ];
  if (options.savePassRate === false) return files;
  const summary = run.groundTruthSummary;
  const text = formatPassAtK({
    passAtK: new Map(score.byK.map(({ k, passAtK }) => [k, passAtK.value])),
    model: options.model,
    split: options.split,
    subset: options.subset,
    calibrated: options.calibrated,
    gtPassRate: summary?.passRate,
    failedTasks: summary?.failed ?? [],
  });
  return [...files, await withStoreErrors(paths.passAtK, () => writeKeepingOld(paths.passAtK, text))];
}

/** The original's `solution` is the program that ran. */
function buildEntry(verdict: Verdict, program: string): EvalEntry {
  return { task_id: verdict.taskId, solution: program, status: verdict.status, details: buildDetails(verdict) };
}

/** `2024-12-25 02:52`, local time. */
function formatDate(iso: string): string {
  const date = new Date(iso);
  const two = (number: number) => String(number).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
