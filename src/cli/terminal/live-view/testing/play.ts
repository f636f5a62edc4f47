import type { RunEvent } from '../../../../schema/run-event.ts';
import { createLiveState, type LiveState } from '../live-state.ts';
import { reduce } from '../reduce.ts';

/** An event and when it happens, in milliseconds. */
export type Moment = readonly [at: number, event: RunEvent];

/** The state after these moments. */
export function play(moments: readonly Moment[], job: LiveState['job'] = 'run'): LiveState {
  return moments.reduce((state, [at, event]) => reduce(state, event, at), createLiveState(job));
}

export const started = (model: string, total: number): RunEvent => ({
  type: 'run-started',
  model,
  split: 'complete',
  subset: 'starter',
  total,
});

export const sample = (taskId: string): RunEvent => ({ type: 'sample', taskId, index: 0 });

export const executing = (taskId: string): RunEvent => ({ type: 'executing', taskId, index: 0 });

export function verdict(taskId: string, cause?: string, facts: { wallMs?: number; cached?: boolean } = {}): RunEvent {
  const outcome = cause === undefined ? ('pass' as const) : ('fail' as const);
  const { wallMs = 100, cached = false } = facts;
  return { type: 'verdict', taskId, index: 0, outcome, status: outcome, cause, wallMs, cached };
}

export function groundTruth(taskId: string, wallMs: number, done: number, total: number): RunEvent {
  const state = { state: 'stable' as const };
  return {
    type: 'ground-truth',
    groundTruth: { taskId, state, wallMs, cpuMs: wallMs, testCpuMs: wallMs },
    done,
    total,
  };
}

export const unreachable: RunEvent = {
  type: 'request-failed',
  taskId: 'T/1',
  samples: 1,
  fault: 'network',
  message: 'OpenAI-compatible server at http://127.0.0.1:1/v1 cannot be reached: check the address.',
};
