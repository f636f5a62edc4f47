import type { LogEvent, RetryRound } from '../schema/log-event.ts';
import type { GroundTruth } from '../schema/proof.ts';
import type { RunConditions, RunLabels, RunResult } from '../schema/run-record.ts';
import { Conversations } from './conversations.ts';
import type { JournalPlace } from './scan-journal.ts';

/**
 * What a run's log says, folded up: the one opinion of answers, verdicts, ground truth and score that every reader
 * shares. A verdict counts while its sample has the program that was judged, in the environment that was judged in,
 * unless it was voided.
 */
export class RunState extends Conversations {
  startedAt: string | undefined;
  labels: RunLabels = {};
  conditions: RunConditions | undefined;
  /** Dollars for all answers ever recorded. */
  spentUsd = 0;
  lastRound: (RetryRound & { readonly isFinished: boolean }) | undefined;
  /** Decides which passes are audited. */
  auditSeed: string | undefined;
  readonly groundTruth = new Map<string, GroundTruth>();
  readonly #groundTruthAt = new Map<string, number>();
  /** Everything before this byte was found in an environment that was still good afterwards. */
  #checkedUntil = 0;
  #checkedAt: string | undefined;
  #lastFactAt = -1;
  /** The last result, and what the samples were like then. */
  #scored: { readonly result: RunResult; readonly changes: number } | undefined;

  enter(event: LogEvent, place: JournalPlace): void {
    switch (event.type) {
      case 'started':
        this.startedAt ??= event.at;
        break;
      case 'labelled':
        this.labels = { ...this.labels, ...event.labels };
        break;
      case 'answer':
        this.spentUsd += event.answer.costUsd ?? 0;
        this.enterAnswer(event.answer, place);
        break;
      case 'retry-started':
        this.lastRound = { ...event.round, isFinished: false };
        break;
      case 'retry-finished':
        if (this.lastRound?.number === event.number) this.lastRound = { ...this.lastRound, isFinished: true };
        break;
      case 'sample':
        this.enterSample(event, place);
        break;
      case 'sample-dropped':
        this.drop(event);
        break;
      case 'judging':
        if (this.conditions && !isSameEnvironment(this.conditions, event.conditions)) this.voidFrom(0);
        this.conditions = event.conditions;
        break;
      case 'ground-truth':
        this.groundTruth.set(event.groundTruth.taskId, event.groundTruth);
        this.#groundTruthAt.set(event.groundTruth.taskId, place.offset);
        this.#lastFactAt = place.offset;
        this.#scored = undefined;
        break;
      case 'verdict':
        if (this.enterVerdict(event, place)) this.#lastFactAt = place.offset;
        break;
      case 'audit-drawn':
        this.auditSeed = event.seed;
        this.#scored = undefined;
        break;
      case 'confirmation':
      case 'proof':
        if (this.enterFollowUp(event, place)) this.#lastFactAt = place.offset;
        break;
      case 'environment-checked':
        this.#checkedUntil = event.until;
        this.#checkedAt = event.at;
        break;
      case 'environment-changed':
        this.voidFrom(this.#checkedUntil);
        break;
      case 'scored':
        this.#scored = { result: event.result, changes: this.changes };
        break;
      case 'fault':
        break;
    }
  }

  /** What the run came to, if nothing has changed since and the log holds all that was scored. */
  get result(): RunResult | undefined {
    const { result, changes } = this.#scored ?? {};
    const isWhole = result?.verdicts === this.verdictCount && result.passed === this.passedCount;
    return isWhole && changes === this.changes ? result : undefined;
  }

  /** When the environment was last known to be good, if anything was found since. */
  get doubtfulSince(): Date | undefined {
    const since = this.#checkedAt ?? this.startedAt;
    return this.#lastFactAt < this.#checkedUntil || since === undefined ? undefined : new Date(since);
  }

  protected override voidFrom(offset: number): void {
    super.voidFrom(offset);
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
