import type { ExecutorInfo } from '../executor/executor.ts';
import type { Execution } from '../schema/execution.ts';
import { type SampleKey, verdictEvent } from '../schema/log-event.ts';
import type { RunEvent } from '../schema/run-event.ts';
import type { GroundTruthSummary, RunConditions } from '../schema/run-record.ts';
import type { Task } from '../schema/task.ts';
import { causeOf } from '../schema/verdict.ts';
import { type ContentCache, createMemoryCache } from '../store/content-cache.ts';
import type { RunWriter } from '../store/run-writer.ts';
import { Backlog } from '../util/backlog.ts';
import { stableStringify } from '../util/hash.ts';
import { raceAbort } from '../util/race-abort.ts';
import { auditRun, recordProvable } from './audit-run.ts';
import { createEnvironmentChecks, type EnvironmentChecks, type EvaluationCaches } from './environment-checks.ts';
import { checkGroundTruth } from './ground-truth/check-ground-truth.ts';
import { requireTrust, summarizeGroundTruth } from './ground-truth/ground-truth-summary.ts';
import { confirmVerdicts } from './jobs/confirm-verdicts.ts';
import { evaluateSamples } from './jobs/evaluate-samples.ts';
import { sandboxFailed } from './jobs/execute-alone.ts';
import { shareWithinRun } from './jobs/execution-cache.ts';
import { expectCost } from './jobs/expected-cost.ts';
import type { EvaluatedSample } from './jobs/pending-jobs.ts';
import { hashProgram } from './jobs/program.ts';
import type { RerunOptions } from './jobs/rebuild-job.ts';
import { drawnAtMost } from './proof/summarize-audit.ts';
import { ReadySamples } from './ready-samples.ts';

/** Samples that arrive while others are judged. Only keys wait; a sample is loaded when its turn has come. */
export interface ArrivingSamples {
  readonly keys: AsyncIterable<SampleKey>;
  load(key: SampleKey): Promise<EvaluatedSample>;
  /** Told once for each key, when its sample has a verdict or will get none. */
  readonly onSettled?: (() => void) | undefined;
  /** The tasks they are of, if not all are to be asked: only of these the ground truth is checked. */
  readonly waves?: AsyncIterable<readonly Task[]> | undefined;
}

export interface JudgeRunOptions extends RerunOptions {
  /** A list is executed longest first; its programs are those in the log. */
  readonly samples: readonly EvaluatedSample[] | ArrivingSamples;
  /** If omitted, ground truth is not checked; `minRate` is the share of reference solutions that must pass. */
  readonly groundTruth?: { readonly minRate: number } | undefined;
  readonly caches?: EvaluationCaches | undefined;
}

/**
 * The second phase of a run: a verdict for every sample whose program has none. Every fact is in the log before the next
 * step builds on it, so after a crash the same call resumes where the log ends.
 */
export async function judgeRun(options: JudgeRunOptions): Promise<GroundTruthSummary | undefined> {
  const { log, executor, onEvent } = options;
  const conditions = describeConditions(executor.info);
  if (stableStringify(log.state.conditions ?? {}) !== stableStringify(conditions)) {
    await log.append({ type: 'judging', at: new Date().toISOString(), conditions });
  }
  for (const message of log.problems) onEvent?.({ type: 'warning', message });
  // What ran in an environment that nobody knows is not used again: it may have changed since.
  const caches = executor.info.caveat === undefined ? (options.caches ?? {}) : {};
  const checks = await createEnvironmentChecks({ executor, caches, log });
  try {
    const { executions, groundTruth, provable = createMemoryCache() } = checks.caches;
    const own = { executions: executions && shareWithinRun(executions), groundTruth, provable };
    const summary = await judgeTogether({ ...options, caches: own, checks });
    await confirmVerdicts(options);
    if (options.rules.integrity === 'flags') return summary;
    const audit = { ...options, cache: provable };
    if (options.rules.integrity === 'audited') await auditRun(audit);
    await recordProvable(audit);
    return summary && summarizeKnown(options);
  } finally {
    // A changed environment explains every other error, so its error is the one to report.
    if (log.state.doubtfulSince) await checks.check();
  }
}

function describeConditions(info: ExecutorInfo): RunConditions {
  const { name, level, fingerprint, engine, python, address, caveat } = info;
  return { executor: name, isolation: level, fingerprint, engine, python, address, caveat };
}

type CheckedOptions = JudgeRunOptions & { readonly checks: EnvironmentChecks };

/** Ground truth and verdicts: a sample starts once its task's ground truth is known, the longest job of both first. */
async function judgeTogether(options: CheckedOptions): Promise<GroundTruthSummary | undefined> {
  const { minRate } = options.groundTruth ?? {};
  const ready = new ReadySamples<SampleKey>();
  if (minRate === undefined) {
    ready.finish();
    await judgeAll(options, ready);
    return undefined;
  }
  const stop = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  const checking = settleGroundTruth({ ...options, signal }, { minRate, ready });
  const judging = judgeAll({ ...options, signal }, ready);
  for (const work of [checking, judging]) work.catch((reason: unknown) => stop.abort(reason));
  await Promise.allSettled([checking, judging]);
  // The first to fail has stopped the other one.
  if (stop.signal.aborted && !options.signal?.aborted) throw stop.signal.reason;
  await judging;
  return checking;
}

async function settleGroundTruth(
  options: CheckedOptions & { readonly signal: AbortSignal },
  { minRate, ready }: { readonly minRate: number; readonly ready: ReadySamples<SampleKey> },
): Promise<GroundTruthSummary> {
  const { log, executor, rules, caches, checks, signal, onEvent } = options;
  const known = log.state.groundTruth;
  // A broken task may have been fixed from outside (data, a library, a busy machine), so it is checked again.
  const isSettled = ({ id }: Task) => known.has(id) && known.get(id)?.state.state !== 'broken';
  for (const { id } of options.tasks.filter(isSettled)) ready.open(id);
  const tasks = options.tasks.filter((task) => !isSettled(task));
  const total = options.tasks.length;
  const check = (tasks: readonly Task[]) =>
    checkGroundTruth({
      tasks,
      executor,
      rules,
      signal,
      cache: caches?.groundTruth,
      // An environment that may turn out not to be trusted executes no more samples until that is known.
      onFailure: (failures) => failures > (1 - minRate) * total && ready.shut(),
      beforeReruns: () => ready.drain(signal),
    });
  const waves = isListOf(options.samples) ? undefined : options.samples.waves;
  async function* checkWaves(waves: AsyncIterator<readonly Task[]>) {
    const next = () => raceAbort(waves.next(), signal);
    for (let wave = await next(); !wave.done; wave = await next()) {
      yield* check(wave.value.filter((task) => !isSettled(task)));
      ready.reopen();
    }
  }
  const found = waves ? checkWaves(waves[Symbol.asyncIterator]()) : check(tasks);
  const recording = new Backlog();
  let done = total - tasks.length;
  if (tasks.length > 0) onEvent?.({ type: 'ground-truth-started', done, total });
  for await (const groundTruth of found) {
    const isStillBroken = known.has(groundTruth.taskId) && groundTruth.state.state === 'broken';
    const event = { type: 'ground-truth', groundTruth, at: new Date().toISOString() } as const;
    const recorded = isStillBroken ? Promise.resolve() : log.append(event);
    await recording.add(recorded.then(() => ready.open(groundTruth.taskId)));
    onEvent?.({ type: 'ground-truth', groundTruth, done: ++done, total });
    await checks.checkIfDue();
  }
  await recording.settle();
  if (tasks.length > 0) await checks.check();
  const summary = summarizeKnown(options);
  onEvent?.({ type: 'ground-truth-finished', summary });
  requireTrust(summary, minRate);
  ready.finish();
  return summary;
}

function summarizeKnown({ tasks, log }: JudgeRunOptions): GroundTruthSummary {
  return summarizeGroundTruth(tasks.flatMap(({ id }) => log.state.groundTruth.get(id) ?? []));
}

async function judgeAll(options: CheckedOptions, ready: ReadySamples<SampleKey>): Promise<void> {
  const { log, samples, tasks, executor, rules, judgeSafety, caches, checks, signal, onEvent } = options;
  const faults: Extract<RunEvent, { type: 'execution-failed' }>[] = [];
  const isList = isListOf(samples);
  const fresh = isList ? samples.filter((sample) => !log.state.find(sample)?.verdict) : [];
  const source = isList ? fresh : samples.keys;
  // Without ground truth, a list need not wait for anything and is sorted as a whole.
  const isWhole = isList && options.groundTruth === undefined;
  const takingIn = isWhole ? undefined : ready.takeIn(source);
  const leave = () => {
    ready.leave();
    if (!isList) samples.onSettled?.();
  };
  const arriving = isList ? (ready as AsyncIterable<EvaluatedSample>) : loadReady(samples, log, ready, leave);
  const given = evaluateSamples({
    samples: isWhole ? fresh : arriving,
    bound: isList ? undefined : loadedAtMost,
    tasks,
    executor,
    rules,
    judgeSafety,
    signal,
    groundTruth: log.state.groundTruth,
    // Identical samples of a list come through together: none finds the other's execution later.
    cache: caches?.executions ?? (isList ? noCache : undefined),
    provable: caches?.provable,
    record: (verdict) => log.append(verdictEvent(verdict)),
    onEvent: (event) => {
      if (event.type === 'execution-failed') {
        faults.push(event);
        leave();
      }
      onEvent?.(event);
    },
  });
  const audits = rules.integrity === 'audited' ? drawnAtMost : undefined;
  const likely = tasks.map((task) => [task.id, expectCost(task, log.state.groundTruth.get(task.id)).wallMs]);
  onEvent?.({ type: 'verdicts-started', capacity: executor.capacity, audits, likelyMs: Object.fromEntries(likely) });
  for await (const verdict of given) {
    const { taskId, index, outcome, status, reason, wallMs, cached } = verdict;
    const cause = status === 'pass' ? undefined : causeOf(verdict);
    onEvent?.({ type: 'verdict', taskId, index, outcome, status, reason, cause, wallMs, cached });
    leave();
    await checks.checkIfDue();
  }
  await takingIn;
  onEvent?.({ type: 'verdicts-finished' });
  const [first] = faults;
  if (!first) return;
  const what = `on ${faults.length} of ${log.record.samples} samples (the first: ${first.taskId}: ${first.reason})`;
  const taskIds = faults.map(({ taskId }) => taskId);
  throw sandboxFailed('INCOMPLETE', `${what}, so there is no score yet`, { taskIds });
}

function isListOf(samples: JudgeRunOptions['samples']): samples is readonly EvaluatedSample[] {
  return Array.isArray(samples);
}

/** Programs of a stream that wait for the executor. */
const loadedAtMost = 256;

/** Loads samples one by one and passes on those whose program has no verdict. */
async function* loadReady(samples: ArrivingSamples, log: RunWriter, ready: ReadySamples<SampleKey>, leave: () => void) {
  for await (const key of ready) {
    const loaded = await samples.load(key);
    const sample = key.turn ? { ...loaded, turn: key.turn } : loaded;
    const programHash = hashProgram(sample.solution);
    const known = log.state.find(key);
    if (known?.programHash !== undefined && known.programHash !== programHash) {
      const { taskId, index, turn } = key;
      await log.append({ type: 'sample', taskId, index, ...(turn ? { turn } : {}), programHash });
    }
    if (log.state.find(key)?.verdict) leave();
    else yield sample;
  }
}

const noCache: ContentCache<Execution> = { get: async () => undefined, put: async () => {} };
