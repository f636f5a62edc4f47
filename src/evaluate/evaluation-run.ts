import type { EvaluationRules } from '../schema/evaluation-rules.ts';
import type { Outcome } from '../schema/execution.ts';
import type { GroundTruth } from '../schema/ground-truth.ts';
import type { GroundTruthSummary } from '../schema/run-record.ts';
import type { Task } from '../schema/task.ts';
import type { Verdict } from '../schema/verdict.ts';
import { countOutcomes, type VerdictNote } from '../store/evaluation-index.ts';
import type { RunFolder } from '../store/run-folder.ts';
import { chunksOf } from '../util/chunks.ts';
import { groupBy } from '../util/group-by.ts';
import { NestedMap } from '../util/nested-map.ts';
import type { EvaluatedSample } from './jobs/job-book.ts';
import type { Ledger } from './ledger.ts';

/** A complete evaluation: every sample has its verdict, on disk. Holds its folder until it is closed. */
export interface EvaluationRun extends AsyncDisposable {
  readonly id: string;
  readonly path: string;
  readonly isRepeat: boolean;
  readonly startedAt: string;
  readonly samples: readonly EvaluatedSample[];
  readonly verdicts: readonly VerdictNote[];
  readonly outcomes: Readonly<Partial<Record<Outcome, number>>>;
  readonly groundTruth: ReadonlyMap<string, GroundTruth>;
  readonly groundTruthSummary: GroundTruthSummary | undefined;
  /** The verdicts of one task, whole, in the order of its samples. */
  readVerdicts(taskId: string): AsyncIterable<Verdict>;
  /** Marks the run as finished; to be called when its results are written. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

export interface RunParts {
  readonly folder: RunFolder;
  readonly ledger: Ledger;
  readonly tasks: readonly Task[];
  readonly rules: EvaluationRules;
  readonly samples: readonly EvaluatedSample[];
  readonly isRepeat: boolean;
  readonly summary: GroundTruthSummary | undefined;
  readonly close: () => Promise<void>;
}

/** Few, so that what was read is let go of soon. */
const readAtOnce = 16;

/** Lays the facts of a ledger out as a run. */
export function describeRun({
  folder,
  ledger,
  samples,
  rules,
  isRepeat,
  summary,
  close,
  ...parts
}: RunParts): EvaluationRun {
  const tasks = new Map(parts.tasks.map((task) => [task.id, task]));
  const sampleOf = new NestedMap<string, number, EvaluatedSample>();
  for (const sample of samples) sampleOf.set(sample.taskId, sample.index, sample);
  const wanted = ledger.index.verdicts.filter(({ taskId, index }) => sampleOf.has(taskId, index));
  const byTask = groupBy(wanted, ({ taskId }) => taskId);
  async function* readVerdicts(taskId: string): AsyncGenerator<Verdict> {
    const task = tasks.get(taskId);
    const notes = byTask.get(taskId)?.toSorted((a, b) => a.index - b.index);
    if (!task || !notes) return;
    for (const chunk of chunksOf(notes, readAtOnce)) {
      yield* await ledger.read(chunk);
    }
  }
  return {
    id: folder.id,
    path: folder.path,
    isRepeat,
    startedAt: ledger.startedAt,
    samples,
    verdicts: wanted,
    outcomes: countOutcomes(wanted),
    groundTruth: ledger.index.groundTruth,
    groundTruthSummary: summary,
    readVerdicts,
    async finish() {
      if (ledger.index.finishedAt === undefined)
        await ledger.record({ type: 'finished', at: new Date().toISOString() });
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
