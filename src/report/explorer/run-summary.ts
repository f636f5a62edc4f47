import type { RunRecord } from '../../schema/run-record.ts';
import type { Estimate } from '../../schema/score.ts';
import type { Fact, RunDetails, RunSummary } from '../../schema/view/run-document.ts';
import { hashValue } from '../../util/hash.ts';
import { describeStop } from '../format-decision.ts';
import { listRounds } from '../rounds-sections.ts';

export function buildRunSummary(record: RunRecord, passAt1: Estimate | undefined, problem?: string): RunSummary {
  const { id, state, split, subset, dataset, verdicts, passed, startedAt } = record;
  const { result, model, taskIds, samples, conditions } = record;
  const { groundTruth, score, durationMs, usage, costUsd } = result ?? {};
  return {
    ...{ id, state, model: model.name, split, subset },
    dataset: `${dataset.name} ${dataset.version}`,
    tasks: taskIds.length,
    tasksHash: hashValue(taskIds.toSorted()),
    nSamples: model.nSamples ?? Math.max(1, Math.round(samples / Math.max(1, taskIds.length))),
    ...{ verdicts, total: samples, passed, passAt1, hard: score?.hard, byDomain: score?.byDomain },
    ...{ startedAt, durationMs, usage, costUsd },
    groundTruth: groundTruth && { tasks: groundTruth.tasks, passed: groundTruth.passed },
    answers: result?.answers,
    fingerprint: conditions.fingerprint,
    isolation: conditions.isolation,
    caveats: [
      conditions.caveat,
      result?.decision && describeStop(result.decision),
      ...(model.restrictions ?? []).map((restriction) => `The model was ${restriction}.`),
      record.damagedLines === 0 ? undefined : `${record.damagedLines} lines of the journal could not be read.`,
      problem,
    ].filter((caveat) => caveat !== undefined),
  };
}

export function buildRunDetails(record: RunRecord, path: string): RunDetails {
  const { result } = record;
  const { score, decision, rounds, groundTruth, excluded = [], notes = [] } = result ?? {};
  return {
    ...{ score, decision, rounds: rounds && listRounds(rounds), groundTruth, excluded, notes },
    provenance: listProvenance(record),
    commands: [
      { name: 'report', value: `bcb report ${path}` },
      ...(result === undefined ? [] : [{ name: 'failed tasks again', value: `--select failed@${path}` }]),
    ],
  };
}

function listProvenance(record: RunRecord): Fact[] {
  const { model, dataset, rules, conditions, tool, result } = record;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['run', record.id],
    ['model', joinKnown([model.name, model.revision], ' @ ')],
    ['parameters', describeParameters(model.parameters)],
    ['dataset', `${dataset.name} ${dataset.version}, ${dataset.hash.slice(0, 12)}`],
    ['executor', joinKnown([conditions.executor, conditions.address], ' at ')],
    ['isolation', conditions.isolation],
    ['environment', joinKnown([conditions.fingerprint, conditions.python && `Python ${conditions.python}`], ', ')],
    ['time limit', describeTimeLimit(rules.timeLimit)],
    ['memory limit', `${rules.limits.memoryMb} MB`],
    ['calibrated', rules.calibrated ? 'yes' : 'no'],
    ['verdicts', rules.verdicts],
    ['tasks without a sample', record.missing === 'fail' ? undefined : record.missing],
    ['made by', `bigcodebench ${tool.version}, Node ${tool.node}, ${tool.platform}`],
    ['started', record.startedAt],
    ['finished', result?.finishedAt],
    ['answers cut off', result && String(result.answers.truncated)],
    ['answers without code', result && String(result.answers.empty)],
  ];
  return facts.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [{ name, value }]));
}

function joinKnown(words: readonly (string | undefined)[], separator: string): string {
  return words.filter(Boolean).join(separator);
}

function describeParameters(parameters: RunRecord['model']['parameters'] = {}): string {
  return Object.entries(parameters)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(', ');
}

function describeTimeLimit(limit: RunRecord['rules']['timeLimit']): string {
  return limit.kind === 'fixed'
    ? `${limit.seconds} s`
    : `by what the reference solution needs, ${limit.floorSeconds} s at least`;
}
