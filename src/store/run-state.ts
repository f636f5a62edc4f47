import type { GroundTruth } from '../schema/ground-truth.ts';
import type { AuditedPass, Confirmation, LogEvent, RetryRound, SampleKey } from '../schema/log-event.ts';
import type { RunConditions, RunLabels, RunResult } from '../schema/run-record.ts';
import { Conversations, type JudgedSample, type SampleState } from './conversations.ts';
import type { JournalPlace } from './scan-journal.ts';

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
  readonly #conversations: Conversations;
  readonly #groundTruthAt = new Map<string, number>();
  /** Everything before this byte was found in an environment that was still good afterwards. */
  #checkedUntil = 0;
  #checkedAt: string | undefined;
  #lastFactAt = -1;
  /** The last result, and what the samples were like then. */
  #scored: { readonly result: RunResult; readonly changes: number } | undefined;

  constructor(epoch = 0) {
    this.#conversations = new Conversations(epoch);
  }

  enter(event: LogEvent, place: JournalPlace): void {
    const conversations = this.#conversations;
    switch (event.type) {
      case 'started':
        this.startedAt ??= event.at;
        break;
      case 'labelled':
        this.labels = { ...this.labels, ...event.labels };
        break;
      case 'answer':
        this.spentUsd += event.answer.costUsd ?? 0;
        conversations.enterAnswer(event.answer, place);
        break;
      case 'retry-started':
        this.lastRound = { ...event.round, isFinished: false };
        break;
      case 'retry-finished':
        if (this.lastRound?.number === event.number) this.lastRound = { ...this.lastRound, isFinished: true };
        break;
      case 'sample':
        conversations.enterSample(event, place);
        break;
      case 'sample-dropped':
        conversations.drop(event);
        break;
      case 'judging':
        if (this.conditions && !isSameEnvironment(this.conditions, event.conditions)) this.#voidFrom(0);
        this.conditions = event.conditions;
        break;
      case 'ground-truth':
        this.groundTruth.set(event.groundTruth.taskId, event.groundTruth);
        this.#groundTruthAt.set(event.groundTruth.taskId, place.offset);
        this.#lastFactAt = place.offset;
        this.#scored = undefined;
        break;
      case 'verdict':
        if (conversations.enterVerdict(event, place)) this.#lastFactAt = place.offset;
        break;
      case 'audit-drawn':
        this.auditSeed = event.seed;
        this.#scored = undefined;
        break;
      case 'confirmation':
      case 'proof':
        if (conversations.enterFollowUp(event, place)) this.#lastFactAt = place.offset;
        break;
      case 'environment-checked':
        this.#checkedUntil = event.until;
        this.#checkedAt = event.at;
        break;
      case 'environment-changed':
        this.#voidFrom(this.#checkedUntil);
        break;
      case 'scored':
        this.#scored = { result: event.result, changes: conversations.changes };
        break;
      case 'fault':
        break;
    }
  }

  /** The last answer of a sample, or the one of a turn. */
  find(key: SampleKey): SampleState | undefined {
    return this.#conversations.find(key);
  }

  /** The answers of a sample, each the repair of the one before: the last one is the sample. */
  conversationOf(key: Pick<SampleKey, 'taskId' | 'index'>): readonly SampleState[] {
    return this.#conversations.turnsOf(key);
  }

  /** The samples of a task, by index; of all tasks, in the order they came first. */
  samples(taskId?: string): Generator<SampleState> {
    return this.#conversations.samples(taskId);
  }

  /** The samples with a verdict, in the order the verdicts were given. */
  get judged(): readonly JudgedSample[] {
    return this.#conversations.judged;
  }

  /** Grows whenever a verdict goes away, so that who copied verdicts knows to copy them again. */
  get epoch(): number {
    return this.#conversations.epoch;
  }

  get verdictCount(): number {
    return this.#conversations.verdictCount;
  }

  get passedCount(): number {
    return this.#conversations.passedCount;
  }

  get sampleCount(): number {
    return this.#conversations.sampleCount;
  }

  /** What the run came to, if nothing has changed since and the log holds all that was scored. */
  get result(): RunResult | undefined {
    const { result, changes } = this.#scored ?? {};
    const isWhole = result?.verdicts === this.verdictCount && result.passed === this.passedCount;
    return isWhole && changes === this.#conversations.changes ? result : undefined;
  }

  /** When the environment was last known to be good, if anything was found since. */
  get doubtfulSince(): Date | undefined {
    const since = this.#checkedAt ?? this.startedAt;
    return this.#lastFactAt < this.#checkedUntil || since === undefined ? undefined : new Date(since);
  }

  /** Re-runs of a sample with other seeds. */
  confirmationsOf(sample: SampleState): readonly Confirmation[] {
    return this.#conversations.followUps.confirmationsOf(sample);
  }

  /** What the audit says of a pass, if it was drawn. */
  auditOf(sample: SampleState): AuditedPass | undefined {
    return this.#conversations.followUps.proofOf(sample);
  }

  /** How many runs of a judged sample pass: the one that counts, and those with other seeds. */
  chanceOf(sample: SampleState): { readonly passed: number; readonly runs: number } {
    const statuses = [sample.verdict?.status, ...this.confirmationsOf(sample).map(({ status }) => status)];
    return { passed: statuses.filter((status) => status === 'pass').length, runs: statuses.length };
  }

  /** Drops verdicts, re-runs and ground truth from this byte on. */
  #voidFrom(offset: number): void {
    this.#conversations.voidFrom(offset);
    for (const [taskId, at] of this.#groundTruthAt) {
      if (at < offset) continue;
      this.#groundTruthAt.delete(taskId);
      this.groundTruth.delete(taskId);
    }
    this.#lastFactAt = Math.min(this.#lastFactAt, offset - 1);
    this.#scored = undefined;
  }
}

/** Whether verdicts given under these conditions can stand beside each other. */
function isSameEnvironment(a: RunConditions, b: RunConditions): boolean {
  return a.fingerprint === b.fingerprint && a.isolation === b.isolation && a.engine === b.engine;
}
