import { basename, dirname } from 'node:path';
import { listVerified, pickVerified } from '../dataset/shipped-audit.ts';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { buildReport, createReportTrimmer, type ReportMaterial, type RunReport } from '../report/run-report.ts';
import type { Outcome } from '../schema/execution.ts';
import { worldOf } from '../schema/python-environment.ts';
import { type RunRecord, type RunResult, runResultSchema } from '../schema/run-record.ts';
import type { GroupScore, Score } from '../schema/score.ts';
import type { Task } from '../schema/task.ts';
import type { Verdict } from '../schema/verdict.ts';
import { scoreChance } from '../score/score-chance.ts';
import { type ScoreRunInput, scoreGroup, scoreRunInTurns, tallySamples } from '../score/score-run.ts';
import { findRunsLike } from '../store/manifest.ts';
import { matchJudged } from '../store/match-judged.ts';
import { type RunLog, readRun } from '../store/run-log.ts';
import type { RunState } from '../store/run-state.ts';
import type { RunWriter } from '../store/run-writer.ts';
import { stableStringify } from '../util/hash.ts';
import type { KeptFile } from '../util/keep-old-file.ts';
import { estimateFromQuick } from './early-estimate.ts';
import { summarizeAudit } from './proof/summarize-audit.ts';
import {
  describeAudit,
  describeChance,
  describeFlags,
  describeProof,
  describeRepeats,
} from './results/describe-verdicts.ts';
import { type WriteResultsOptions, writeResults } from './results/write-results.ts';

export interface FinishRunOptions
  extends Pick<WriteResultsOptions, 'tasks' | 'paths' | 'groundTruth' | 'savePassRate'>,
    Partial<Pick<RunResult, 'usage' | 'costUsd' | 'rounds' | 'decision'>> {
  readonly log: RunWriter;
  readonly passK: readonly number[];
  readonly excluded?: RunResult['excluded'] | undefined;
  /** The model's name in `pass_at_k.json`, if the original's differs from the run's. */
  readonly upstreamModel?: string | undefined;
  /** Additional sentences for the report. */
  readonly notes?: readonly string[] | undefined;
}

export type FinishedRun = Readonly<{ path: string; record: RunRecord; report: RunReport; files: readonly KeptFile[] }>;

/** What follows once every sample has its verdict: score, exports, the last line of the log, report. */
export async function finishRun(options: FinishRunOptions): Promise<FinishedRun> {
  const { log, tasks, passK, groundTruth, usage, costUsd, rounds, decision, notes = [], excluded = [] } = options;
  const { state, manifest } = log;
  requireVerdicts(state);
  const scored = new Set(log.record.taskIds);
  const scoredTasks = tasks.filter(({ id }) => scored.has(id));
  const score = await scoreState(state, scoredTasks, { passK, hasGroundTruth: groundTruth !== undefined });
  const verdicts: Verdict[] = [];
  const trim = createReportTrimmer(state.verdictCount);
  const model = options.upstreamModel ?? manifest.run.model.name;
  const files = await writeResults({ ...options, score, model, onVerdict: (verdict) => verdicts.push(trim(verdict)) });
  const audit = summarizeAudit(state);
  const { judged } = state;
  const passes = judged.filter(({ verdict }) => verdict.status === 'pass');
  const outcomes: Partial<Record<Outcome, number>> = {};
  for (const { verdict } of judged) outcomes[verdict.outcome] = (outcomes[verdict.outcome] ?? 0) + 1;
  const result = await recordResult(log, {
    score,
    verdicts: state.verdictCount,
    passed: state.passedCount,
    damagedLines: log.damagedLines,
    outcomes,
    groundTruth,
    audit,
    rounds,
    decision,
    excluded,
    usage,
    costUsd,
    answers: {
      truncated: judged.filter(({ finishReason }) => finishReason === 'length').length,
      empty: judged.filter(({ verdict }) => verdict.isEmptyProgram).length,
    },
    notes: [
      ...(manifest.run.model.name === 'canonical' ? [] : describeFlags(verdicts, manifest.run.rules.safetyRules)),
      ...(audit ? describeAudit(audit) : describeProof(verdicts)),
      ...describeRepeats(passes.map(({ taskId, programHash = '' }) => ({ taskId, answer: programHash }))),
      ...describeChance(score, verdicts),
      ...(await describeOtherWorld(log)),
      ...notes,
    ],
  });
  const { record } = log;
  return { path: log.path, record, report: reportOf({ record, result, tasks: scoredTasks, verdicts }), files };
}

/** A sample may lack its verdict where its file changed while it was read. */
function requireVerdicts({ sampleCount, verdictCount }: RunState): void {
  if (verdictCount === sampleCount) return;
  const share = `${sampleCount - verdictCount} of ${sampleCount} samples`;
  const message = `${share} have no verdict, so there is no score yet: the same command judges them.`;
  throw new BigCodeBenchError('INCOMPLETE', message, { isRetryable: true });
}

/** What the same answers did in another world, where they were judged there too. */
async function describeOtherWorld(log: RunLog): Promise<string[]> {
  const out = dirname(dirname(log.path));
  const runs = await findRunsLike(out, log.manifest.identity);
  const twins = runs.filter(({ differences }) => differences.every(({ field }) => ['world', 'tasks'].includes(field)));
  const twin = twins.find(({ differences }) => differences.some(({ field }) => field === 'world'));
  if (!twin) return [];
  const other = await readRun(twin.path);
  const failures = matchJudged(log.state, other.state).filter(({ a }) => a.status !== 'pass');
  const passing = failures.filter(({ b }) => b.status === 'pass');
  const world = worldOf(other.record.conditions.fingerprint) ?? 'full';
  const more = `bcb compare --worlds ${log.id} ${other.id} --out ${basename(out)}`;
  return [`${passing.length} of ${failures.length} failures pass in the world ${world}: \`${more}\`.`];
}

/** The report of a finished run, as it was when the run finished. */
export async function loadReport(log: RunLog): Promise<RunReport> {
  const result = requireResult(log);
  const { record } = log;
  const trim = createReportTrimmer(result.verdicts);
  const verdicts: Verdict[] = [];
  for await (const verdict of log.verdicts()) verdicts.push(trim(verdict));
  return reportOf({ record, result, tasks: await log.tasks(), verdicts });
}

export function requireResult({ path, record }: RunLog): RunResult {
  if (record.result) return record.result;
  const judged = `${record.verdicts} of ${record.samples} samples judged`;
  const message = `${path} is not finished (${judged}): run its command to finish it first.`;
  throw new BigCodeBenchError('BAD_INPUT', message);
}

function reportOf(material: ReportMaterial): RunReport {
  const { record, tasks, verdicts } = material;
  const samples = verdicts.map(({ taskId, status }) => ({ taskId, passed: status === 'pass' }));
  return buildReport({ ...material, verified: scoreVerified({ tasks, samples, version: record.dataset.version }) });
}

/** Appends the result, unless the log ends with the same one. As it will be read back, so that a later report is the same. */
async function recordResult(log: RunWriter, found: Omit<RunResult, 'finishedAt' | 'durationMs'>): Promise<RunResult> {
  const before = log.state.result;
  const finishedAt = before?.finishedAt ?? new Date().toISOString();
  const durationMs = Date.parse(finishedAt) - Date.parse(log.state.startedAt ?? finishedAt);
  const result = runResultSchema.parse(JSON.parse(JSON.stringify({ finishedAt, durationMs, ...found })));
  if (!before || stableStringify(before) !== stableStringify(result)) await log.append({ type: 'scored', result });
  return result;
}

/** Scores a run: over all scored tasks, and over those whose reference solution passes here. */
export async function scoreState(
  state: RunState,
  tasks: readonly Task[],
  { passK, hasGroundTruth }: { readonly passK: readonly number[]; readonly hasGroundTruth: boolean },
): Promise<Score> {
  const isValid = (id: string) => ['stable', 'flaky'].includes(state.groundTruth.get(id)?.state.state ?? '');
  const samples = state.judged.map(({ taskId, verdict }) => ({ taskId, passed: verdict.status === 'pass' }));
  const validTaskIds = new Set(tasks.map(({ id }) => id).filter(isValid));
  const tallies = tallySamples(tasks, samples);
  // Whoever asks for n samples wants to know pass@n.
  const fewest = Math.min(...tasks.map(({ id }) => tallies.get(id)?.samples ?? 1));
  const ks = fewest > 1 && Number.isFinite(fewest) ? [...passK, fewest] : passK;
  const score = await scoreRunInTurns({ tasks, samples, passK: ks, ...(hasGroundTruth ? { validTaskIds } : {}) });
  const isRepeated = state.judged.some(({ confirmations }) => confirmations);
  const repeated = () => state.judged.map((sample) => ({ taskId: sample.taskId, ...state.chanceOf(sample) }));
  const chance = isRepeated ? scoreChance(tasks, repeated()) : undefined;
  const fullEstimate = estimateFromQuick(tallies);
  return { ...score, ...(fullEstimate ? { fullEstimate } : {}), ...(chance ? { chance } : {}) };
}

/**
 * pass@1 over the verified ones of the scored tasks. Runs do not keep it: it follows from their verdicts and the audit
 * that this version of the package ships. `version` is the dataset's, where it is known.
 */
export function scoreVerified(
  { tasks, samples, version }: Pick<ScoreRunInput, 'tasks' | 'samples'> & { readonly version: string | undefined },
  verified = listVerified(),
): GroupScore | undefined {
  const sound = tasks.filter(({ id }) => pickVerified([id], version, verified).length > 0);
  return sound.length === 0 ? undefined : scoreGroup('verified', sound, tallySamples(sound, samples));
}
