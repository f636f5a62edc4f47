import { doneOf, type LiveRow, type LiveState } from './live-state.ts';

const atLeast = { verdicts: 3, elapsedMs: 1000 };
/** How long a new forecast takes to be believed, at most: a short rest is soon over. */
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
  const share = 1 - Math.exp(-(at - state.forecastAt) / Math.min(trustMs, 500 + leftMs / 20));
  return { ...state, endsAt: state.endsAt + share * (found - state.endsAt), forecastAt: at };
}

function estimateLeftMs(state: LiveState, at: number): number | undefined {
  const row = state.rows[state.current];
  if (row?.phase !== 'running' || row.total === 0) return undefined;
  const parts = [answersLeftMs(state, row, at)];
  if (state.job !== 'generate') parts.push(verdictsLeftMs(state, row, at));
  if (parts.some((part) => part === undefined)) return undefined;
  // Nothing ends before the program that has longest to go.
  const { running, expectedMs } = state;
  const lefts = [...running].map(([key, since]) => (expectedMs.get(taskOf(key)) ?? 0) - (at - since));
  return Math.max(0, ...lefts, ...parts.map((part) => part ?? 0));
}

/** Answers come at an even pace. */
function answersLeftMs({ pace, job }: LiveState, { total, answered }: LiveRow, at: number): number | undefined {
  const left = total - answered;
  if (left <= 0 || job === 'evaluate') return 0;
  const elapsed = at - pace.firstAnswerAt;
  if (pace.answers < 2 || elapsed < atLeast.elapsedMs) return undefined;
  return (left * elapsed) / (pace.answers - 1);
}

/** Reference solutions, samples and the passes that are audited share the machine, so all of them count. */
function verdictsLeftMs(state: LiveState, row: LiveRow, at: number): number | undefined {
  const { pace, audit } = state;
  const left = row.total - row.judged;
  if (left <= 0 && audit.total === audit.done) return 0;
  const elapsed = at - pace.firstVerdictAt;
  if (pace.verdicts < atLeast.verdicts || elapsed < atLeast.elapsedMs) return undefined;
  if (pace.work === 0) return (left * elapsed) / pace.verdicts;
  const work = measureWork(state, row);
  return (work.left * (at - pace.workSince)) / work.done;
}

/**
 * What ran in this process and what is yet to run, in milliseconds that the reference solutions needed. The slowest are
 * first, so one that did not run yet counts as what it is likely to need, scaled by what those that ran needed.
 */
function measureWork(state: LiveState, { total, judged, passed }: LiveRow) {
  const { expectedMs, likelyMs, pace, groundTruth, audit } = state;
  const measured = sum(expectedMs.values());
  const likely = sum([...expectedMs.keys()].map((taskId) => likelyMs.get(taskId) ?? 0));
  const unknown = [...likelyMs].flatMap(([taskId, ms]) => (expectedMs.has(taskId) ? [] : [ms]));
  const unmeasured = (likely > 0 ? measured / likely : 1) * sum(unknown);
  const average = (measured + unmeasured) / Math.max(1, expectedMs.size + unknown.length);
  // Of verdicts of an earlier process only the number is known.
  const earlier = (judged - pace.verdicts) * average;
  const samples = Math.max(0, total * average - pace.work - pace.cachedWork - earlier);
  const unchecked = groundTruth.isOver ? 0 : groundTruth.total - groundTruth.done;
  const checks = unchecked * (unknown.length > 0 ? unmeasured / unknown.length : average);
  const passes = Math.min(audit.total, (total * (passed + 1)) / (judged + 1));
  const left = samples + checks + (passes - audit.done) * average;
  return { done: pace.work + pace.checked + audit.done * average, left };
}

function sum(numbers: Iterable<number>): number {
  return [...numbers].reduce((total, number) => total + number, 0);
}

/** `Starter/3#0` → `Starter/3` */
export function taskOf(key: string): string {
  return key.slice(0, key.lastIndexOf('#'));
}

/** Samples a second, of those that were done in this process. */
export function rateOf({ pace, job }: LiveState, row: LiveRow, at: number): number {
  if (row.phase !== 'running') {
    const seconds = (row.endedAt - row.startedAt) / 1000;
    return seconds > 0 ? doneOf(row, job) / seconds : 0;
  }
  const [count, since] = job === 'generate' ? [pace.answers, pace.firstAnswerAt] : [pace.verdicts, pace.firstVerdictAt];
  const elapsed = (at - since) / 1000;
  return count > 1 && elapsed > 0 ? count / elapsed : 0;
}
