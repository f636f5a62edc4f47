/** One run of a sweep as a row of the view. */
export interface LiveRow {
  readonly model: string;
  readonly split: string;
  /** Samples in all. */
  readonly total: number;
  readonly phase: 'waiting' | 'running' | 'finished' | 'failed';
  /** Samples that have an answer. */
  readonly answered: number;
  /** Samples that have a verdict, those of an earlier process included. */
  readonly judged: number;
  readonly passed: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number;
  readonly startedAt: number;
  readonly endedAt: number;
  /** Share of tasks solved, of a finished run. */
  readonly passAt1?: number;
}

/** What happened in this process since the current run began, from which its pace is taken. */
export interface Pace {
  readonly answers: number;
  readonly firstAnswerAt: number;
  readonly verdicts: number;
  /** Milliseconds that the reference solutions of the executed samples needed. */
  readonly work: number;
  /** The same of samples whose verdict was in the cache. */
  readonly cachedWork: number;
  readonly firstVerdictAt: number;
}

/** Errors that say the same, told once. */
export interface CollapsedFault {
  readonly message: string;
  readonly count: number;
  /** Whether something was given up, or is still tried. */
  readonly isFinal: boolean;
}

export interface Failure {
  readonly taskId: string;
  readonly cause: string;
}

/** Everything that the view shows, and nothing about how. */
export interface LiveState {
  readonly job: 'run' | 'generate' | 'evaluate';
  readonly rows: readonly LiveRow[];
  /** Position of the row that is under way; -1 before the first. */
  readonly current: number;
  readonly groundTruth: { readonly done: number; readonly total: number; readonly isOver: boolean };
  /** How long the reference solution of each task ran, in milliseconds. */
  readonly expectedMs: ReadonlyMap<string, number>;
  /** When each program that runs now was started. */
  readonly running: ReadonlyMap<string, number>;
  /** How many programs run side by side; more than that were handed over and wait. */
  readonly capacity: number;
  readonly pace: Pace;
  readonly causes: ReadonlyMap<string, number>;
  /** The newest first. */
  readonly failures: readonly Failure[];
  readonly faults: readonly CollapsedFault[];
  readonly isDraining: boolean;
  /** Where the score is heading, where somebody can tell; handed in. */
  readonly early: { readonly value: number; readonly reach: number } | undefined;
  /** When the current run will probably end; undefined while nobody can know. */
  readonly endsAt: number | undefined;
  /** When `endsAt` was last moved. */
  readonly forecastAt: number;
}

const noPace: Pace = { answers: 0, firstAnswerAt: 0, verdicts: 0, work: 0, cachedWork: 0, firstVerdictAt: 0 };

/** What belongs to one run and is forgotten when the next begins. */
export const freshRun = {
  groundTruth: { done: 0, total: 0, isOver: false },
  running: new Map<string, number>(),
  pace: noPace,
  causes: new Map<string, number>(),
  failures: [],
  isDraining: false,
  early: undefined,
  endsAt: undefined,
  forecastAt: 0,
} satisfies Partial<LiveState>;

export function createLiveState(job: LiveState['job']): LiveState {
  return {
    job,
    rows: [],
    current: -1,
    expectedMs: new Map(),
    capacity: Number.POSITIVE_INFINITY,
    faults: [],
    ...freshRun,
  };
}

export function createRow(model: string, split: string, total: number): LiveRow {
  return {
    model,
    split,
    total,
    phase: 'waiting',
    answered: 0,
    judged: 0,
    passed: 0,
    inputTokens: 0,
    outputTokens: 0,
    costUsd: 0,
    startedAt: 0,
    endedAt: 0,
  };
}

/** How much of a row is done: samples judged, or answered where nothing is judged. */
export function doneOf({ answered, judged }: LiveRow, job: LiveState['job']): number {
  return job === 'generate' ? answered : judged;
}
