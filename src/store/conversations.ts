import type { AnswerRecord, AuditedPass, Confirmation, LogEvent, SampleKey } from '../schema/log-event.ts';
import { unprovenFlag } from '../schema/proof.ts';
import type { FinishReason } from '../schema/sample.ts';
import type { Failure, VerdictNote } from '../schema/verdict.ts';
import { createSharing } from '../util/sharing.ts';
import type { JournalPlace } from './scan-journal.ts';

type Placed<Fact> = Fact & { readonly offset: number };

/** What memory holds of a sample; texts lie in the journal. */
export interface SampleState extends SampleKey {
  /** Where its newest answer is: an `answer` of a model, or a `sample` that came with a raw text. */
  readonly answer: JournalPlace | undefined;
  readonly requestHash: string | undefined;
  /** Of all that a file says of it, where it came from one. */
  readonly lineHash: string | undefined;
  readonly finishReason: FinishReason | undefined;
  readonly round: number;
  readonly hasEmptyAnswer: boolean;
  /** Of the program that is to be judged; unknown while an answer waits to be sanitized. */
  readonly programHash: string | undefined;
  /** Of that very program, in the current environment. */
  readonly verdict: JudgedNote | undefined;
  /** What re-runs of that program with other seeds found; goes away with the verdict. Few samples have any. */
  readonly confirmations?: readonly Placed<Confirmation>[] | undefined;
  /** What the audit says of a pass that was drawn; goes away with the verdict, too. */
  readonly audit?: Placed<AuditedPass> | undefined;
  /** Which answer of its conversation this is, from 0. */
  readonly turn: number;
  /** The answer that this one repairs, and the hash of the program that its model was shown something about. */
  readonly parent: SampleState | undefined;
  readonly parentHash: string | undefined;
}

/** A verdict that counts, and where it is in the journal. */
export type JudgedNote = VerdictNote & { readonly place: JournalPlace };

export type JudgedSample = SampleState & { readonly verdict: JudgedNote };

type OwnState = Omit<SampleState, 'parent'>;

type MutableSample = { -readonly [Key in keyof OwnState]: OwnState[Key] } & { parent: MutableSample | undefined };

type Of<Type extends LogEvent['type']> = Extract<LogEvent, { type: Type }>;

/**
 * The samples of a run with their verdicts. Each is the last answer of its conversation, from which parents lead back to the
 * first, and only that one is scored.
 */
export class Conversations {
  /** Grows whenever a verdict goes away, so that who copied verdicts knows to copy them again. */
  epoch: number;
  sampleCount = 0;
  /** Grows with everything that may change a score. */
  protected changes = 0;
  readonly #byTask = new Map<string, (MutableSample | undefined)[]>();
  readonly #shareText = createSharing<string>();
  readonly #shareFlags = createSharing<string[]>();
  readonly #shareFailure = createSharing<Failure>(({ outcome, cause, line }) => `${outcome}\0${cause}\0${line}`);
  /** Those with a verdict, in the order the verdicts were given; gathered again after one went away. */
  #judged: JudgedSample[] | undefined = [];

  constructor(epoch = 0) {
    this.epoch = epoch;
  }

  /** The last answer of a sample, or the one of a turn. */
  find(key: SampleKey): SampleState | undefined {
    return this.#find(key);
  }

  #find({ taskId, index, turn }: SampleKey): MutableSample | undefined {
    let sample = this.#byTask.get(taskId)?.[index];
    while (sample && turn !== undefined && sample.turn !== turn) sample = sample.parent;
    return sample;
  }

  /** The answers of a sample, each the repair of the one before: the last one is the sample. */
  conversationOf({ taskId, index }: Pick<SampleKey, 'taskId' | 'index'>): readonly SampleState[] {
    const turns: SampleState[] = [];
    for (let sample = this.find({ taskId, index }); sample; sample = sample.parent) turns.unshift(sample);
    return turns;
  }

  /** The samples of a task, by index; of all tasks, in the order they came first. */
  *samples(taskId?: string): Generator<SampleState> {
    const lists = taskId === undefined ? this.#byTask.values() : [this.#byTask.get(taskId) ?? []];
    for (const list of lists) for (const sample of list) if (sample) yield sample;
  }

  /** The samples with a verdict, in the order the verdicts were given. */
  get judged(): readonly JudgedSample[] {
    const isJudged = (sample: SampleState): sample is JudgedSample => sample.verdict !== undefined;
    this.#judged ??= [...this.samples()]
      .filter(isJudged)
      .sort((a, b) => a.verdict.place.offset - b.verdict.place.offset);
    return this.#judged;
  }

  get verdictCount(): number {
    return this.judged.length;
  }

  get passedCount(): number {
    return this.judged.filter(({ verdict }) => verdict.status === 'pass').length;
  }

  /** How many runs of a judged sample pass: the one that counts, and those with other seeds. */
  chanceOf({ verdict, confirmations = [] }: SampleState): { readonly passed: number; readonly runs: number } {
    const statuses = [verdict?.status, ...confirmations.map(({ status }) => status)];
    return { passed: statuses.filter((status) => status === 'pass').length, runs: statuses.length };
  }

  protected enterAnswer(answer: AnswerRecord, place: JournalPlace): void {
    const { taskId, index, text, requestHash, finishReason, round, repair } = answer;
    const parent = repair && this.#find({ taskId, index, turn: repair.round - 1 });
    // A repair of an answer that is not there.
    if (repair && !parent) return;
    // What was said after the answer before does not count any more.
    this.#cutAfter(parent ?? { taskId, index, turn: 0 });
    const sample = this.#begin({ taskId, index }, parent, repair?.parent);
    this.#setProgram(sample, undefined);
    sample.answer = place;
    sample.requestHash = this.#shareText(requestHash);
    sample.finishReason = finishReason;
    sample.round = round;
    sample.hasEmptyAnswer = text.trim() === '';
  }

  protected enterSample(event: Of<'sample'>, place: JournalPlace): void {
    const sample = this.#claim(event);
    if (!sample) return;
    this.#setProgram(sample, event.programHash);
    // A model's answer stays what it was; only what is taken out of it changed.
    if (sample.requestHash !== undefined) return;
    sample.answer = event.rawText === undefined ? undefined : place;
    sample.finishReason = event.finishReason;
    sample.lineHash = event.lineHash;
  }

  protected drop({ taskId, index }: SampleKey): void {
    if (this.find({ taskId, index })) this.#setLast({ taskId, index }, undefined);
  }

  /** Tells whether the verdict counts. */
  protected enterVerdict(event: Of<'verdict'>, place: JournalPlace): boolean {
    const { note } = event;
    const sample = this.#claim(event);
    if (!sample) return false;
    // Of a program that the sample no longer has.
    if (sample.programHash !== undefined && sample.programHash !== event.programHash) return false;
    this.#takeVerdict(sample);
    this.#setProgram(sample, event.programHash);
    // Member by member: spreading a hundred thousand notes takes longer than parsing them.
    const { status, outcome, tests, testsFailed, cpuMs, peakMb, isEmptyProgram } = note;
    const failure = note.failure && this.#shareFailure(note.failure);
    const flags = this.#shareFlags(note.flags);
    sample.verdict = { status, outcome, flags, failure, tests, testsFailed, cpuMs, peakMb, isEmptyProgram, place };
    if (this.#isLast(sample)) this.#judged?.push(sample as JudgedSample);
    return true;
  }

  /** Re-runs of a sample's own program; tells whether they count. */
  protected enterFollowUp(event: Of<'confirmation' | 'proof'>, { offset }: JournalPlace): boolean {
    const sample = this.#find(event);
    if (!sample?.verdict || sample.programHash !== event.programHash) return false;
    if (event.type === 'proof') this.#setAudit(sample, { ...event, offset });
    else {
      // The last one of a seed counts.
      const others = sample.confirmations?.filter(({ seed }) => seed !== event.seed) ?? [];
      sample.confirmations = [...others, { ...event, offset }];
    }
    this.changes++;
    return true;
  }

  /** Drops verdicts and re-runs from this byte on. */
  protected voidFrom(offset: number): void {
    for (const { taskId, index } of this.samples()) {
      for (let sample = this.#find({ taskId, index }); sample; sample = sample.parent) {
        if (sample.verdict && sample.verdict.place.offset >= offset) this.#takeVerdict(sample);
        if (sample.audit && sample.audit.offset >= offset) this.#setAudit(sample, undefined);
        const kept = sample.confirmations?.filter((confirmation) => confirmation.offset < offset);
        if (kept) sample.confirmations = kept;
      }
    }
    this.changes++;
  }

  /** The answer that an event is about; one that is not known is new, unless it would be a repair. */
  #claim({ taskId, index, turn = 0 }: SampleKey): MutableSample | undefined {
    return turn > 0 ? this.#find({ taskId, index, turn }) : this.#begin({ taskId, index });
  }

  /** The repair of an answer, which is new; without one the first answer, which may be known. */
  #begin({ taskId, index }: SampleKey, parent?: MutableSample, parentHash?: string): MutableSample {
    const known = parent ? undefined : this.#find({ taskId, index, turn: 0 });
    if (known) return known;
    const sample: MutableSample = {
      taskId: this.#shareText(taskId),
      index,
      answer: undefined,
      requestHash: undefined,
      lineHash: undefined,
      finishReason: undefined,
      round: 0,
      hasEmptyAnswer: false,
      programHash: undefined,
      verdict: undefined,
      turn: parent ? parent.turn + 1 : 0,
      parent,
      parentHash,
    };
    this.#setLast(sample, sample);
    return sample;
  }

  /** Makes this the answer of a sample that is scored; nothing: there is no such sample any more. */
  #setLast({ taskId, index }: SampleKey, last: MutableSample | undefined): void {
    const list = this.#byTask.get(taskId) ?? [];
    const before = list[index];
    list[index] = last;
    this.#byTask.set(taskId, list);
    this.sampleCount += Number(last !== undefined) - Number(before !== undefined);
    this.changes++;
    if (before?.verdict || last?.verdict) this.#gatherAgain();
  }

  /** Drops what was said after an answer. */
  #cutAfter({ taskId, index, turn = 0 }: SampleKey): void {
    const sample = this.#find({ taskId, index, turn });
    if (sample && !this.#isLast(sample)) this.#setLast(sample, sample);
  }

  #setProgram(sample: MutableSample, programHash: string | undefined): void {
    this.changes++;
    if (sample.programHash !== programHash) this.#takeVerdict(sample);
    sample.programHash = programHash;
    // Repairs of a program that the answer does not have any more do not count.
    const { taskId, index, turn } = sample;
    const repair = programHash === undefined ? undefined : this.find({ taskId, index, turn: turn + 1 });
    if (repair && repair.parentHash !== programHash) this.#cutAfter(sample);
  }

  /** What the audit says of a pass; one that is not proven is marked, so that lists show it. */
  #setAudit(sample: MutableSample, audit: MutableSample['audit']): void {
    const { verdict } = sample;
    sample.audit = audit;
    const isUnproven = audit?.proof.state === 'unproven';
    if (!verdict || verdict.flags.includes(unprovenFlag) === isUnproven) return;
    const others = verdict.flags.filter((flag) => flag !== unprovenFlag);
    sample.verdict = { ...verdict, flags: isUnproven ? [...others, unprovenFlag] : others };
    this.epoch++;
  }

  #takeVerdict(sample: MutableSample): void {
    if (!sample.verdict) return;
    sample.verdict = undefined;
    if (sample.confirmations) sample.confirmations = undefined;
    if (sample.audit) sample.audit = undefined;
    this.changes++;
    if (this.#isLast(sample)) this.#gatherAgain();
  }

  #isLast(sample: SampleState): boolean {
    return this.#byTask.get(sample.taskId)?.[sample.index] === sample;
  }

  #gatherAgain(): void {
    this.#judged = undefined;
    this.epoch++;
  }
}
