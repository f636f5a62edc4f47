import { type Outcome, outcomeSchema } from '../../schema/execution.ts';
import type { SampleKey } from '../../schema/log-event.ts';
import type { MissingPolicy } from '../../schema/run-record.ts';
import type { Failure, VerdictNote } from '../../schema/verdict.ts';
import type { SampleColumns } from '../../schema/view/run-document.ts';
import { groupBy } from '../../util/group-by.ts';

export interface NotedSample extends SampleKey {
  readonly verdict: VerdictNote;
}

interface VerdictIndexOptions {
  readonly taskIds: readonly string[];
  readonly judged: readonly NotedSample[];
  /** What a task without samples counts as. */
  readonly missing?: MissingPolicy | undefined;
  /** Another number: verdicts went away since, so rows that were copied earlier do not fit any more. */
  readonly epoch?: number | undefined;
}

const outcomes = outcomeSchema.options;

export class VerdictIndex {
  readonly taskIds: string[];
  /** Samples and passes of each task, in the order of `taskIds`. */
  readonly samplesOf: number[];
  readonly passedOf: number[];
  readonly passed: number;
  readonly epoch: number;
  readonly #judged: readonly NotedSample[];
  readonly #missing: MissingPolicy;
  readonly #taskRows: Map<string, number>;
  readonly #byTask: Map<string, NotedSample[]>;

  constructor({ taskIds, judged, missing = 'fail', epoch = 0 }: VerdictIndexOptions) {
    this.taskIds = [...new Set([...taskIds, ...judged.map(({ taskId }) => taskId)])];
    this.#taskRows = new Map(this.taskIds.map((id, row) => [id, row]));
    this.#judged = judged;
    this.#missing = missing;
    this.epoch = epoch;
    this.#byTask = groupBy(judged, ({ taskId }) => taskId);
    const rows = this.taskIds.map((id) => this.#byTask.get(id) ?? []);
    this.samplesOf = rows.map(({ length }) => length);
    this.passedOf = rows.map((samples) => samples.filter(isPass).length);
    this.passed = judged.filter(isPass).length;
  }

  get length(): number {
    return this.#judged.length;
  }

  findTaskRow(taskId: string): number | undefined {
    return this.#taskRows.get(taskId);
  }

  /** The share of a task's samples that pass; undefined if it has none and that does not count as unsolved. */
  shareOf(taskId: string): number | undefined {
    const row = this.#taskRows.get(taskId) ?? -1;
    const samples = this.samplesOf[row] ?? 0;
    if (samples > 0) return (this.passedOf[row] ?? 0) / samples;
    return this.#missing === 'zero' && row >= 0 ? 0 : undefined;
  }

  outcomesOf(taskId: string): { index: number; outcome: Outcome }[] {
    return (this.#byTask.get(taskId) ?? [])
      .map((sample) => ({ index: sample.index, outcome: outcomeOf(sample) }))
      .sort((a, b) => a.index - b.index);
  }

  columns(from = 0): SampleColumns {
    const causes = new Map<string, number>();
    for (const { verdict } of this.#judged) {
      if (verdict.failure && !causes.has(verdict.failure.cause)) causes.set(verdict.failure.cause, causes.size);
    }
    const rows = from === 0 ? this.#judged : this.#judged.slice(from);
    return {
      epoch: this.epoch,
      task: rows.map(({ taskId }) => this.#taskRows.get(taskId) ?? 0),
      index: rows.map(({ index }) => index),
      outcome: rows.map((sample) => outcomes.indexOf(outcomeOf(sample))),
      cause: rows.map(({ verdict }) => causes.get(verdict.failure?.cause ?? '') ?? -1),
      test: rows.map(({ verdict }) => verdict.failure?.test ?? ''),
      message: rows.map(({ verdict }) => verdict.failure?.line ?? ''),
      tests: rows.map(({ verdict }) => verdict.tests),
      testsFailed: rows.map(({ verdict }) => verdict.testsFailed),
      cpuMs: rows.map(({ verdict }) => verdict.cpuMs),
      peakMb: rows.map(({ verdict }) => verdict.peakMb),
      outcomes,
      causes: [...causes.keys()],
      flagged: rows.flatMap(({ verdict: { flags } }, at) => (flags.length > 0 ? [{ row: from + at, flags }] : [])),
    };
  }

  *failures(): Generator<SampleKey & { readonly failure: Failure }> {
    for (const { taskId, index, verdict } of this.#judged) {
      if (verdict.failure) yield { taskId, index, failure: verdict.failure };
    }
  }
}

function isPass({ verdict }: NotedSample): boolean {
  return verdict.status === 'pass';
}

/** By the run's own rules: under `--verdicts upstream` a pass may be an execution that lacks tests. */
function outcomeOf({ verdict }: NotedSample): Outcome {
  return verdict.status === 'pass' ? 'pass' : verdict.outcome;
}
