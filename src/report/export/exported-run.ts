import type { RunRecord } from '../../schema/run-record.ts';
import type { Sample } from '../../schema/sample.ts';
import type { Task } from '../../schema/task.ts';
import type { Verdict } from '../../schema/verdict.ts';
import type { OutputFile } from '../../util/output-file.ts';

export interface ExportedRun {
  readonly record: RunRecord;
  /** Task by task, in the order of the record. */
  readonly samples: () => AsyncIterable<ExportedSample>;
}

export interface ExportedSample {
  readonly task: Task;
  readonly sample: Sample;
  readonly verdict: Verdict;
}

export type ExportedFile = OutputFile<string | AsyncIterable<string>>;

/** The model as others name it: without the provider. */
export function modelIdOf({ model }: RunRecord): string {
  return model.modelId ?? model.name.replace(/^[a-z-]+:/, '');
}

export function hubDatasetOf({ subset }: Pick<RunRecord, 'subset'>): string {
  return subset === 'hard' ? 'bigcode/bigcodebench-hard' : 'bigcode/bigcodebench';
}
