import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { evaluationEventSchema } from '../schema/evaluation-event.ts';
import type { AnswerRecord } from '../schema/generation-event.ts';
import type { GroundTruth } from '../schema/ground-truth.ts';
import { type RunHeader, type RunRecord, type RunResult, runResultSchema } from '../schema/run-record.ts';
import type { Sample } from '../schema/sample.ts';
import type { Task } from '../schema/task.ts';
import type { Verdict } from '../schema/verdict.ts';
import { chunksOf } from '../util/chunks.ts';
import { groupBy } from '../util/group-by.ts';
import { isAbsent } from '../util/system-error.ts';
import { openAnswers } from './answers.ts';
import { EvaluationIndex } from './evaluation-index.ts';
import { isFolderLocked } from './folder-lock.ts';
import { readKeptTasks } from './kept-tasks.ts';
import { createLineReader } from './line-reader.ts';
import { readManifest, scoreFile } from './run-folder.ts';
import { scanJournal } from './scan-journal.ts';
import { throwStoreError } from './store-error.ts';

/** An evaluation on disk. Nothing is locked, written or executed; what is streamed is what was there at the call. */
export interface StoredRun {
  readonly path: string;
  readonly record: RunRecord;
  /** What each reference solution did here, by task id; empty where ground truth was not checked. */
  groundTruth(): Promise<ReadonlyMap<string, GroundTruth>>;
  /** Task by task in the order of `record.taskIds`, or only those asked for, each in the order of its samples. */
  verdicts(taskIds?: readonly string[]): AsyncGenerator<Verdict>;
  /** What was judged, in the same order; with raw text, usage and reasoning where the run's generation has them. */
  samples(taskIds?: readonly string[]): AsyncGenerator<Sample>;
  /** The tasks that are scored. */
  tasks(): Promise<Task[]>;
}

/** Few, so that what was read is let go of soon. */
const readAtOnce = 16;

/** Reads the folder of an evaluation (`runs/e-…`): finished, stopped, killed, or still running. */
export async function readRun(path: string): Promise<StoredRun> {
  const folder = resolve(path);
  const { record, scanned } = await readRecord(folder);
  let scanning = scanned && Promise.resolve(scanned);
  const scan = () => (scanning ??= scanEvaluation(folder));
  const stored: StoredRun = {
    path: folder,
    record,
    groundTruth: async () => (await scan()).index.groundTruth,
    async *verdicts(taskIds = record.taskIds) {
      const { index } = await scan();
      const byTask = groupBy(index.verdicts, ({ taskId }) => taskId);
      const reader = createLineReader(journalOf(folder));
      try {
        for (const taskId of taskIds) {
          const notes = byTask.get(taskId)?.toSorted((a, b) => a.index - b.index) ?? [];
          for (const chunk of chunksOf(notes, readAtOnce)) {
            const lines = await reader.read(chunk.map(({ place }) => place));
            yield* chunk.map((note, at) => index.complete(note, lines[at]));
          }
        }
      } finally {
        await reader.close();
      }
    },
    async *samples(taskIds) {
      const { generationId } = record;
      await using answers = generationId ? await openAnswers(join(dirname(folder), generationId)) : undefined;
      for await (const verdict of stored.verdicts(taskIds)) {
        yield buildSample(record, verdict, await answers?.find(verdict));
      }
    },
    tasks: () => readKeptTasks(join(dirname(folder), record.dataset.file), record.taskIds),
  };
  return stored;
}

interface Scanned {
  readonly index: EvaluationIndex;
  readonly damagedLines: number;
}

/** The record of an evaluation. The journal is read only where the run is not finished: `score.json` has the counts. */
export async function readRecord(path: string): Promise<{ record: RunRecord; scanned?: Scanned }> {
  const { id, run } = await readHeader(path);
  const result = await readResult(path);
  if (result) {
    const { verdicts, passed, damagedLines } = result;
    return { record: { ...run, id, state: 'finished', verdicts, passed, damagedLines, result } };
  }
  // Asked before the journal is read: a run that ends meanwhile is told as running, never as stopped.
  const state = (await isFolderLocked(path)) ? 'running' : 'stopped';
  const scanned = await scanEvaluation(path);
  const { index, damagedLines } = scanned;
  const passed = index.verdicts.filter(({ status }) => status === 'pass').length;
  return { record: { ...run, id, state, verdicts: index.verdicts.length, passed, damagedLines }, scanned };
}

async function readHeader(path: string): Promise<{ id: string; run: RunHeader }> {
  const manifest = await readManifest(path);
  if (!manifest) throw noRun(`${path} is not the folder of a run: name one, such as bcb_results/runs/e-0123456789ab.`);
  const { id, run } = manifest;
  if (run) return { id, run };
  if (!id.startsWith('e-')) throw noRun(`${path} holds no verdicts itself: name one of its evaluations (runs/e-…).`);
  throw noRun(`${path} was made by an older version and does not describe itself: evaluate its samples again.`);
}

async function readResult(path: string): Promise<RunResult | undefined> {
  const file = join(path, scoreFile);
  try {
    return runResultSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if (isAbsent(error)) return undefined;
    if (error instanceof SyntaxError || (error instanceof Error && error.name === 'ZodError')) {
      throw noRun(`${file} is not the score of a run this version knows: rerun its command.`, error);
    }
    throwStoreError(error, file);
  }
}

async function scanEvaluation(path: string): Promise<Scanned> {
  const index = new EvaluationIndex();
  let damagedLines = 0;
  const onEnd = (end: { readonly damagedLines: number }) => {
    damagedLines = end.damagedLines;
  };
  const entries = scanJournal({ path: journalOf(path), schema: evaluationEventSchema, onEnd });
  for await (const { event, place } of entries) index.enter(event, place);
  return { index, damagedLines };
}

function journalOf(folder: string): string {
  return join(folder, 'journal.jsonl');
}

function noRun(message: string, cause?: unknown): BigCodeBenchError {
  return new BigCodeBenchError('BAD_INPUT', message, { cause });
}

function buildSample({ model }: RunRecord, verdict: Verdict, answer: AnswerRecord | undefined): Sample {
  const { taskId, index, solution } = verdict;
  const sample = { taskId, index, solution, model: model.name };
  if (!answer) return sample;
  const { text, reasoning, finishReason, usage } = answer;
  return { ...sample, rawText: text, reasoning, finishReason, usage };
}
