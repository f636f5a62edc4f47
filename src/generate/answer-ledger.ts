import { type FileHandle, open, rm, writeFile } from 'node:fs/promises';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { type Journal, openJournal } from '../store/journal.ts';
import type { JournalPlace } from '../store/scan-journal.ts';
import { type AnswerRecord, type GenerationEvent, generationEventSchema, type RetryRound } from './generation-event.ts';

export interface SampleKey {
  readonly taskId: string;
  readonly index: number;
}

/** The little that is kept in memory of an answer. */
export interface AnswerNote
  extends Pick<AnswerRecord, 'taskId' | 'index' | 'requestHash' | 'finishReason' | 'round' | 'costUsd'> {
  readonly isEmpty: boolean;
  readonly place: JournalPlace;
}

/** What a generation has on disk. The newest answer to a sample counts; earlier ones stay in the journal. */
export interface AnswerLedger extends AsyncDisposable {
  find(key: SampleKey): AnswerNote | undefined;
  /** Resolves after the answer is on disk. */
  record(event: GenerationEvent): Promise<void>;
  read(note: AnswerNote): Promise<AnswerRecord>;
  /** Dollars, for all answers ever recorded. */
  readonly spentUsd: number;
  /** The last round of `--retry`, and whether it came to its end. */
  readonly lastRound: (RetryRound & { readonly isFinished: boolean }) | undefined;
  /** Set once the disk was full: what is under way is still kept, nothing more should be begun. */
  readonly fullDisk: unknown;
  close(): Promise<void>;
}

export interface OpenLedgerOptions {
  readonly path: string;
  readonly now?: () => Date;
  /** How lines reach the disk; tests break it. */
  readonly sync?: (file: FileHandle) => Promise<void>;
}

/** Given up when the disk is full, so that the answers under way, which are paid for, still find room. */
const reserveBytes = 4 * 1024 * 1024;

/** Opens the journal of a generation, whether it is new, was broken off, or is complete. */
export async function openAnswerLedger(options: OpenLedgerOptions): Promise<AnswerLedger> {
  const { path, now = () => new Date(), sync } = options;
  const reserve = `${path}.reserve`;
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
  const openAgain = (onEntry: (entry: { event: GenerationEvent; place: JournalPlace }) => void) =>
    openJournal({ path, schema: generationEventSchema, onEntry, ...(sync ? { sync } : {}) });

  let current: Promise<Journal<GenerationEvent>> = openAgain(({ event, place }) => enter(event, place));
  await current;
  await writeFile(reserve, Buffer.alloc(reserveBytes)).catch(() => {});
  let fullDisk: unknown;

  /** A journal takes nothing more after a failure: room is made, and it is opened again. */
  const makeRoom = async (failed: Journal<GenerationEvent>) => {
    await rm(reserve, { force: true });
    await failed.close().catch(() => {});
    return openAgain(() => {});
  };
  const append = async (event: GenerationEvent): Promise<JournalPlace> => {
    const used = current;
    const journal = await used;
    try {
      return await journal.append(event);
    } catch (error) {
      // Of those that fail together, the first makes room, once; all of them try the journal that is then open.
      if (used === current) {
        if (!isFullDisk(error) || fullDisk !== undefined) throw error;
        fullDisk = error;
        current = makeRoom(journal);
      }
      return (await current).append(event);
    }
  };
  const record = async (event: GenerationEvent) => enter(event, await append(event));
  if (!hasStarted) await record({ type: 'started', at: now().toISOString() });

  let reader: FileHandle | undefined;
  const close = async () => {
    await reader?.close();
    reader = undefined;
    try {
      // Where it could not be opened again, whoever appended was told.
      const journal = await current.catch(() => undefined);
      await journal?.close();
    } finally {
      await rm(reserve, { force: true });
    }
  };
  return {
    find: (key) => notes.get(keyOf(key)),
    record,
    async read({ place }) {
      reader ??= await open(path, 'r');
      const buffer = Buffer.allocUnsafe(place.bytes);
      await reader.read(buffer, 0, place.bytes, place.offset);
      // Not validated again: it was when the journal was opened, or this process wrote it.
      return (JSON.parse(buffer.toString('utf8')) as { answer: AnswerRecord }).answer;
    },
    get spentUsd() {
      return spentUsd;
    },
    get lastRound() {
      return lastRound;
    },
    get fullDisk() {
      return fullDisk;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** A ledger that forgets: for callers that keep the samples themselves. */
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
      throw new BigCodeBenchError('INVARIANT', 'An answer was asked for that was never given.');
    },
    get spentUsd() {
      return answers.reduce((sum, { costUsd = 0 }) => sum + costUsd, 0);
    },
    lastRound: undefined,
    fullDisk: undefined,
    async close() {},
    async [Symbol.asyncDispose]() {},
  };
}

export function keyOf({ taskId, index }: SampleKey): string {
  return `${taskId}#${index}`;
}

function isFullDisk(error: unknown): boolean {
  return error instanceof BigCodeBenchError && error.code === 'INCOMPLETE';
}
