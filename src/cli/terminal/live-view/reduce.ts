import type { RunEvent } from '../../../schema/run-event.ts';
import { updateForecast } from './forecast.ts';
import { type CollapsedFault, createRow, freshRun, type LiveRow, type LiveState } from './live-state.ts';

const failuresKept = 5;

type Of<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>;

/** What happened at this moment, put into the state. */
export function reduce(state: LiveState, event: RunEvent, at: number): LiveState {
  switch (event.type) {
    case 'sweep-planned':
      return { ...state, rows: event.runs.map(({ model, split, total }) => createRow(model, split, total)) };
    case 'run-started':
      return startRun(state, event, at);
    case 'answered':
      return updateRow(
        state,
        ({ inputTokens, outputTokens, costUsd }) => ({
          inputTokens: inputTokens + (event.usage?.inputTokens ?? 0),
          outputTokens: outputTokens + (event.usage?.outputTokens ?? 0),
          costUsd: costUsd + (event.costUsd ?? 0),
        }),
        { ...state, pace: { ...state.pace, ...countAnswer(state, at) } },
      );
    case 'sample':
      return updateForecast(
        updateRow(state, ({ answered }) => ({ answered: answered + 1 })),
        at,
      );
    case 'evaluation-opened':
      return updateRow(state, () => ({ judged: event.done, passed: event.passed }));
    case 'ground-truth-started':
      return { ...state, groundTruth: { done: event.done, total: event.total, isOver: false } };
    case 'ground-truth':
      return enterGroundTruth(state, event);
    case 'ground-truth-finished':
      return { ...state, groundTruth: { ...state.groundTruth, isOver: true } };
    case 'executing':
      return { ...state, running: new Map(state.running).set(`${event.taskId}#${event.index}`, at) };
    case 'verdict':
      return updateForecast(enterVerdict(state, event, at), at);
    case 'execution-failed':
      return addFault(stopRunning(state, event), `the sandbox failed: ${event.reason}`, { isFinal: true });
    case 'request-failed':
      return addFault(state, event.message, { isFinal: true, count: event.samples });
    case 'request-retried':
      return addFault(state, event.message, { isFinal: false });
    case 'generation-finished':
      if (state.job !== 'generate') return state;
      return endRun(state, at, { phase: event.missing > 0 ? 'failed' : 'finished' });
    case 'draining':
      return { ...state, isDraining: true };
    case 'run-finished':
      return endRun(state, at, { phase: 'finished', passAt1: event.score.passAt1.value });
    case 'run-failed':
      return endRun(state, at, { phase: 'failed' });
    case 'verdicts-started':
      return { ...state, capacity: event.capacity ?? state.capacity };
    case 'generation-planned':
    case 'verdicts-finished':
    case 'confirmation':
    case 'warning':
      return state;
  }
}

function startRun(state: LiveState, { model, split, total }: Of<'run-started'>, at: number): LiveState {
  const planned = state.rows.findIndex((row) => row.phase === 'waiting' && row.model === model && row.split === split);
  const rows = planned < 0 ? [...state.rows, createRow(model, split, total)] : state.rows;
  const current = planned < 0 ? rows.length - 1 : planned;
  const begun = rows.map(
    (row, position): LiveRow => (position === current ? { ...row, total, phase: 'running', startedAt: at } : row),
  );
  return { ...state, ...freshRun, rows: begun, current };
}

function endRun(state: LiveState, at: number, facts: Pick<LiveRow, 'phase' | 'passAt1'>): LiveState {
  const ended = updateRow(state, () => ({ ...facts, endedAt: at }));
  return { ...ended, running: new Map(), endsAt: undefined };
}

function updateRow(state: LiveState, change: (row: LiveRow) => Partial<LiveRow>, above: LiveState = state): LiveState {
  const rows = state.rows.map((row, position) => (position === state.current ? { ...row, ...change(row) } : row));
  return { ...above, rows };
}

function countAnswer({ pace }: LiveState, at: number) {
  return { answers: pace.answers + 1, firstAnswerAt: pace.answers === 0 ? at : pace.firstAnswerAt };
}

function enterGroundTruth(state: LiveState, { groundTruth, done, total }: Of<'ground-truth'>): LiveState {
  const expectedMs = new Map(state.expectedMs).set(groundTruth.taskId, groundTruth.wallMs);
  return { ...state, expectedMs, groundTruth: { done, total, isOver: false } };
}

function enterVerdict(state: LiveState, event: Of<'verdict'>, at: number): LiveState {
  const isPass = event.status === 'pass';
  const { pace } = state;
  const work = state.expectedMs.get(event.taskId) ?? 0;
  const judged = updateRow(stopRunning(state, event), (row) => ({
    judged: row.judged + 1,
    passed: row.passed + (isPass ? 1 : 0),
  }));
  const counted: LiveState = {
    ...judged,
    pace: {
      ...pace,
      verdicts: pace.verdicts + 1,
      work: pace.work + (event.cached ? 0 : work),
      cachedWork: pace.cachedWork + (event.cached ? work : 0),
      firstVerdictAt: pace.verdicts === 0 ? at - event.wallMs : pace.firstVerdictAt,
    },
  };
  if (isPass) return counted;
  const cause = event.cause ?? event.outcome;
  return {
    ...counted,
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

function addFault(
  state: LiveState,
  message: string,
  { isFinal, count = 1 }: { isFinal: boolean; count?: number },
): LiveState {
  const isSame = (fault: CollapsedFault) => fault.message === message && fault.isFinal === isFinal;
  const known = state.faults.find(isSame);
  const fault = { message, isFinal, count: (known?.count ?? 0) + count };
  return { ...state, faults: [...state.faults.filter((each) => !isSame(each)), fault] };
}
