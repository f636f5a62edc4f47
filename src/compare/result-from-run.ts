import { join } from 'node:path';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { causeOf } from '../report/failure-causes.ts';
import type { RunRecord } from '../schema/run-record.ts';
import type { Verdict } from '../schema/verdict.ts';
import { readRun, type StoredRun } from '../store/read-run.ts';
import { readVerdictSummaries } from '../store/read-verdict-summaries.ts';
import { collect } from '../util/collect.ts';
import { type GatheredSample, gatherTasks, type Result } from './result.ts';

/** Reads a finished evaluation from its folder. */
export async function readRunResult(path: string): Promise<Result> {
  const run = await readRun(path);
  const { record } = run;
  if (record.state !== 'finished') {
    const state = record.state === 'running' ? 'is still running' : 'was stopped before its end';
    throw new BigCodeBenchError(
      'BAD_INPUT',
      `${path} ${state} (${record.verdicts} of ${record.samples} verdicts): finish it first, with the same command.`,
      { data: { file: path } },
    );
  }
  const samples: Iterable<GatheredSample> =
    (await readVerdictSummaries(join(run.path, 'verdicts.parquet'))) ?? (await readJournal(run));
  const tasks = gatherTasks(samples);
  return {
    ...describeRecord(record, path),
    tasks: new Map(inOrder(record.taskIds, tasks)),
    loadTasks: () => run.tasks(),
  };
}

/** What a run's record says that matters when it is compared. */
export function describeRecord(record: RunRecord, source: string): Omit<Result, 'tasks'> {
  const { model, split, subset, dataset, rules, conditions, result } = record;
  return {
    model: model.name,
    source,
    runId: record.id,
    conditions: {
      split,
      subset,
      dataset: `${dataset.name} ${dataset.version}`,
      datasetHash: dataset.hash,
      rules,
      fingerprint: conditions.fingerprint,
      caveat: conditions.caveat,
    },
    costUsd: result?.costUsd,
    usage: result?.usage,
    notes: [...(result?.notes ?? [])],
  };
}

function* inOrder<Value>(ids: readonly string[], values: ReadonlyMap<string, Value>): Generator<[string, Value]> {
  for (const id of ids) {
    const value = values.get(id);
    if (value !== undefined) yield [id, value];
  }
}

/** The slow way, where the table of verdicts is gone. */
async function readJournal(run: StoredRun): Promise<GatheredSample[]> {
  const verdicts: Verdict[] = await collect(run.verdicts());
  return verdicts.map((verdict) => ({
    taskId: verdict.taskId,
    status: verdict.status,
    cause: () => causeOf(verdict),
  }));
}
