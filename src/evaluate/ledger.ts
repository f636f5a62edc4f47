import { type FileHandle, open } from 'node:fs/promises';
import type { GroundTruth } from '../schema/ground-truth.ts';
import type { Verdict } from '../schema/verdict.ts';
import { openJournal } from '../store/journal.ts';
import { readPlaces } from '../store/read-places.ts';
import type { JournalPlace } from '../store/scan-journal.ts';
import { NestedMap } from '../util/nested-map.ts';
import { type EvaluationEvent, evaluationEventSchema } from './evaluation-event.ts';
import type { Confirmation } from './jobs/confirm-failures.ts';

/** The little that is kept in memory of a verdict; the rest lies in the journal. */
export interface VerdictNote extends Pick<Verdict, 'taskId' | 'index' | 'status' | 'outcome' | 'jobHash'> {
  readonly place: JournalPlace;
}

/** What an evaluation knows so far: its journal, read back and written on. */
export interface Ledger extends AsyncDisposable {
  readonly startedAt: string;
  readonly finishedAt: string | undefined;
  readonly groundTruth: ReadonlyMap<string, GroundTruth>;
  /** In the order they were given. */
  readonly verdicts: readonly VerdictNote[];
  readonly confirmations: ReadonlyMap<string, Confirmation>;
  /** Lines that could not be read back. */
  readonly damagedLines: number;
  has(sample: SampleKey): boolean;
  /** Resolves after the event is on disk. */
  record(event: EvaluationEvent): Promise<void>;
  /** Reads verdicts back whole, with what their confirmation found. */
  read(notes: readonly VerdictNote[]): Promise<Verdict[]>;
  close(): Promise<void>;
}

export interface SampleKey {
  readonly taskId: string;
  readonly index: number;
}

export function keyOf({ taskId, index }: SampleKey): string {
  return `${taskId}#${index}`;
}

/** Opens the journal of an evaluation, whether it is new, was broken off, or is finished. */
export async function openLedger(path: string, now: () => Date = () => new Date()): Promise<Ledger> {
  const times: { started?: string; finished?: string } = {};
  const groundTruth = new Map<string, GroundTruth>();
  const verdicts: VerdictNote[] = [];
  const judged = new NestedMap<string, number, true>();
  const confirmations = new Map<string, Confirmation>();

  const enter = (event: EvaluationEvent, place: JournalPlace) => {
    switch (event.type) {
      case 'started':
        times.started ??= event.at;
        break;
      case 'ground-truth':
        groundTruth.set(event.groundTruth.taskId, event.groundTruth);
        break;
      case 'verdict': {
        const { taskId, index, status, outcome, jobHash } = event.verdict;
        if (judged.has(taskId, index)) break;
        judged.set(taskId, index, true);
        verdicts.push({ taskId, index, status, outcome, jobHash, place });
        break;
      }
      case 'confirmation':
        confirmations.set(keyOf(event), event);
        break;
      case 'finished':
        times.finished = event.at;
        break;
    }
  };
  const journal = await openJournal({
    path,
    schema: evaluationEventSchema,
    onEntry: ({ event, place }) => enter(event, place),
  });
  const record = async (event: EvaluationEvent) => enter(event, await journal.append(event));
  if (times.started === undefined) await record({ type: 'started', at: now().toISOString() });
  let reader: Promise<FileHandle> | undefined;
  const read = async (notes: readonly VerdictNote[]) => {
    reader ??= open(path, 'r');
    const file = await reader;
    const lines = await readPlaces(
      file,
      notes.map(({ place }) => place),
    );
    return notes.map((note, at) => {
      // Not validated again: it was when the journal was opened, or this process wrote it.
      const { verdict } = JSON.parse(lines[at]?.toString('utf8') ?? '') as { verdict: Verdict };
      const confirmation = confirmations.get(keyOf(note));
      const { passed = 0, runs = 0 } = confirmation ?? {};
      // What the note holds anyway is not held twice.
      const { taskId, jobHash } = note;
      return { ...verdict, taskId, jobHash, ...(passed > 0 ? { flaky: { passed, runs } } : {}) };
    });
  };
  const close = async () => {
    const file = await reader;
    reader = undefined;
    await file?.close();
    await journal.close();
  };
  return {
    get startedAt() {
      return times.started ?? '';
    },
    get finishedAt() {
      return times.finished;
    },
    groundTruth,
    verdicts,
    confirmations,
    damagedLines: journal.damagedLines,
    has: ({ taskId, index }) => judged.has(taskId, index),
    record,
    read,
    close,
    [Symbol.asyncDispose]: close,
  };
}
