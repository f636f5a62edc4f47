import { doneOf, type LiveRow, type LiveState } from './live-state.ts';

const atLeast = { verdicts: 3, elapsedMs: 1000 };
/** How long a new forecast takes to be believed. */
const trustMs = 8000;

/**
 * When the current run will end. Slow tasks start first, so counting samples would promise hours at the beginning and
 * nothing at the end: what is left is measured by what the reference solutions needed. New findings move the forecast
 * gradually, so that it does not jump.
 */
export function updateForecast(state: LiveState, at: number): LiveState {
  const leftMs = estimateLeftMs(state, at);
  if (leftMs === undefined) return state;
  const found = at + leftMs;
  if (state.endsAt === undefined) return { ...state, endsAt: found, forecastAt: at };
  const share = 1 - Math.exp(-(at - state.forecastAt) / trustMs);
  return { ...state, endsAt: state.endsAt + share * (found - state.endsAt), forecastAt: at };
}

function estimateLeftMs(state: LiveState, at: number): number | undefined {
  const row = state.rows[state.current];
  if (row?.phase !== 'running' || row.total === 0) return undefined;
  const parts =
    state.job === 'generate'
      ? [answersLeftMs(state, row, at)]
      : [answersLeftMs(state, row, at), verdictsLeftMs(state, row, at)];
  if (parts.some((part) => part === undefined)) return undefined;
  return Math.max(longestLeftMs(state, at), ...parts.map((part) => part ?? 0));
}

/** Answers come at an even pace. */
function answersLeftMs({ pace, job }: LiveState, { total, answered }: LiveRow, at: number): number | undefined {
  const left = total - answered;
  if (left <= 0 || job === 'evaluate') return 0;
  const elapsed = at - pace.firstAnswerAt;
  if (pace.answers < 2 || elapsed < atLeast.elapsedMs) return undefined;
  return (left * elapsed) / (pace.answers - 1);
}

function verdictsLeftMs(state: LiveState, row: LiveRow, at: number): number | undefined {
  const { pace } = state;
  const left = row.total - row.judged;
  if (left <= 0) return 0;
  const elapsed = at - pace.firstVerdictAt;
  if (pace.verdicts < atLeast.verdicts || elapsed < atLeast.elapsedMs) return undefined;
  const byWork = pace.work > 0 ? (workLeft(state, row) * elapsed) / pace.work : undefined;
  return byWork ?? (left * elapsed) / pace.verdicts;
}

/** Milliseconds that the reference solutions of the samples without a verdict needed. */
function workLeft({ expectedMs, pace }: LiveState, { total, judged }: LiveRow): number {
  const all = [...expectedMs.values()].reduce((sum, ms) => sum + ms, 0);
  const perTask = expectedMs.size === 0 ? 0 : total / expectedMs.size;
  const average = expectedMs.size === 0 ? 0 : all / expectedMs.size;
  // Of verdicts of an earlier process only the number is known.
  const earlier = (judged - pace.verdicts) * average;
  return Math.max(0, all * perTask - pace.work - pace.cachedWork - earlier);
}

/** Nothing ends before the program that has longest to go. */
function longestLeftMs({ running, expectedMs }: LiveState, at: number): number {
  const lefts = [...running].map(([key, since]) => (expectedMs.get(taskOf(key)) ?? 0) - (at - since));
  return Math.max(0, ...lefts);
}

/** `Starter/3#0` → `Starter/3` */
export function taskOf(key: string): string {
  return key.slice(0, key.lastIndexOf('#'));
}

/** Samples a second, of those that were done in this process. */
export function rateOf(state: LiveState, row: LiveRow, at: number): number {
  const { pace, job } = state;
  if (row.phase !== 'running') {
    const seconds = (row.endedAt - row.startedAt) / 1000;
    return seconds > 0 ? doneOf(row, job) / seconds : 0;
  }
  const [count, since] = job === 'generate' ? [pace.answers, pace.firstAnswerAt] : [pace.verdicts, pace.firstVerdictAt];
  const elapsed = (at - since) / 1000;
  return count > 1 && elapsed > 0 ? count / elapsed : 0;
}
