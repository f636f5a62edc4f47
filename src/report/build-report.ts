import { isFailing } from '../schema/execution.ts';
import type { RunRecord, RunResult } from '../schema/run-record.ts';
import type { Task } from '../schema/task.ts';
import type { Verdict } from '../schema/verdict.ts';
import { createSharing } from '../util/sharing.ts';
import type { RunReport } from './run-report.ts';

/** What a report is made of, as a run folder holds it. */
export interface ReportMaterial {
  readonly record: RunRecord;
  readonly result: RunResult;
  readonly tasks: readonly Task[];
  readonly verdicts: readonly Verdict[];
  readonly verified?: RunReport['verified'];
}

/** Collects what reporters say about a run, whether it just ended or is read back from its folder. */
export function buildReport({ record, result, tasks, verdicts, verified }: ReportMaterial): RunReport {
  const { id, model, split, subset, dataset, rules, conditions, startedAt, labels, missing } = record;
  const { fingerprint, python, isolation, caveat } = conditions;
  const { finishedAt: _at, verdicts: _count, passed: _passed, damagedLines: _lines, notes, ...found } = result;
  return {
    record: { ...record, result, conditions: { ...conditions, address: undefined } },
    runId: id,
    model: model.name,
    parameters: { ...model.parameters, nSamples: model.nSamples },
    ...{ split, subset, datasetVersion: dataset.version, startedAt, labels, calibrated: rules.calibrated, missing },
    conditions: { fingerprint, python, level: isolation },
    ...found,
    ...(verified ? { verified } : {}),
    tasks,
    verdicts,
    notes: caveat === undefined ? notes : [`Not comparable with other results: ${caveat}.`, ...notes],
  };
}

const wholeAtMost = 5000;
const messageTail = 200;

/**
 * Keeps what reporters need from each verdict of a run. For a large run that is little: no programs, no output, only the
 * failed tests, and equal lists of those shared, so that 100,000 verdicts fit into memory.
 */
export function createReportTrimmer(total: number): (verdict: Verdict) => Verdict {
  if (total <= wholeAtMost) return (verdict) => verdict;
  const share = createSharing<Verdict['tests']>(JSON.stringify);
  const shareFlags = createSharing<Verdict['flags']>(JSON.stringify);
  return (verdict) => {
    const failed = verdict.tests.filter(isFailing).map(({ name, outcome, message }, at) => {
      // The first traceback says why. A copy, because a slice would keep the whole text in memory.
      const tail = at === 0 && message ? Buffer.from(message.slice(-messageTail)).toString() : undefined;
      return { name, outcome, ms: 0, ...(tail ? { message: tail } : {}) };
    });
    const none = { solution: '', jobHash: '', stdout: '', stderr: '' };
    const kept = { ...verdict, ...none, tests: share(failed), flags: shareFlags(verdict.flags) };
    // A member more than the others have would cost each verdict three times its memory.
    return kept.stack === undefined ? kept : { ...kept, stack: undefined };
  };
}
