import type { Failure } from '../schema/failure.ts';
import type { GroundTruth } from '../schema/ground-truth.ts';
import type { AuditedPass, Confirmation, LogEvent, RetryRound, SampleKey } from '../schema/log-event.ts';
import { type Proof, unprovenFlag } from '../schema/proof.ts';
import type { RunConditions, RunLabels, RunResult } from '../schema/run-record.ts';
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
}

/** A verdict that counts, and where it is in the journal. */
export interface JudgedNote extends VerdictNote {
  readonly place: JournalPlace;
}

/** A sample with a verdict. */
export type JudgedSample = SampleState & { readonly verdict: JudgedNote };

type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

/**
 * What a run's log says, folded up: the one opinion of answers, verdicts, ground truth and score that every reader
 * shares. A verdict counts while its sample has the program that was judged, in the environment that was judged in,
 * unless it was voided.
 */
export class RunState {
  startedAt: string | undefined;
  labels: RunLabels = {};
  conditions: RunConditions | undefined;
  /** Dollars for all answers ever recorded. */
  spentUsd = 0;
  /** The last round of `--retry`, and whether it finished. */
  lastRound: (RetryRound & { readonly isFinished: boolean }) | undefined;
  /** Decides which passes are audited. */
  auditSeed: string | undefined;
  readonly groundTruth = new Map<string, GroundTruth>();
  /** Grows whenever a verdict goes away, so that who copied verdicts knows to copy them again. */
  epoch: number;
  verdictCount = 0;
  passedCount = 0;
  sampleCount = 0;
  readonly #samples = new Map<string, (Mutable<SampleState> | undefined)[]>();
  readonly #followUps = new FollowUps<Mutable<SampleState>>();
  readonly #groundTruthAt = new Map<string, number>();
  readonly #shareText = createSharing<string>();
  readonly #shareFailure = createSharing<Failure>(({ outcome, cause, line }) => `${outcome}\0${cause}\0${line}`);
  #judged: Mutable<SampleState>[] = [];
  #isOrdered = true;
  /** Everything before this byte was found in an environment that was still good afterwards. */
  #checkedUntil = 0;
  #checkedAt: string | undefined;
  #lastFactAt = -1;
  #result: RunResult | undefined;

  constructor(epoch = 0) {
    this.epoch = epoch;
  }

  enter(event: LogEvent, place: JournalPlace): void {
    switch (event.type) {
      case 'started':
        this.startedAt ??= event.at;
        break;
      case 'labelled':
        this.labels = { ...this.labels, ...event.labels };
        break;
      case 'answer': {
        const { text, requestHash, finishReason, round, costUsd = 0 } = event.answer;
        this.spentUsd += costUsd;
        const sample = this.#claim(event.answer);
        this.#setProgram(sample, undefined);
        sample.answer = place;
        sample.requestHash = this.#shareText(requestHash);
        sample.finishReason = finishReason;
        sample.round = round;
        sample.hasEmptyAnswer = text.trim() === '';
        break;
      }
      case 'retry-started':
        this.lastRound = { ...event.round, isFinished: false };
        break;
      case 'retry-finished':
        if (this.lastRound?.number === event.number) this.lastRound = { ...this.lastRound, isFinished: true };
        break;
      case 'sample': {
        const sample = this.#claim(event);
        this.#setProgram(sample, event.programHash);
        // A model's answer stays what it was; only what is taken out of it changed.
        if (sample.requestHash !== undefined) break;
        sample.answer = event.rawText === undefined ? undefined : place;
        sample.finishReason = event.finishReason;
        break;
      }
      case 'sample-dropped':
        this.#drop(event);
        break;
      case 'judging':
        if (this.conditions && !isSameEnvironment(this.conditions, event.conditions)) this.#voidFrom(0);
        this.conditions = event.conditions;
        break;
      case 'ground-truth':
        this.groundTruth.set(event.groundTruth.taskId, event.groundTruth);
        this.#groundTruthAt.set(event.groundTruth.taskId, place.offset);
        this.#lastFactAt = place.offset;
        this.#result = undefined;
        break;
      case 'verdict':
        this.#enterVerdict(event, place);
        break;
      case 'audit-drawn':
        this.auditSeed = event.seed;
        this.#result = undefined;
        break;
      case 'confirmation':
      case 'proof': {
        const sample = this.find(event);
        if (!sample?.verdict || sample.programHash !== event.programHash) break;
        const { offset } = place;
        if (event.type === 'confirmation') this.#followUps.confirm(sample, { ...event, offset });
        else {
          this.#followUps.prove(sample, { ...event, offset });
          this.#flag(sample, event.proof);
        }
        this.#lastFactAt = offset;
        this.#result = undefined;
        break;
      }
      case 'environment-checked':
        this.#checkedUntil = event.until;
        this.#checkedAt = event.at;
        break;
      case 'environment-changed':
        this.#voidFrom(this.#checkedUntil);
        break;
      case 'scored':
        this.#result = event.result;
        break;
      case 'fault':
        break;
    }
  }

  find({ taskId, index }: SampleKey): SampleState | undefined {
    return this.#samples.get(taskId)?.[index];
  }

  /** The samples of a task, by index; of all tasks, in the order they came first. */
  *samples(taskId?: string): Generator<SampleState> {
    const lists = taskId === undefined ? this.#samples.values() : [this.#samples.get(taskId) ?? []];
    for (const list of lists) for (const sample of list) if (sample) yield sample;
  }

  /** The samples with a verdict, in the order the verdicts were given. */
  get judged(): readonly JudgedSample[] {
    if (!this.#isOrdered) {
      this.#judged = [...this.samples()]
        .filter(({ verdict }) => verdict !== undefined)
        .sort((a, b) => (a.verdict?.place.offset ?? 0) - (b.verdict?.place.offset ?? 0));
      this.#isOrdered = true;
    }
    return this.#judged as JudgedSample[];
  }

  /** What the run came to, if nothing has changed since and the log holds all that was scored. */
  get result(): RunResult | undefined {
    const result = this.#result;
    const isWhole = result?.verdicts === this.verdictCount && result.passed === this.passedCount;
    return isWhole ? result : undefined;
  }

  /** When the environment was last known to be good, if anything was found since. */
  get doubtfulSince(): Date | undefined {
    const since = this.#checkedAt ?? this.startedAt;
    return this.#lastFactAt < this.#checkedUntil || since === undefined ? undefined : new Date(since);
  }

  /** Re-runs of a sample with other seeds. */
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

  #claim({ taskId, index }: SampleKey): Mutable<SampleState> {
    const known = this.#samples.get(taskId);
    const list = known ?? [];
    if (!known) this.#samples.set(this.#shareText(taskId), list);
    const found = list[index];
    if (found) return found;
    const sample: Mutable<SampleState> = {
      taskId: this.#shareText(taskId),
      index,
      answer: undefined,
      requestHash: undefined,
      finishReason: undefined,
      round: 0,
      hasEmptyAnswer: false,
      programHash: undefined,
      verdict: undefined,
    };
    list[index] = sample;
    this.sampleCount++;
    this.#result = undefined;
    return sample;
  }

  #drop(key: SampleKey): void {
    const sample = this.find(key) as Mutable<SampleState> | undefined;
    if (!sample) return;
    this.#setProgram(sample, undefined);
    const list = this.#samples.get(key.taskId);
    if (list) list[key.index] = undefined;
    this.sampleCount--;
  }

  #setProgram(sample: Mutable<SampleState>, programHash: string | undefined): void {
    this.#result = undefined;
    if (sample.verdict && sample.programHash !== programHash) this.#takeVerdict(sample);
    sample.programHash = programHash;
  }

  #enterVerdict(event: Extract<LogEvent, { type: 'verdict' }>, place: JournalPlace): void {
    const { note } = event;
    const sample = this.#claim(event);
    // Of a program that the sample no longer has.
    if (sample.programHash !== undefined && sample.programHash !== event.programHash) return;
    if (sample.verdict) this.#takeVerdict(sample);
    sample.programHash = event.programHash;
    // Member by member: spreading a hundred thousand notes takes longer than parsing them.
    const { status, outcome, flags, failure, tests, testsFailed, cpuMs, peakMb, isEmptyProgram } = note;
    const cause = failure && this.#shareFailure(failure);
    sample.verdict = {
      status,
      outcome,
      flags,
      failure: cause,
      tests,
      testsFailed,
      cpuMs,
      peakMb,
      isEmptyProgram,
      place,
    };
    this.verdictCount++;
    if (note.status === 'pass') this.passedCount++;
    if (this.#isOrdered) this.#judged.push(sample);
    this.#lastFactAt = place.offset;
    this.#result = undefined;
  }

  /** Marks a pass that is not proven, so that lists show it. */
  #flag(sample: Mutable<SampleState>, proof: Proof | undefined): void {
    const { verdict } = sample;
    const isUnproven = proof?.state === 'unproven';
    if (!verdict || verdict.flags.includes(unprovenFlag) === isUnproven) return;
    const others = verdict.flags.filter((flag) => flag !== unprovenFlag);
    sample.verdict = { ...verdict, flags: isUnproven ? [...others, unprovenFlag] : others };
    this.epoch++;
  }

  #takeVerdict(sample: Mutable<SampleState>): void {
    if (sample.verdict?.status === 'pass') this.passedCount--;
    this.verdictCount--;
    sample.verdict = undefined;
    this.#followUps.drop(sample);
    this.#isOrdered = false;
    this.epoch++;
  }

  /** Drops verdicts, re-runs and ground truth from this byte on. */
  #voidFrom(offset: number): void {
    for (const sample of [...this.#samples.values()].flat()) {
      if (sample?.verdict && sample.verdict.place.offset >= offset) this.#takeVerdict(sample);
    }
    for (const sample of this.#followUps.voidFrom(offset)) this.#flag(sample, undefined);
    for (const [taskId, at] of this.#groundTruthAt) {
      if (at < offset) continue;
      this.#groundTruthAt.delete(taskId);
      this.groundTruth.delete(taskId);
    }
    this.#lastFactAt = Math.min(this.#lastFactAt, offset - 1);
    this.#result = undefined;
  }
}

/** Whether verdicts given under these conditions can stand beside each other. */
function isSameEnvironment(a: RunConditions, b: RunConditions): boolean {
  return a.fingerprint === b.fingerprint && a.isolation === b.isolation && a.engine === b.engine;
}
