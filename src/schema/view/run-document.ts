/**
 * The documents behind `bcb view`: what its server answers, what an export writes and what the HTML report carries. The
 * web app reads nothing else. This file: what is open, and a run; its neighbors: a sample, a task, and all runs at once.
 */
import type { z } from 'zod';
import type { Outcome } from '../execution.ts';
import type { groundTruthSummarySchema, RunRecord } from '../run-record.ts';
import type { Usage } from '../sample.ts';
import type { Estimate, GroupScore, Score } from '../score.ts';
import type { Split } from '../split.ts';

/** `info`: who answers, and what it can do. */
export interface InfoDocument {
  readonly version: string;
  /** `live` documents change while a run is under way; the others never do. */
  readonly kind: 'live' | 'export' | 'report';
  readonly canExecute: boolean;
  /** What was opened, as it was named. */
  readonly folders: readonly string[];
  /** The pages there are documents for, the one to open first; left out, all. */
  readonly pages?: readonly string[] | undefined;
  /** The run that all others are compared with, where there are no other comparisons. */
  readonly baseline?: string | undefined;
}

/** One line of the list of runs. */
export interface RunSummary {
  /** Unique in a view; the run's own id where it has one. */
  readonly id: string;
  /** What it was read from. */
  readonly origin: 'run' | 'results' | 'bundle' | 'report';
  readonly state: RunRecord['state'];
  readonly model: string;
  readonly split?: Split | undefined;
  readonly subset: string;
  readonly dataset: string;
  readonly tasks: number;
  readonly nSamples: number;
  /** Verdicts so far, and how many there will be. */
  readonly verdicts: number;
  readonly total: number;
  readonly passed: number;
  readonly passAt1?: Estimate | undefined;
  readonly hard?: GroupScore | undefined;
  readonly byDomain?: readonly GroupScore[] | undefined;
  readonly startedAt?: string | undefined;
  readonly durationMs?: number | undefined;
  readonly usage?: Usage | undefined;
  readonly costUsd?: number | undefined;
  readonly groundTruth?: { readonly tasks: number; readonly passed: number } | undefined;
  /** Answers cut off at the token limit, and answers without code. */
  readonly answers?: { readonly truncated: number; readonly empty: number } | undefined;
  readonly fingerprint?: string | undefined;
  readonly isolation?: string | undefined;
  /** Why its numbers cannot be compared with others, or are not whole. */
  readonly caveats: readonly string[];
}

/** `runs`. */
export interface RunListDocument {
  readonly runs: readonly RunSummary[];
  readonly unreadable: readonly { readonly name: string; readonly reason: string }[];
}

/** Facts about the tasks of a run, one array per fact. */
export interface TaskColumns {
  readonly ids: readonly string[];
  readonly domains: readonly (readonly string[])[];
  readonly libs: readonly (readonly string[])[];
  readonly hard: readonly boolean[];
  /** Answers of the other runs in the view, and how many of them pass. */
  readonly others: readonly number[];
  readonly othersPassed: readonly number[];
}

/** Verdicts, one array per fact; row `i` of each is one sample, in the order the verdicts were given. */
export interface SampleColumns {
  /** Row of the task in `TaskColumns`. */
  readonly task: readonly number[];
  readonly index: readonly number[];
  /** Position in `outcomes`. */
  readonly outcome: readonly number[];
  /** Position in `causes`; -1 for a pass. */
  readonly cause: readonly number[];
  readonly tests: readonly number[];
  readonly testsFailed: readonly number[];
  readonly cpuMs: readonly number[];
  readonly peakMb: readonly number[];
  readonly outcomes: readonly Outcome[];
  readonly causes: readonly string[];
  /** Rows with findings of the safety scan or the integrity checks. */
  readonly flagged: readonly { readonly row: number; readonly flags: readonly string[] }[];
}

/** `runs/ID/rows?from=N`: the rows that came after the first N. */
export interface RowsDocument {
  readonly run: RunSummary;
  readonly from: number;
  readonly samples: SampleColumns;
}

/** A label and its value, in words for people. */
export interface Fact {
  readonly name: string;
  readonly value: string;
}

/** `runs/ID`. */
export interface RunDocument {
  readonly run: RunSummary;
  readonly score?: Score | undefined;
  readonly tasks: TaskColumns;
  readonly samples: SampleColumns;
  readonly groundTruth?: z.infer<typeof groundTruthSummarySchema> | undefined;
  readonly excluded: readonly { readonly reason: string; readonly taskIds: readonly string[] }[];
  readonly notes: readonly string[];
  readonly provenance: readonly Fact[];
  /** Command lines that make this again, or resume it. */
  readonly commands: readonly Fact[];
}

/** What the server sends while runs are under way. */
export type ViewEvent =
  /** A run appeared, changed its state, or has this many verdicts now. */
  | { readonly type: 'run'; readonly run: RunSummary }
  /** A run's folder is gone. */
  | { readonly type: 'gone'; readonly id: string };

/** How a refused or failed request is answered. */
export interface ProblemDocument {
  readonly code: string;
  readonly message: string;
}
