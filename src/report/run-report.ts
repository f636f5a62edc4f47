import { isFailing } from '../schema/execution.ts';
import type { Optional } from '../schema/optional.ts';
import type { RunConditions, RunRecord, RunResult } from '../schema/run-record.ts';
import type { Estimate, GroupScore } from '../schema/score.ts';
import type { Task } from '../schema/task.ts';
import type { Verdict } from '../schema/verdict.ts';
import { groupBy } from '../util/group-by.ts';
import { createSharing } from '../util/sharing.ts';
import { nameRuns } from './name-runs.ts';

/** Everything there is to say about a finished evaluation. Reporters are pure functions of it. */
export interface RunReport
  extends Readonly<Pick<RunRecord, 'split' | 'subset'>>,
    Optional<Pick<RunRecord, 'missing' | 'startedAt' | 'labels'>>,
    Readonly<Omit<RunResult, 'finishedAt' | 'verdicts' | 'passed' | 'damagedLines' | 'durationMs'>>,
    Optional<Pick<RunResult, 'durationMs'>> {
  /** What the run says about itself, without the address of its executor. */
  readonly record: RunRecord;
  readonly runId: string;
  readonly model: string;
  /** How it was asked, as far as that is known. */
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
  readonly datasetVersion: string;
  readonly calibrated: boolean;
  /** The score over the verified tasks, where the audit knows these tasks. */
  readonly verified?: GroupScore | undefined;
  /** The Python environment and sandbox that produced the verdicts. */
  readonly conditions: Pick<RunConditions, 'fingerprint' | 'python'> & { readonly level: string };
  readonly tasks: readonly Task[];
  readonly verdicts: readonly Verdict[];
}

/** The report's pass@1; undefined only for a run without tasks. */
export function passAt1(report: RunReport): Estimate | undefined {
  return report.score.byK.find(({ k }) => k === 1)?.passAtK;
}

export type NamedReport = RunReport & { readonly name: string };

/** Reports with names that tell those of the same tasks apart: the model, and what differs between its runs. */
export function nameReports(reports: readonly RunReport[]): NamedReport[] {
  const groups = groupBy(reports, ({ split, subset }) => `${split} ${subset}`);
  const names = new Map<RunReport, string>();
  for (const group of groups.values()) {
    const named = nameRuns(group.map((each) => ({ ...each, label: each.labels?.name, tasks: each.score.tasks })));
    for (const [at, report] of group.entries()) names.set(report, named[at] ?? report.model);
  }
  return reports.map((report) => ({ ...report, name: names.get(report) ?? report.model }));
}

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
