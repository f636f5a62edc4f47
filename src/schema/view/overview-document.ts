import type { TaskAudit } from '../audit-rule.ts';
import type { Comparison } from '../comparison.ts';
import type { Leaderboard } from '../leaderboard.ts';
import type { SampleKey } from '../log-event.ts';
import type { Failure } from '../verdict.ts';
import type { RunSummary } from './run-document.ts';

/** `matrix`: the share of passing samples, models × tasks. */
export interface MatrixDocument {
  readonly runs: readonly RunSummary[];
  readonly taskIds: readonly string[];
  readonly domains: readonly (readonly string[])[];
  /** Base64 of one byte per cell, row by row: 0–200 is the share in half percents, 255 means no answer. */
  readonly cells: string;
}

export interface FailureCluster extends Omit<Failure, 'line'> {
  readonly key: string;
  /** One message as it was. */
  readonly example: string;
  readonly count: number;
  readonly runIds: readonly string[];
  readonly taskIds: readonly string[];
  /** Most of the models that answered these tasks fail this way: look at the environment or the tests first. */
  readonly isShared: boolean;
  readonly samples: readonly (SampleKey & { readonly runId: string })[];
}

/** `failures`. */
export interface FailuresDocument {
  readonly failures: number;
  readonly clusters: readonly FailureCluster[];
}

/** `compare/A/B`. */
export interface CompareDocument {
  readonly a: RunSummary;
  readonly b: RunSummary;
  /** Where the runs were not measured alike, its `mismatches` say in what. */
  readonly comparison: Comparison;
  /** Every common task. */
  readonly rows: readonly CompareRow[];
}

/** A task in both runs: the shares of passing samples, and why the first failing one fails. */
export interface CompareRow extends Readonly<Record<'a' | 'b', number> & Record<'causeA' | 'causeB', string>> {
  readonly taskId: string;
}

/** `leaderboard`: runs are ranked together where they were given the same tasks. */
export interface LeaderboardDocument {
  readonly boards: readonly {
    readonly name: string;
    readonly board: Leaderboard;
    /** The runs of each model. */
    readonly runIds: Readonly<Record<string, readonly string[]>>;
    /** How many tasks the first of each pair of models with verdicts solves and the second does not, row after row. */
    readonly wins: readonly number[];
  }[];
  /** Runs that are on no board, and why. */
  readonly left: readonly { readonly model: string; readonly reason: string }[];
}

/** `audit`: what the audits in the opened folders found, the most doubtful task first. */
export interface AuditDocument {
  readonly tasks: readonly TaskAudit[];
  /** Audits that could not be read, and why. */
  readonly problems: readonly string[];
}
