import type { Failure } from '../schema/failure.ts';
import type { AnswerRecord, AuditedPass, Confirmation, LogEvent, SampleKey } from '../schema/log-event.ts';
import { type Proof, unprovenFlag } from '../schema/proof.ts';
import type { FinishReason } from '../schema/sample.ts';
import type { VerdictNote } from '../schema/verdict-note.ts';
import { createSharing } from '../util/sharing.ts';
import { FollowUps } from './follow-ups.ts';
import type { JournalPlace } from './scan-journal.ts';

/** What memory holds of a sample; texts lie in the journal. */
export interface SampleState extends SampleKey {
  /** Where its newest answer is: an `answer` of a model, or a `sample` that came with a raw text. */
  readonly answer: JournalPlace | undefined;
  readonly requestHash: string | undefined;
  readonly finishReason: FinishReason | undefined;
  readonly round: number;
  readonly hasEmptyAnswer: boolean;
  /** Of the program that is to be judged; unknown while an answer waits to be sanitized. */
  readonly programHash: string | undefined;
  /** Of that very program, in the current environment. */
  readonly verdict: JudgedNote | undefined;
  /** Which answer of its conversation this is, from 0. */
  readonly turn: number;
  /** The answer that this one repairs, and the hash of the program that its model was shown something about. */
  readonly parent: SampleState | undefined;
  readonly parentHash: string | undefined;
}

/** A verdict that counts, and where it is in the journal. */
export type JudgedNote = VerdictNote & { readonly place: JournalPlace };

export type JudgedSample = SampleState & { readonly verdict: JudgedNote };

type MutableSample = { -readonly [Key in Exclude<keyof SampleState, 'parent'>]: SampleState[Key] } & {
  parent: MutableSample | undefined;
};

type Of<Type extends LogEvent['type']> = Extract<LogEvent, { type: Type }>;

/**
 * The samples of a run with their verdicts. Each is the last answer of its conversation, from which parents lead back to the
 * first, and only that one is scored.
 */
export class Conversations {
  /** Grows whenever a verdict goes away, so that who copied verdicts knows to copy them again. */
  epoch: number;
  /** Grows with everything that may change a score. */
  protected changes = 0;
  verdictCount = 0;
  passedCount = 0;
  sampleCount = 0;
  readonly #followUps = new FollowUps<SampleState>();
  readonly #byTask = new Map<string, (MutableSample | undefined)[]>();
  readonly #shareText = createSharing<string>();
  readonly #shareFlags = createSharing<string[]>();
  readonly #shareFailure = createSharing<Failure>(({ outcome, cause, line }) => `${outcome}\0${cause}\0${line}`);
  #judged: MutableSample[] = [];
  #isOrdered = true;

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
  samples(taskId?: string): Generator<SampleState> {
    return this.#samples(taskId);
  }

  *#samples(taskId?: string): Generator<MutableSample> {
    const lists = taskId === undefined ? this.#byTask.values() : [this.#byTask.get(taskId) ?? []];
    for (const list of lists) for (const sample of list) if (sample) yield sample;
  }

  /** The samples with a verdict, in the order the verdicts were given. */
  get judged(): readonly JudgedSample[] {
    if (!this.#isOrdered) {
      this.#judged = [...this.#samples()]
        .filter(({ verdict }) => verdict !== undefined)
        .sort((a, b) => (a.verdict?.place.offset ?? 0) - (b.verdict?.place.offset ?? 0));
      this.#isOrdered = true;
    }
    return this.#judged as JudgedSample[];
  }

  confirmationsOf(sample: SampleState): readonly Confirmation[] {
    return this.#followUps.confirmationsOf(sample);
  }

  /** What the audit says of a pass, if it was drawn. */
  auditOf(sample: SampleState): AuditedPass | undefined {
    return this.#followUps.proofOf(sample);
  }

  /** How many runs of a judged sample pass: the one that counts, and those with other seeds. */
  chanceOf(sample: SampleState): { readonly passed: number; readonly runs: number } {
    const statuses = [sample.verdict?.status, ...this.confirmationsOf(sample).map(({ status }) => status)];
    return { passed: statuses.filter((status) => status === 'pass').length, runs: statuses.length };
  }

  protected enterAnswer(answer: AnswerRecord, place: JournalPlace): void {
    const { text, requestHash, finishReason, round, repair } = answer;
    const { taskId, index } = answer;
    const parent = repair && this.#find({ taskId, index, turn: repair.round - 1 });
    // A repair of an answer that is not there.
    if (repair && !parent) return;
    // What was said after the answer before does not count any more, nor does that answer's verdict.
    this.#cutAfter({ taskId, index }, repair ? repair.round - 1 : 0);
    if (parent?.verdict) this.#discount(parent.verdict);
    const sample = parent ? this.#add(answer, parent, repair?.parent) : this.#claim({ taskId, index });
    if (!sample) return;
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
  }

  protected drop({ taskId, index }: SampleKey): void {
    const sample = this.#find({ taskId, index });
    if (!sample) return;
    this.#setProgram(sample, undefined);
    this.#replace(sample, undefined);
    this.sampleCount--;
  }

  /** Tells whether the verdict counts. */
  protected enterVerdict(event: Of<'verdict'>, place: JournalPlace): boolean {
    const { note } = event;
    const sample = this.#claim(event);
    if (!sample) return false;
    // Of a program that the sample no longer has.
    if (sample.programHash !== undefined && sample.programHash !== event.programHash) return false;
    if (sample.verdict) this.#takeVerdict(sample);
    this.#setProgram(sample, event.programHash);
    // Member by member: spreading a hundred thousand notes takes longer than parsing them.
    const { status, outcome, tests, testsFailed, cpuMs, peakMb, isEmptyProgram } = note;
    const failure = note.failure && this.#shareFailure(note.failure);
    const flags = this.#shareFlags(note.flags);
    sample.verdict = { status, outcome, flags, failure, tests, testsFailed, cpuMs, peakMb, isEmptyProgram, place };
    if (this.#isLast(sample)) {
      this.#count(note);
      if (this.#isOrdered) this.#judged.push(sample);
    }
    return true;
  }

  /** Re-runs of a sample's own program; tells whether they count. */
  protected enterFollowUp(event: Of<'confirmation' | 'proof'>, { offset }: JournalPlace): boolean {
    const sample = this.find(event);
    if (!sample?.verdict || sample.programHash !== event.programHash) return false;
    if (event.type === 'confirmation') this.#followUps.confirm(sample, { ...event, offset });
    else {
      this.#followUps.prove(sample, { ...event, offset });
      this.#flag(sample, event.proof);
    }
    this.changes++;
    return true;
  }

  /** Drops verdicts and re-runs from this byte on. */
  protected voidFrom(offset: number): void {
    for (const last of [...this.#samples()]) {
      for (let sample: MutableSample | undefined = last; sample; sample = sample.parent) {
        if (sample.verdict && sample.verdict.place.offset >= offset) this.#takeVerdict(sample);
      }
    }
    for (const sample of this.#followUps.voidFrom(offset)) this.#flag(sample, undefined);
    this.changes++;
  }

  /** The answer that an event is about; one that is not known is new, unless it would be a repair. */
  #claim({ taskId, index, turn = 0 }: SampleKey): MutableSample | undefined {
    const found = this.#find({ taskId, index, turn });
    if (found || turn > 0) return found;
    this.sampleCount++;
    return this.#add({ taskId, index });
  }

  #add({ taskId, index }: SampleKey, parent?: MutableSample, parentHash?: string): MutableSample {
    const sample: MutableSample = {
      taskId: this.#shareText(taskId),
      index,
      answer: undefined,
      requestHash: undefined,
      finishReason: undefined,
      round: 0,
      hasEmptyAnswer: false,
      programHash: undefined,
      verdict: undefined,
      turn: parent ? parent.turn + 1 : 0,
      parent,
      parentHash,
    };
    this.changes++;
    this.#replace(sample, sample);
    return sample;
  }

  #replace({ taskId, index }: SampleState, last: MutableSample | undefined): void {
    const list = this.#byTask.get(taskId) ?? [];
    list[index] = last;
    this.#byTask.set(taskId, list);
  }

  #cutAfter({ taskId, index }: SampleKey, turn: number): void {
    for (let last = this.#find({ taskId, index }); last?.parent && last.turn > turn; last = last.parent) {
      if (last.verdict) this.#takeVerdict(last);
      this.#replace(last, last.parent);
      if (last.parent.verdict) this.#count(last.parent.verdict);
      this.#isOrdered = false;
      this.epoch++;
    }
  }

  #setProgram(sample: MutableSample, programHash: string | undefined): void {
    this.changes++;
    if (sample.verdict && sample.programHash !== programHash) this.#takeVerdict(sample);
    sample.programHash = programHash;
    if (programHash === undefined || this.#isLast(sample)) return;
    // Repairs of a program that the answer does not have any more do not count.
    const { taskId, index, turn } = sample;
    if (this.find({ taskId, index, turn: turn + 1 })?.parentHash !== programHash) this.#cutAfter(sample, turn);
  }

  /** Marks a pass that is not proven, so that lists show it. */
  #flag(sample: SampleState, proof: Proof | undefined): void {
    const { verdict } = sample;
    const isUnproven = proof?.state === 'unproven';
    if (!verdict || verdict.flags.includes(unprovenFlag) === isUnproven) return;
    const others = verdict.flags.filter((flag) => flag !== unprovenFlag);
    (sample as MutableSample).verdict = { ...verdict, flags: isUnproven ? [...others, unprovenFlag] : others };
    this.epoch++;
  }

  #takeVerdict(sample: MutableSample): void {
    if (sample.verdict && this.#isLast(sample)) this.#discount(sample.verdict);
    sample.verdict = undefined;
    this.#followUps.drop(sample);
  }

  #isLast(sample: SampleState): boolean {
    return this.#byTask.get(sample.taskId)?.[sample.index] === sample;
  }

  #count({ status }: Pick<VerdictNote, 'status'>): void {
    this.verdictCount++;
    if (status === 'pass') this.passedCount++;
    this.changes++;
  }

  #discount({ status }: Pick<VerdictNote, 'status'>): void {
    if (status === 'pass') this.passedCount--;
    this.verdictCount--;
    this.#isOrdered = false;
    this.changes++;
    this.epoch++;
  }
}
