import { formatDuration } from '../../../report/progress.ts';
import type { RunEvent } from '../../../schema/run-event.ts';
import { rateOf } from './forecast.ts';
import {
  type CollapsedFault,
  describeCost,
  describeEarly,
  describeRound,
  doneOf,
  type LiveState,
} from './live-state.ts';

/** What an event has to say where nothing can be redrawn: `before` and `after` are the states around it. */
export function describeEvent(event: RunEvent, before: LiveState, after: LiveState, at: number): string[] {
  switch (event.type) {
    case 'request-failed':
    case 'request-retried':
    case 'execution-failed':
      return after.faults
        .filter((fault) => !isKnown(fault, before))
        .map(({ message, isFinal }) => (isFinal ? message : `retrying: ${message}`));
    case 'draining':
      return event.waitMs > 0 ? ['Waiting for answers in flight; press Ctrl-C again to stop now.'] : [];
    case 'round-started':
      return [`Round ${event.round} of ${event.rounds}: ${event.asked} answers to repair.`];
    case 'run-finished':
    case 'generation-finished':
    case 'run-failed': {
      if (event.type === 'generation-finished' && after.job !== 'generate') return [];
      const row = after.rows[after.current];
      const seconds = row ? formatDuration((at - row.startedAt) / 1000) : '';
      return row ? [`${describeProgress(after, at)}, ${seconds}`] : [];
    }
    default:
      return [];
  }
}

/** One line about how far the run under way is. */
export function describeProgress(state: LiveState, at: number): string {
  const row = state.rows[state.current];
  if (!row) return '';
  const { groundTruth, job } = state;
  if (row.phase === 'running' && groundTruth.total > 0 && !groundTruth.isOver && row.judged === 0) {
    return `${row.name}: ${groundTruth.done}/${groundTruth.total} reference solutions checked`;
  }
  const done = doneOf(row, job);
  const share = row.total === 0 ? 100 : Math.floor((100 * done) / row.total);
  const rate = rateOf(state, row, at);
  const isRunning = row.phase === 'running';
  const parts = [
    `${row.name}: ${done}/${row.total} (${share}%)`,
    job === 'run' && isRunning && row.answered > done ? `${row.answered} answered` : '',
    job === 'generate' ? '' : `${row.passed} passed, ${row.judged - row.passed} failed`,
    isRunning ? describeRound(row) : '',
    describeCost(row.costUsd),
    isRunning && state.early ? `score ${describeEarly(state.early)}` : '',
    isRunning && rate > 0 ? `${rate.toFixed(1)}/s` : '',
    isRunning && state.endsAt !== undefined ? `~${formatDuration(Math.max(0, state.endsAt - at) / 1000)} left` : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** Errors that came more than once, at the end. */
export function describeRepeated({ faults }: LiveState): string[] {
  return faults.filter(({ count }) => count > 1).map(({ message, count }) => `${count}× ${message}`);
}

function isKnown(fault: CollapsedFault, { faults }: LiveState): boolean {
  return faults.some(({ message, isFinal }) => message === fault.message && isFinal === fault.isFinal);
}
