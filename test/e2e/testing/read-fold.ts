import { readRun } from '../../../src/store/run-log.ts';
import { collect } from '../../../src/util/collect.ts';

/** What the log of a run comes to, without what differs between two runs of the same: dates, times, memory and chance. */
export async function readFold(path: string) {
  const log = await readRun(path);
  const { state } = log;
  const { startedAt: _, result, ...record } = log.record;
  const { finishedAt: __, durationMs: ___, audit, notes = [], ...found } = result ?? {};
  const { seed: ____, cost: _____, ...audited } = audit ?? {};
  const verdicts = await collect(log.verdicts());
  return {
    record,
    result: result && { ...found, audit: audit && audited, notes: notes.map(withoutCost) },
    spentUsd: state.spentUsd,
    groundTruth: Object.fromEntries([...state.groundTruth].map(([id, { state: found }]) => [id, found]).sort()),
    samples: [...state.samples()]
      .map(({ answer, verdict, audit, confirmations = [], ...sample }) => ({
        ...sample,
        proof: audit?.proof,
        seeds: confirmations.map(({ seed, status }) => `${seed} ${status}`).sort(),
        isAnswered: answer !== undefined,
        outcome: verdict?.outcome,
      }))
      .sort((a, b) => a.taskId.localeCompare(b.taskId) || a.index - b.index),
    verdicts: verdicts.map(({ wallMs, cpuMs, testCpuMs, peakMb, cached, tests, ...verdict }) => ({
      ...verdict,
      tests: tests.map(({ name, outcome }) => `${name} ${outcome}`),
    })),
  };
}

const withoutCost = (note: string) => note.replace(/took \d+\.\d% of the CPU/, 'took a share of the CPU');
