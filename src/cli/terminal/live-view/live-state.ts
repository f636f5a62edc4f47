import { formatCost } from '../../../report/format-numbers.ts';

export interface LiveRow {
  readonly model: string;
  /** The model and what tells this run from the others. */
  readonly name: string;
  readonly split: string;
  readonly total: number;
  readonly phase: 'waiting' | 'running' | 'finished' | 'failed';
  readonly answered: number;
  /** Samples that have a verdict, those of an earlier process included. */
  readonly judged: number;
  readonly passed: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly passAt1?: number;
  /** The round of repair under way: how many answers it repairs, and how many samples pass without it. */
  readonly round?: { readonly number: number; readonly asked: number; readonly passedBefore: number };
}

/** What happened in this process since the current run began, from which its pace is taken. */
const noPace = {
  answers: 0,
  firstAnswerAt: 0,
  verdicts: 0,
  firstVerdictAt: 0,
  /** Milliseconds that the reference solutions of the executed samples needed. */
  work: 0,
  /** The same of samples whose verdict was in the cache. */
  cachedWork: 0,
  /** Milliseconds of the reference solutions that ran, and when the first of them or of the samples began. */
  checked: 0,
  workSince: 0,
};

export interface CollapsedFault {
  readonly message: string;
  readonly count: number;
  /** Whether something was given up, or is still tried. */
  readonly isFinal: boolean;
}

/** Everything that the view shows, and nothing about how. */
export interface LiveState {
  readonly job: 'run' | 'generate' | 'evaluate';
  readonly rows: readonly LiveRow[];
  /** Position of the row that is under way; -1 before the first. */
  readonly current: number;
  readonly groundTruth: { readonly done: number; readonly total: number; readonly isOver: boolean };
  /** When ground truth began to be checked; undefined where it is not. */
  readonly checkedSince: number | undefined;
  /** Passes that are run again once all samples are judged; at most so many, before that is known. */
  readonly audit: { readonly done: number; readonly total: number };
  /** How long the reference solution of each task ran, in milliseconds. */
  readonly expectedMs: ReadonlyMap<string, number>;
  /** How long that of each task probably runs, where it has not been measured. */
  readonly likelyMs: ReadonlyMap<string, number>;
  /** When each program that runs now was started. */
  readonly running: ReadonlyMap<string, number>;
  /** How many programs run side by side; more than that were handed over and wait. */
  readonly capacity: number;
  readonly pace: Readonly<typeof noPace>;
  readonly causes: ReadonlyMap<string, number>;
  /** The newest first. */
  readonly failures: readonly { readonly taskId: string; readonly cause: string }[];
  readonly faults: readonly CollapsedFault[];
  readonly isDraining: boolean;
  /** An early estimate of the score, if there is one; handed in. */
  readonly early: { readonly value: number; readonly reach: number } | undefined;
  /** When the current run will probably end; undefined while that is unknown. */
  readonly endsAt: number | undefined;
  /** When `endsAt` was last moved. */
  readonly forecastAt: number;
}

/** What belongs to one run and is forgotten when the next begins. */
export const freshRun = {
  groundTruth: { done: 0, total: 0, isOver: false },
  checkedSince: undefined,
  audit: { done: 0, total: 0 },
  likelyMs: new Map<string, number>(),
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
  return { job, rows: [], current: -1, expectedMs: new Map(), capacity: Infinity, faults: [], ...freshRun };
}

type PlannedRow = Pick<LiveRow, 'model' | 'split' | 'total'> & { readonly name?: string | undefined };

export function createRow({ model, name = model, split, total }: PlannedRow): LiveRow {
  const nothing = { answered: 0, judged: 0, passed: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 };
  return { model, name, split, total, phase: 'waiting', ...nothing, startedAt: 0, endedAt: 0 };
}

export function describeCost(costUsd: number): string {
  return costUsd > 0 ? formatCost(costUsd) : '';
}

export function describeEarly({ value, reach }: NonNullable<LiveState['early']>): string {
  return `≈ ${(100 * value).toFixed(1)}% ± ${(100 * reach).toFixed(1)}`;
}

/** `round 2: 37 of 61 repaired`; empty before the first round. */
export function describeRound({ round, passed }: LiveRow): string {
  return round ? `round ${round.number}: ${passed - round.passedBefore} of ${round.asked} repaired` : '';
}

/** How much of a row is done: samples judged, or answered where nothing is judged. */
export function doneOf({ answered, judged }: LiveRow, job: LiveState['job']): number {
  return job === 'generate' ? answered : judged;
}
