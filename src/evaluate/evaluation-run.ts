import { join } from 'node:path';
import type { GroundTruth } from '../schema/ground-truth.ts';
import {
  type GroundTruthSummary,
  type RunHeader,
  type RunRecord,
  type RunResult,
  runResultSchema,
} from '../schema/run-record.ts';
import type { Verdict } from '../schema/verdict.ts';
import { countOutcomes, type VerdictNote } from '../store/evaluation-index.ts';
import { type RunFolder, scoreFile } from '../store/run-folder.ts';
import { withStoreErrors } from '../store/store-error.ts';
import { writeFileAtomic } from '../util/atomic-file.ts';
import { chunksOf } from '../util/chunks.ts';
import { groupBy } from '../util/group-by.ts';
import type { NestedMap } from '../util/nested-map.ts';
import type { Ledger } from './ledger.ts';

/** Parts of a result that the run itself does not know. */
export type RunFindings = Pick<RunResult, 'score' | 'excluded' | 'answers' | 'usage' | 'costUsd' | 'notes'>;

/** A complete evaluation: every sample's verdict is on disk. Holds its folder until it is closed. */
export interface EvaluationRun extends AsyncDisposable {
  readonly id: string;
  readonly path: string;
  readonly header: RunHeader;
  readonly isRepeat: boolean;
  readonly startedAt: string;
  readonly verdicts: readonly VerdictNote[];
  readonly outcomes: RunResult['outcomes'];
  readonly groundTruth: ReadonlyMap<string, GroundTruth>;
  readonly groundTruthSummary: GroundTruthSummary | undefined;
  /** How many runs of a sample pass, those with other seeds included. */
  chanceOf(note: VerdictNote): { readonly passed: number; readonly runs: number };
  /** A task's complete verdicts, in sample order. */
  readVerdicts(taskId: string): AsyncIterable<Verdict>;
  /** Writes `score.json`, which marks the run as finished; call it after all other results are written. */
  finish(findings: RunFindings): Promise<RunRecord & { readonly result: RunResult }>;
  close(): Promise<void>;
}

/** Which samples a run has, by task and index. */
export type SampleSet = NestedMap<string, number, true>;

export interface RunParts {
  readonly folder: RunFolder;
  readonly header: RunHeader;
  readonly ledger: Ledger;
  readonly samples: SampleSet;
  readonly isRepeat: boolean;
  readonly summary: GroundTruthSummary | undefined;
  readonly close: () => Promise<void>;
}

/** Few, so that memory is released soon. */
const readAtOnce = 16;

/** Presents the facts in a ledger as a run. */
export function describeRun({ folder, header, ledger, samples, isRepeat, summary, close }: RunParts): EvaluationRun {
  const { index, startedAt, damagedLines } = ledger;
  const verdicts = index.verdicts.filter((note) => samples.has(note.taskId, note.index));
  const byTask = groupBy(verdicts, ({ taskId }) => taskId);
  const outcomes = countOutcomes(verdicts);
  return {
    id: folder.id,
    path: folder.path,
    header,
    isRepeat,
    startedAt,
    verdicts,
    outcomes,
    groundTruth: index.groundTruth,
    groundTruthSummary: summary,
    chanceOf: (note) => index.chanceOf(note),
    async *readVerdicts(taskId) {
      const notes = byTask.get(taskId)?.toSorted((a, b) => a.index - b.index) ?? [];
      for (const chunk of chunksOf(notes, readAtOnce)) yield* await ledger.read(chunk);
    },
    async finish(findings) {
      if (index.finishedAt === undefined) await ledger.record({ type: 'finished', at: new Date().toISOString() });
      const finishedAt = index.finishedAt ?? '';
      const counts = {
        verdicts: verdicts.length,
        passed: verdicts.filter(({ status }) => status === 'pass').length,
        damagedLines,
      };
      const durationMs = Date.parse(finishedAt) - Date.parse(startedAt);
      const facts = { finishedAt, durationMs, ...counts, outcomes, groundTruth: summary, ...findings };
      const path = join(folder.path, scoreFile);
      const text = `${JSON.stringify(facts, null, 2)}\n`;
      await withStoreErrors(path, () => writeFileAtomic(path, text));
      // As it will be read back, so that a later report is the same.
      const result = runResultSchema.parse(JSON.parse(text));
      return { ...header, id: folder.id, state: 'finished', ...counts, result };
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
