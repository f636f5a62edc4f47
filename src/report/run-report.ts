import type { Outcome } from '../schema/execution.ts';
import type { GroundTruthSummary } from '../schema/run-record.ts';
import type { Usage } from '../schema/sample.ts';
import type { Estimate, Score } from '../schema/score.ts';
import type { Split } from '../schema/split.ts';
import type { Task } from '../schema/task.ts';
import type { Verdict } from '../schema/verdict.ts';

/** Everything there is to say about a finished evaluation. Reporters are pure functions of it. */
export interface RunReport {
  readonly runId: string;
  readonly model: string;
  readonly split: Split;
  readonly subset: string;
  readonly datasetVersion: string;
  readonly startedAt?: string | undefined;
  readonly durationMs?: number | undefined;
  readonly usage?: Usage | undefined;
  readonly costUsd?: number | undefined;
  readonly calibrated: boolean;
  /** The Python environment and sandbox that produced the verdicts. */
  readonly conditions: {
    readonly fingerprint: string;
    readonly python?: string | undefined;
    readonly level: string;
  };
  readonly score: Score;
  readonly outcomes: Readonly<Partial<Record<Outcome, number>>>;
  readonly groundTruth?: GroundTruthSummary;
  /** What does not count, how often, and why. */
  readonly excluded: readonly Exclusion[];
  /** Answers that were cut off by the token limit, and answers without code. */
  readonly answers: { readonly truncated: number; readonly empty: number };
  readonly tasks: readonly Task[];
  readonly verdicts: readonly Verdict[];
  /** Other sentences the reader must see, such as a token cap. */
  readonly notes: readonly string[];
}

export interface Exclusion {
  readonly reason: string;
  readonly taskIds: readonly string[];
}

/** The report's pass@1; undefined only for a run without tasks. */
export function passAt1(report: RunReport): Estimate | undefined {
  return report.score.byK.find(({ k }) => k === 1)?.passAtK;
}
