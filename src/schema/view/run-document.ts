/**
 * The documents behind `bcb view`: what its server answers, what an export writes and what the HTML report carries. The
 * web app reads nothing else. This file: what is open, and a run; its neighbors: a sample, a task, and all runs at once.
 */
import type { Outcome } from '../execution.ts';
import type { Optional } from '../optional.ts';
import type { GroundTruthSummary, RunLabels, RunRecord, RunResult } from '../run-record.ts';
import type { GroupScore, Score } from '../score.ts';

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

export interface RunSummary
  extends Readonly<Pick<RunRecord, 'state' | 'subset' | 'passed'> & Record<'tasks' | 'nSamples' | 'total', number>>,
    Optional<Pick<RunRecord, 'split' | 'startedAt'> & Pick<RunRecord['conditions'], 'fingerprint' | 'isolation'>>,
    Optional<Pick<RunResult, 'durationMs' | 'usage' | 'costUsd' | 'answers'> & Pick<Score, 'passAt1' | 'hard'>> {
  /** Unique in a view; the run's own id where it has one. */
  readonly id: string;
  readonly model: string;
  /** Its model, and what tells it from the other runs of the view: `gpt-4o · T 0.8`. Only in the list of runs. */
  readonly name?: string | undefined;
  /** What people call it; only in the list of runs, too. */
  readonly labels?: RunLabels | undefined;
  readonly dataset: string;
  /** Equal where two runs were given the same tasks. */
  readonly tasksHash: string;
  /** Verdicts so far; there will be `total`. */
  readonly verdicts: number;
  readonly byDomain?: readonly GroupScore[] | undefined;
  readonly groundTruth?: Pick<GroundTruthSummary, 'tasks' | 'passed'> | undefined;
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
  /** What each asks for, in a sentence; empty where its prompt is not at hand. */
  readonly titles: readonly string[];
  readonly domains: readonly (readonly string[])[];
  readonly libs: readonly (readonly string[])[];
  readonly hard: readonly boolean[];
  /** Answers of the other runs in the view, and how many of them pass. */
  readonly others: readonly number[];
  readonly othersPassed: readonly number[];
}

/** Verdicts, one array per fact; row `i` of each is one sample, in the order the verdicts were given. */
export interface SampleColumns extends Record<'tests' | 'testsFailed' | 'cpuMs' | 'peakMb', readonly number[]> {
  /** Rows of another epoch do not go together: verdicts went away in between. */
  readonly epoch: number;
  /** Row of the task in `TaskColumns`. */
  readonly task: readonly number[];
  readonly index: readonly number[];
  /** Position in `outcomes`. */
  readonly outcome: readonly number[];
  /** Position in `causes`; -1 for a pass. */
  readonly cause: readonly number[];
  /** What the first failing test is called, and what it says; empty for a pass. */
  readonly test: readonly string[];
  readonly message: readonly string[];
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

/** In words for people. */
export type Fact = Readonly<Record<'name' | 'value', string>>;

export interface WordTable {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** What a run's own page says besides its verdicts. */
export interface RunDetails
  extends Readonly<Pick<RunResult, 'groundTruth' | 'excluded' | 'notes'>>,
    Optional<Pick<RunResult, 'score' | 'decision'>> {
  /** What rounds of repair came to. */
  readonly rounds?: readonly WordTable[] | undefined;
  readonly provenance: readonly Fact[];
  /** Command lines that make this again, or resume it. */
  readonly commands: readonly Fact[];
}

/** `runs/ID`. */
export interface RunDocument extends RunDetails {
  readonly run: RunSummary;
  readonly tasks: TaskColumns;
  readonly samples: SampleColumns;
}

/** What the server sends while runs are under way. */
export type ViewEvent =
  /** A run appeared, changed its state, or has this many verdicts now. */
  | { readonly type: 'run'; readonly run: RunSummary }
  /** A run's folder is gone. */
  | { readonly type: 'gone'; readonly id: string };

/** How a refused or failed request is answered. */
export type ProblemDocument = Readonly<Record<'code' | 'message', string>>;
