import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { briefOf, VerdictIndex } from '../report/explorer/verdict-index.ts';
import { evaluationEventSchema } from '../schema/evaluation-event.ts';
import type { Verdict } from '../schema/verdict.ts';
import { EvaluationIndex, type VerdictNote } from '../store/evaluation-index.ts';
import { createLineReader, type LineReader } from '../store/line-reader.ts';
import { type JournalEnd, scanJournal } from '../store/scan-journal.ts';
import { NestedMap } from '../util/nested-map.ts';
import type { SampleKey } from './view-run.ts';

const emptyEnd: JournalEnd = { wholeBytes: 0, damagedLines: 0, unknownEvents: 0, key: undefined };

/** The journal of an evaluation, read once from its beginning and then only where it grew. Never locked or written. */
export class JournalFollower {
  readonly #path: string;
  readonly #taskIds: readonly string[];
  #events = new EvaluationIndex();
  #notes = new NestedMap<string, number, VerdictNote>();
  #end: JournalEnd = emptyEnd;
  #reader: LineReader;
  #following: Promise<boolean> | undefined;
  verdicts: VerdictIndex;
  damagedLines = 0;

  constructor(folder: string, taskIds: readonly string[]) {
    this.#path = join(folder, 'journal.jsonl');
    this.#taskIds = taskIds;
    this.#reader = createLineReader(this.#path);
    this.verdicts = new VerdictIndex(taskIds);
  }

  get groundTruth() {
    return this.#events.groundTruth;
  }

  /** Reads what was written since; tells whether anything was. */
  follow(): Promise<boolean> {
    this.#following ??= this.#follow().finally(() => {
      this.#following = undefined;
    });
    return this.#following;
  }

  /** A verdict, whole; undefined if there is none yet. */
  async read({ taskId, index }: SampleKey): Promise<Verdict | undefined> {
    const note = this.#notes.get(taskId, index);
    if (note === undefined) return undefined;
    const [line] = await this.#reader.read([note.place]);
    return this.#events.complete(note, line);
  }

  close(): Promise<void> {
    return this.#reader.close();
  }

  async #follow(): Promise<boolean> {
    const size = await stat(this.#path).then(
      (found) => found.size,
      () => 0,
    );
    if (size < this.#end.wholeBytes) await this.#startOver();
    const before = this.#end;
    if (size === before.wholeBytes) return false;
    const onEnd = (end: JournalEnd) => {
      this.#end = end;
      this.damagedLines += end.damagedLines;
    };
    const entries = scanJournal({ path: this.#path, schema: evaluationEventSchema, after: before, onEnd });
    for await (const { event, place } of entries) {
      const known = this.#events.verdicts.length;
      this.#events.enter(event, place);
      const note = this.#events.verdicts[known];
      if (event.type !== 'verdict' || note === undefined) continue;
      this.#notes.set(note.taskId, note.index, note);
      this.verdicts.add(briefOf(event.verdict));
    }
    return this.#end.wholeBytes > before.wholeBytes;
  }

  /** A run that was started afresh has a new journal under the old name. */
  async #startOver(): Promise<void> {
    await this.#reader.close();
    this.#reader = createLineReader(this.#path);
    this.#events = new EvaluationIndex();
    this.#notes = new NestedMap();
    this.verdicts = new VerdictIndex(this.#taskIds);
    this.#end = emptyEnd;
    this.damagedLines = 0;
  }
}
