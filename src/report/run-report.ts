import type { Optional } from '../schema/optional.ts';
import type { RunConditions, RunRecord, RunResult } from '../schema/run-record.ts';
import type { Estimate, GroupScore } from '../schema/score.ts';
import type { Task } from '../schema/task.ts';
import type { Verdict } from '../schema/verdict.ts';
import { groupBy } from '../util/group-by.ts';
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
