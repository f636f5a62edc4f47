import type { RunState } from '../run-state.ts';
import { nameOf } from './example-events.ts';

/** All that a state says, as plain data, so that two states can be compared. */
export function describeState(state: RunState) {
  const { startedAt, conditions, spentUsd, lastRound, epoch, verdictCount, passedCount, sampleCount } = state;
  return {
    ...{ startedAt, conditions, spentUsd, lastRound, epoch, verdictCount, passedCount, sampleCount },
    samples: [...state.samples()],
    judged: state.judged.map(nameOf),
    chances: state.judged.map((sample) => state.chanceOf(sample)),
    groundTruth: [...state.groundTruth],
    doubtfulSince: state.doubtfulSince,
    result: state.result,
  };
}
