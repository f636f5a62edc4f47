import type { EvaluationEvent } from '../schema/evaluation-event.ts';
import type { Outcome, UpstreamStatus } from '../schema/execution.ts';
import type { GroundTruth } from '../schema/ground-truth.ts';
import type { Verdict } from '../schema/verdict.ts';
import { NestedMap } from '../util/nested-map.ts';
import { keyOf, type SampleKey } from './journal-index.ts';
import type { JournalPlace } from './scan-journal.ts';

/** The little that is kept in memory of a verdict; the rest lies in the journal. */
export interface VerdictNote extends Pick<Verdict, 'taskId' | 'index' | 'status' | 'outcome' | 'jobHash'> {
  readonly place: JournalPlace;
}

/** What was known when the environment was last found to be good. */
interface Vouched {
  readonly at: string | undefined;
  readonly verdicts: number;
  readonly groundTruth: ReadonlySet<string>;
}

/** What the journal of an evaluation says, folded up: everything but the verdicts themselves. */
export class EvaluationIndex {
  startedAt: string | undefined;
  finishedAt: string | undefined;
  readonly groundTruth = new Map<string, GroundTruth>();
  /** In the order they were given. */
  readonly verdicts: VerdictNote[] = [];
  /** What re-runs said, by sample and seed. */
  readonly confirmations = new Map<string, Map<number, UpstreamStatus>>();
  readonly #judged = new NestedMap<string, number, true>();
  #vouched: Vouched = { at: undefined, verdicts: 0, groundTruth: new Set() };

  enter(event: EvaluationEvent, place: JournalPlace): void {
    switch (event.type) {
      case 'started':
        this.startedAt ??= event.at;
        break;
      case 'ground-truth':
        this.groundTruth.set(event.groundTruth.taskId, event.groundTruth);
        break;
      case 'verdict': {
        const { taskId, index, status, outcome, jobHash } = event.verdict;
        if (this.has(event.verdict)) break;
        this.#judged.set(taskId, index, true);
        this.verdicts.push({ taskId, index, status, outcome, jobHash, place });
        break;
      }
      case 'confirmation':
        this.#confirm(keyOf(event), event.seed, event.status);
        break;
      case 'environment-checked':
        this.#vouched = { at: event.at, verdicts: this.verdicts.length, groundTruth: new Set(this.groundTruth.keys()) };
        break;
      case 'environment-changed':
        this.#void();
        break;
      case 'finished':
        this.finishedAt = event.at;
        break;
    }
  }

  /** When the environment was last known to be good, if anything was found since. */
  get doubtfulSince(): Date | undefined {
    const { at, verdicts, groundTruth } = this.#vouched;
    const isSettled = verdicts === this.verdicts.length && groundTruth.size === this.groundTruth.size;
    const since = at ?? this.startedAt;
    return isSettled || since === undefined ? undefined : new Date(since);
  }

  /** Drops what nobody vouched for. */
  #void(): void {
    const { verdicts, groundTruth } = this.#vouched;
    for (const { taskId, index } of this.verdicts.splice(verdicts)) {
      this.#judged.delete(taskId, index);
      this.confirmations.delete(keyOf({ taskId, index }));
    }
    for (const taskId of this.groundTruth.keys()) if (!groundTruth.has(taskId)) this.groundTruth.delete(taskId);
    this.finishedAt = undefined;
  }

  has({ taskId, index }: SampleKey): boolean {
    return this.#judged.has(taskId, index);
  }

  /** A verdict whole, from its note and its line, with what its confirmations found. */
  complete(note: VerdictNote, line: unknown): Verdict {
    // The line was validated when the journal was scanned, or this process wrote it.
    const { verdict } = line as { verdict: Verdict };
    const { passed, runs } = this.chanceOf(note);
    // What the note holds anyway is not held twice.
    const { taskId, jobHash } = note;
    return { ...verdict, taskId, jobHash, ...(passed > 0 && passed < runs ? { chance: { passed, runs } } : {}) };
  }

  /** How many runs of a sample pass, the first and those with other seeds. */
  chanceOf(note: VerdictNote): { readonly passed: number; readonly runs: number } {
    const statuses = [note.status, ...(this.confirmations.get(keyOf(note))?.values() ?? [])];
    return { passed: statuses.filter((status) => status === 'pass').length, runs: statuses.length };
  }

  #confirm(key: string, seed: number, status: UpstreamStatus): void {
    const known = this.confirmations.get(key) ?? new Map();
    this.confirmations.set(key, known.set(seed, status));
  }
}

/** How often each outcome was given. */
export function countOutcomes(verdicts: Iterable<Pick<VerdictNote, 'outcome'>>): Partial<Record<Outcome, number>> {
  const counts: Partial<Record<Outcome, number>> = {};
  for (const { outcome } of verdicts) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}
