import type { FileHandle } from 'node:fs/promises';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import {
  type AnswerRecord,
  type GenerationEvent,
  generationEventSchema,
  type RetryRound,
} from '../schema/generation-event.ts';
import { keyOf, openJournalIndex, type SampleKey } from '../store/journal-index.ts';
import type { JournalPlace } from '../store/scan-journal.ts';

/** The little of an answer that is kept in memory. */
export interface AnswerNote
  extends Pick<AnswerRecord, 'taskId' | 'index' | 'requestHash' | 'finishReason' | 'round' | 'costUsd'> {
  readonly isEmpty: boolean;
  readonly place: JournalPlace;
}

/** What a generation has on disk. A sample's newest answer counts; earlier ones stay in the journal. */
export interface AnswerLedger extends AsyncDisposable {
  find(key: SampleKey): AnswerNote | undefined;
  /** Resolves after the answer is on disk. */
  record(event: GenerationEvent): Promise<void>;
  read(note: AnswerNote): Promise<AnswerRecord>;
  /** Dollars for all answers ever recorded. */
  readonly spentUsd: number;
  /** The last round of `--retry`, and whether it finished. */
  readonly lastRound: (RetryRound & { readonly isFinished: boolean }) | undefined;
  /** Lines that could not be read back: their answers are requested again. */
  readonly damagedLines: number;
  /** Events that only a newer version knows. */
  readonly unknownEvents: number;
  /** Set once the disk was full: answers in flight are still recorded, but nothing more should be started. */
  readonly fullDisk: unknown;
  close(): Promise<void>;
}

export interface OpenLedgerOptions {
  readonly path: string;
  readonly now?: () => Date;
  /** How lines reach the disk; tests make it fail. */
  readonly sync?: (file: FileHandle) => Promise<void>;
}

/** Space for the answers in flight when the disk is full: they are paid for. */
const reserveBytes = 4 * 1024 * 1024;

/** Opens a generation's journal, whether it is new, interrupted or complete. */
export async function openAnswerLedger(options: OpenLedgerOptions): Promise<AnswerLedger> {
  const { path, now = () => new Date(), sync } = options;
  const notes = new Map<string, AnswerNote>();
  let spentUsd = 0;
  let lastRound: AnswerLedger['lastRound'];
  let hasStarted = false;
  const enter = (event: GenerationEvent, place: JournalPlace) => {
    if (event.type === 'started') hasStarted = true;
    if (event.type === 'retry-started') lastRound = { ...event.round, isFinished: false };
    if (event.type === 'retry-finished' && lastRound?.number === event.number)
      lastRound = { ...lastRound, isFinished: true };
    if (event.type !== 'answer') return;
    const { taskId, index, requestHash, finishReason, round, costUsd, text } = event.answer;
    spentUsd += costUsd ?? 0;
    const facts = { taskId, index, requestHash, finishReason, round, isEmpty: text.trim() === '', place };
    notes.set(keyOf(event.answer), costUsd === undefined ? facts : { ...facts, costUsd });
  };
  const journal = await openJournalIndex({ path, schema: generationEventSchema, enter, reserveBytes, sync });
  if (!hasStarted) await journal.record({ type: 'started', at: now().toISOString() });
  return {
    find: (key) => notes.get(keyOf(key)),
    record: journal.record,
    async read({ place }) {
      const [line] = await journal.read([place]);
      // Already validated when the journal was opened, or written by this process.
      return (line as { answer: AnswerRecord }).answer;
    },
    get spentUsd() {
      return spentUsd;
    },
    get lastRound() {
      return lastRound;
    },
    damagedLines: journal.damagedLines,
    unknownEvents: journal.unknownEvents,
    get fullDisk() {
      return journal.fullDisk;
    },
    close: journal.close,
    [Symbol.asyncDispose]: journal.close,
  };
}

/** A ledger in memory, for callers that keep the samples themselves. */
export function createMemoryLedger(): AnswerLedger {
  const answers: AnswerRecord[] = [];
  const notes = new Map<string, AnswerNote>();
  return {
    find: (key) => notes.get(keyOf(key)),
    async record(event) {
      if (event.type !== 'answer') return;
      const place = { offset: answers.push(event.answer) - 1, bytes: 0 };
      notes.set(keyOf(event.answer), { ...event.answer, isEmpty: event.answer.text.trim() === '', place });
    },
    async read({ place }) {
      const answer = answers[place.offset];
      if (answer) return answer;
      throw new BigCodeBenchError('INVARIANT', 'An answer was requested that does not exist.');
    },
    get spentUsd() {
      return answers.reduce((sum, { costUsd = 0 }) => sum + costUsd, 0);
    },
    lastRound: undefined,
    damagedLines: 0,
    unknownEvents: 0,
    fullDisk: undefined,
    async close() {},
    async [Symbol.asyncDispose]() {},
  };
}
