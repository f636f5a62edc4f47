/**
 * The documents behind `bcb view`: what its server answers, what an export writes and what the HTML report carries. The
 * web app reads nothing else.
 */
import type { z } from 'zod';
import type { Comparison } from './comparison.ts';
import type { Outcome, testOutcomeSchema } from './execution.ts';
import type { Leaderboard } from './leaderboard.ts';
import type { Prompt } from './prompt.ts';
import type { groundTruthSummarySchema, RunRecord } from './run-record.ts';
import type { Extraction, FinishReason, Usage } from './sample.ts';
import type { Estimate, GroupScore, Score } from './score.ts';
import type { Split } from './split.ts';
import type { Verdict } from './verdict.ts';

/** `info`: who answers, and what it can do. */
export interface InfoDocument {
  readonly version: string;
  /** `live` documents change while a run is under way; the others never do. */
  readonly kind: 'live' | 'export' | 'report';
  readonly canExecute: boolean;
  /** What was opened, as it was named. */
  readonly folders: readonly string[];
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

/** A test of a sample, with where its failure can be seen. */
export interface TestView {
  readonly name: string;
  readonly outcome: z.infer<typeof testOutcomeSchema>;
  readonly ms: number;
  readonly message?: string | undefined;
  /** Line of the program that raised, counted from 1. */
  readonly programLine?: number | undefined;
  /** Line of the test source that failed, counted from 1. */
  readonly testLine?: number | undefined;
}

/** `runs/ID/samples/INDEX/TASK`. */
export interface SampleDocument {
  readonly runId: string;
  readonly taskId: string;
  readonly index: number;
  readonly verdict: Omit<Verdict, 'tests' | 'taskId' | 'index' | 'solution'>;
  readonly cause: string;
  readonly tests: readonly TestView[];
  /** What ran; its first `calibrationLines` lines were put there by calibration. */
  readonly program: string;
  readonly calibrationLines: number;
  readonly answer: AnswerView;
  /** The request, to the byte, where the run says how it asked. */
  readonly prompt?: Prompt | undefined;
  /** Outcomes of all samples of this task in this run, by index. */
  readonly siblings: readonly Outcome[];
}

/** What the model said, as far as it was kept. */
export interface AnswerView {
  readonly rawText?: string | undefined;
  readonly reasoning?: string | undefined;
  readonly finishReason?: FinishReason | undefined;
  readonly usage?: Usage | undefined;
  readonly extraction?: Extraction | undefined;
  /** Why parts are missing. */
  readonly missing?: string | undefined;
}

/** `runs/ID/extraction/INDEX/TASK`: what each strategy takes out of the raw answer. */
export interface ExtractionDocument {
  readonly strategies: readonly {
    readonly names: readonly string[];
    readonly solution: string;
    readonly trail: readonly string[];
  }[];
}

/** `tasks/TASK`. */
export interface TaskDocument {
  readonly id: string;
  readonly completePrompt: string;
  readonly instructPrompt: string;
  readonly codePrompt: string;
  readonly referenceSolution: string;
  readonly test: string;
  readonly entryPoint: string;
  readonly libs: readonly string[];
  readonly domains: readonly string[];
  readonly hard: boolean;
}

/** One sample on the page of its task. */
export interface TaskAnswer {
  readonly runId: string;
  readonly index: number;
  readonly outcome: Outcome;
  readonly cause: string;
  readonly failedTests: readonly string[];
  readonly solution: string;
  /** Equal for programs that differ only in comments and layout. */
  readonly programKey: string;
}

/** `tasks/TASK/answers`: the task in all runs. */
export interface AnswersDocument {
  readonly taskId: string;
  readonly answers: readonly TaskAnswer[];
  /** Why the task itself may be at fault. */
  readonly suspicions: readonly string[];
}

/** `tasks`: every task that a run of the view has. */
export interface TaskListDocument {
  readonly ids: readonly string[];
  readonly domains: readonly (readonly string[])[];
  readonly libs: readonly (readonly string[])[];
  readonly hard: readonly boolean[];
  readonly answers: readonly number[];
  readonly passed: readonly number[];
  /** Correlation of passing this task with passing the rest, over runs; null under five runs. */
  readonly itemRest: readonly (number | null)[];
  readonly suspicions: readonly (readonly string[])[];
}

/** `matrix`: the share of passing samples, models × tasks. */
export interface MatrixDocument {
  readonly runs: readonly RunSummary[];
  readonly taskIds: readonly string[];
  readonly domains: readonly (readonly string[])[];
  /** Base64 of one byte per cell, row by row: 0–200 is the share in half percents, 255 means no answer. */
  readonly cells: string;
}

/** Failures that look the same. */
export interface FailureCluster {
  readonly key: string;
  readonly outcome: Outcome;
  readonly cause: string;
  /** What the failures say, with numbers, paths and quoted values taken out. */
  readonly pattern: string;
  /** One message as it was. */
  readonly example: string;
  readonly count: number;
  readonly runIds: readonly string[];
  readonly taskIds: readonly string[];
  /** Most of the models that answered these tasks fail this way: look at the environment or the tests first. */
  readonly isShared: boolean;
  /** The first ones. */
  readonly samples: readonly { readonly runId: string; readonly taskId: string; readonly index: number }[];
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
export interface CompareRow {
  readonly taskId: string;
  readonly a: number;
  readonly b: number;
  readonly causeA: string;
  readonly causeB: string;
}

/** `leaderboard`: runs are ranked together where they were given the same tasks. */
export interface LeaderboardDocument {
  readonly boards: readonly {
    readonly name: string;
    readonly board: Leaderboard;
    /** The runs of each model. */
    readonly runIds: Readonly<Record<string, readonly string[]>>;
  }[];
  /** Runs that are on no board, and why. */
  readonly left: readonly { readonly model: string; readonly reason: string }[];
}

/** What `POST exec` takes. */
export interface ExecRequestDocument {
  readonly taskId: string;
  readonly solution: string;
  /** How often it runs. */
  readonly times: number;
}

/** `POST exec`: one execution per repetition. */
export interface ExecDocument {
  readonly executions: readonly {
    readonly outcome: Outcome;
    readonly reason?: string | undefined;
    readonly tests: readonly TestView[];
    readonly wallMs: number;
    readonly cpuMs: number;
    readonly peakMb: number;
    readonly stdout: string;
    readonly stderr: string;
  }[];
  readonly isolation: string;
  readonly fingerprint: string;
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
