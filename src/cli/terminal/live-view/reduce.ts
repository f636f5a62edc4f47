import type { RunEvent } from '../../../schema/run-event.ts';
import { updateForecast } from './forecast.ts';
import { type CollapsedFault, createRow, freshRun, type LiveRow, type LiveState } from './live-state.ts';

const failuresKept = 5;

type Of<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>;

export function reduce(state: LiveState, event: RunEvent, at: number): LiveState {
  switch (event.type) {
    case 'runs-planned':
      return { ...state, rows: event.runs.map(createRow) };
    case 'run-started':
      return startRun(state, event, at);
    case 'answered':
      return enterAnswer(state, event, at);
    case 'sample': {
      const counted = updateRow(state, ({ answered }) => ({ answered: answered + 1 }));
      return updateForecast(counted, at);
    }
    case 'run-opened':
      return resumeRun(state, event);
    case 'ground-truth-started':
      return { ...state, checkedSince: at, groundTruth: { done: event.done, total: event.total, isOver: false } };
    case 'ground-truth':
      return updateForecast(enterGroundTruth(state, event, at), at);
    case 'ground-truth-finished':
      return { ...state, groundTruth: { ...state.groundTruth, isOver: true } };
    case 'executing':
      return { ...state, running: new Map(state.running).set(`${event.taskId}#${event.index}`, at) };
    case 'verdict':
      return updateForecast(enterVerdict(state, event, at), at);
    case 'execution-failed': {
      const message = `the sandbox failed: ${event.reason}`;
      return addFault(stopRunning(state, event), { message, isFinal: true, count: 1 });
    }
    case 'request-failed':
      return addFault(state, { message: event.message, isFinal: true, count: event.samples });
    case 'request-retried':
      return addFault(state, { message: event.message, isFinal: false, count: 1 });
    case 'generation-finished':
      if (state.job !== 'generate') return state;
      return endRun(state, at, { phase: event.missing > 0 ? 'failed' : 'finished' });
    case 'draining':
      return { ...state, isDraining: true };
    case 'run-finished':
      return endRun(state, at, { phase: 'finished', passAt1: event.score.passAt1.value });
    case 'run-failed':
      return endRun(state, at, { phase: 'failed' });
    case 'verdicts-started': {
      const { capacity = state.capacity, audits = 0, likelyMs = {} } = event;
      return { ...state, capacity, audit: { done: 0, total: audits }, likelyMs: new Map(Object.entries(likelyMs)) };
    }
    case 'proof':
      return updateForecast({ ...state, audit: { done: event.done, total: event.total } }, at);
    case 'round-started':
      return startRound(state, event);
    case 'generation-planned':
    case 'verdicts-finished':
    case 'confirmation':
    case 'warning':
      return state;
  }
}

function startRun(state: LiveState, { model, split, total }: Of<'run-started'>, at: number): LiveState {
  const planned = state.rows.findIndex((row) => row.phase === 'waiting' && row.model === model && row.split === split);
  const rows = planned < 0 ? [...state.rows, createRow({ model, split, total })] : state.rows;
  const current = planned < 0 ? rows.length - 1 : planned;
  const begun = rows.map(
    (row, position): LiveRow => (position === current ? { ...row, total, phase: 'running', startedAt: at } : row),
  );
  return { ...state, ...freshRun, rows: begun, current };
}

/** What is asked again has no verdict until it is judged again. */
function startRound(state: LiveState, { round: number, asked, judged, repaired, passed }: Of<'round-started'>) {
  // The score so far is what repairs change.
  return updateRow({ ...state, early: undefined }, ({ total }) => ({
    answered: total - asked,
    judged: total - asked + judged,
    passed: passed + repaired,
    round: { number, asked, passedBefore: passed },
  }));
}

/** Verdicts of an earlier process count as much as those to come. */
function resumeRun(state: LiveState, { done, passed, causes = {} }: Of<'run-opened'>): LiveState {
  const counted = updateRow(state, () => ({ judged: done, passed }));
  return { ...counted, causes: new Map(Object.entries(causes)) };
}

function endRun(state: LiveState, at: number, facts: Pick<LiveRow, 'phase' | 'passAt1'>): LiveState {
  const ended = updateRow(state, () => ({ ...facts, endedAt: at }));
  return { ...ended, running: new Map(), endsAt: undefined };
}

function updateRow(state: LiveState, change: (row: LiveRow) => Partial<LiveRow>): LiveState {
  const rows = state.rows.map((row, position) => (position === state.current ? { ...row, ...change(row) } : row));
  return { ...state, rows };
}

function enterAnswer(state: LiveState, { usage, costUsd: cost = 0 }: Of<'answered'>, at: number): LiveState {
  const { pace } = state;
  const firstAnswerAt = pace.answers === 0 ? at : pace.firstAnswerAt;
  const counted = { ...state, pace: { ...pace, answers: pace.answers + 1, firstAnswerAt } };
  return updateRow(counted, ({ inputTokens, outputTokens, costUsd }) => ({
    inputTokens: inputTokens + (usage?.inputTokens ?? 0),
    outputTokens: outputTokens + (usage?.outputTokens ?? 0),
    costUsd: costUsd + cost,
  }));
}

function enterGroundTruth(state: LiveState, { groundTruth, done, total }: Of<'ground-truth'>, at: number): LiveState {
  const { taskId, wallMs } = groundTruth;
  const { pace, capacity, checkedSince = at } = state;
  const expectedMs = new Map(state.expectedMs).set(taskId, wallMs);
  const checked = { ...state, expectedMs, groundTruth: { done, total, isOver: false } };
  // More than could have run by now was in the cache, and says nothing about the pace.
  if (!(pace.checked <= capacity * (at - checkedSince))) return checked;
  const workSince = beginWork(pace, at - wallMs);
  return { ...checked, pace: { ...pace, checked: pace.checked + wallMs, workSince } };
}

function beginWork({ work, checked, workSince }: LiveState['pace'], at: number): number {
  return work + checked === 0 ? at : workSince;
}

function enterVerdict(state: LiveState, event: Of<'verdict'>, at: number): LiveState {
  const isPass = event.status === 'pass';
  const { pace } = state;
  const work = state.expectedMs.get(event.taskId) ?? state.likelyMs.get(event.taskId) ?? 0;
  const judged = updateRow(stopRunning(state, event), (row) => {
    return { judged: row.judged + 1, passed: row.passed + (isPass ? 1 : 0) };
  });
  const counted: LiveState['pace'] = {
    ...pace,
    verdicts: pace.verdicts + 1,
    work: pace.work + (event.cached ? 0 : work),
    cachedWork: pace.cachedWork + (event.cached ? work : 0),
    workSince: beginWork(pace, at - event.wallMs),
    firstVerdictAt: pace.verdicts === 0 ? at - event.wallMs : pace.firstVerdictAt,
  };
  if (isPass) return { ...judged, pace: counted };
  const cause = event.cause ?? event.outcome;
  return {
    ...judged,
    pace: counted,
    causes: new Map(state.causes).set(cause, (state.causes.get(cause) ?? 0) + 1),
    failures: [{ taskId: event.taskId, cause }, ...state.failures].slice(0, failuresKept),
  };
}

function stopRunning(state: LiveState, { taskId, index }: { taskId: string; index: number }): LiveState {
  const key = `${taskId}#${index}`;
  if (!state.running.has(key)) return state;
  const running = new Map(state.running);
  running.delete(key);
  return { ...state, running };
}

function addFault(state: LiveState, { message, isFinal, count }: CollapsedFault): LiveState {
  const isSame = (fault: CollapsedFault) => fault.message === message && fault.isFinal === isFinal;
  const fault = { message, isFinal, count: (state.faults.find(isSame)?.count ?? 0) + count };
  return { ...state, faults: [...state.faults.filter((each) => !isSame(each)), fault] };
}
