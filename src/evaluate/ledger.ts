import { type EvaluationEvent, evaluationEventSchema } from '../schema/evaluation-event.ts';
import type { Verdict } from '../schema/verdict.ts';
import { EvaluationIndex, type VerdictNote } from '../store/evaluation-index.ts';
import { openJournalIndex } from '../store/journal-index.ts';

/** What an evaluation knows so far: its journal, read back and appended to. */
export interface Ledger extends AsyncDisposable {
  readonly index: EvaluationIndex;
  readonly startedAt: string;
  /** Lines that could not be read back. */
  readonly damagedLines: number;
  /** Events that only a newer version knows. */
  readonly unknownEvents: number;
  /** Resolves after the event is on disk. */
  record(event: EvaluationEvent): Promise<void>;
  /** Reads complete verdicts back, including the results of their confirmation. */
  read(notes: readonly VerdictNote[]): Promise<Verdict[]>;
  close(): Promise<void>;
}

/** Opens an evaluation's journal, whether it is new, interrupted or finished. */
export async function openLedger(path: string, now: () => Date = () => new Date()): Promise<Ledger> {
  const index = new EvaluationIndex();
  const enter = index.enter.bind(index);
  const opened = await openJournalIndex({ path, schema: evaluationEventSchema, enter });
  const { damagedLines, unknownEvents, record, read, close } = opened;
  const startedAt = index.startedAt ?? now().toISOString();
  if (index.startedAt === undefined) await record({ type: 'started', at: startedAt });
  return {
    index,
    startedAt,
    damagedLines,
    unknownEvents,
    record,
    async read(notes) {
      const lines = await read(notes.map(({ place }) => place));
      return notes.map((note, at) => index.complete(note, lines[at]));
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
