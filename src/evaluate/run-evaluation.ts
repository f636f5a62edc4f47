import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { Executor } from '../executor/executor.ts';
import { causeOf } from '../report/failure-causes.ts';
import type { Execution } from '../schema/execution.ts';
import type { GroundTruth } from '../schema/ground-truth.ts';
import type { OnRunEvent, RunEvent } from '../schema/run-event.ts';
import type { GroundTruthSummary } from '../schema/run-record.ts';
import type { ContentCache } from '../store/content-cache.ts';
import { describeSkipped, keyOf } from '../store/journal-index.ts';
import { findRunsLike, openRunFolder } from '../store/run-folder.ts';
import { Backlog } from '../util/backlog.ts';
import { NestedMap } from '../util/nested-map.ts';
import { describeRun, type EvaluationRun, type SampleSet } from './evaluation-run.ts';
import { checkGroundTruth } from './ground-truth/check-ground-truth.ts';
import { requireTrust, summarizeGroundTruth } from './ground-truth/ground-truth-summary.ts';
import { confirmationsOf, confirmVerdicts } from './jobs/confirm-verdicts.ts';
import { evaluateSamples } from './jobs/evaluate-samples.ts';
import type { EvaluatedSample } from './jobs/job-book.ts';
import { type Ledger, openLedger } from './ledger.ts';
import { buildHeader, buildIdentity, type DescribedRun } from './run-subject.ts';
import { SampleGate } from './sample-gate.ts';
import { createVetting, type Vetting } from './vetting.ts';

export interface EvaluationCaches {
  readonly executions?: ContentCache<Execution>;
  readonly groundTruth?: ContentCache<GroundTruth>;
}

export interface RunEvaluationOptions extends DescribedRun {
  readonly samples: readonly EvaluatedSample[] | AsyncIterable<EvaluatedSample>;
  readonly executor: Executor;
  /** Facts for the manifest that do not affect results, such as where the samples are. */
  readonly provenance?: Readonly<Record<string, unknown>> | undefined;
  /** If omitted, ground truth is not checked; `minRate` is the share of reference solutions that must pass. */
  readonly groundTruth?: { readonly minRate: number } | undefined;
  readonly caches?: EvaluationCaches | undefined;
  /** Execute everything again even if this evaluation was started before. */
  readonly fresh?: boolean | undefined;
  readonly onEvent?: OnRunEvent | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Evaluates samples so that nothing is lost: every fact is in the run's journal before the next step builds on it, and
 * after a crash the same call resumes where the journal ends.
 */
export async function runEvaluation(options: RunEvaluationOptions): Promise<EvaluationRun> {
  const { outDir, provenance = {}, fresh = false, onEvent } = options;
  const identity = buildIdentity(options);
  const run = await buildHeader(options);
  const folder = await openRunFolder({ outDir, prefix: 'e', identity, provenance, run, fresh });
  let ledger: Ledger | undefined;
  const close = async () => {
    await ledger?.close();
    await folder.close();
  };
  try {
    ledger = await openLedger(folder.journalPath);
    const wasFinished = ledger.index.finishedAt !== undefined;
    const { length: done } = ledger.index.verdicts;
    const { damagedLines } = ledger;
    onEvent?.({
      type: 'evaluation-opened',
      runId: folder.id,
      path: folder.path,
      isRepeat: wasFinished,
      done,
      passed: ledger.index.verdicts.filter(({ status }) => status === 'pass').length,
      damagedLines,
      nearest: await findNearest(outDir, identity),
    });
    for (const message of describeSkipped(folder.journalPath, ledger)) onEvent?.({ type: 'warning', message });
    const { summary, samples } = await settle(ledger, options);
    const { run: header = run } = folder.manifest;
    const isRepeat = wasFinished && done === ledger.index.verdicts.length;
    return describeRun({ folder, header, ledger, samples, isRepeat, summary, close });
  } catch (error) {
    await close();
    throw error;
  }
}

/** Ground truth, verdicts and confirmations, while checking the environment. However it ends, doubtful results are dropped. */
async function settle(ledger: Ledger, options: RunEvaluationOptions) {
  const vetting = await createVetting({
    executor: options.executor,
    caches: options.caches ?? {},
    record: (event) => ledger.record(event),
    lastGoodAt: ledger.index.doubtfulSince,
  });
  const vetted = { ...options, caches: vetting.caches, vetting };
  try {
    const settled = await settleTogether(ledger, vetted);
    await settleConfirmations(ledger, options);
    return settled;
  } finally {
    // A changed environment explains every other error, so its error is the one to report.
    if (ledger.index.doubtfulSince) await vetting.look();
  }
}

type VettedOptions = RunEvaluationOptions & { readonly vetting: Vetting };

/** Ground truth and verdicts: a sample starts once its task's ground truth is known, the longest job of both first. */
async function settleTogether(ledger: Ledger, options: VettedOptions) {
  const { minRate } = options.groundTruth ?? {};
  if (minRate === undefined) return { summary: undefined, samples: await settleVerdicts(ledger, options) };
  const stop = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  const gate = new SampleGate();
  for (const taskId of ledger.index.groundTruth.keys()) gate.open(taskId);
  const checking = settleGroundTruth(ledger, { ...options, signal }, { minRate, gate });
  const judging = settleVerdicts(ledger, { ...options, signal }, gate);
  for (const work of [checking, judging]) work.catch((reason: unknown) => stop.abort(reason));
  await Promise.allSettled([checking, judging]);
  // The first to fail has stopped the other one.
  if (stop.signal.aborted && !options.signal?.aborted) throw stop.signal.reason;
  return { summary: await checking, samples: await judging };
}

interface GatedOptions {
  readonly minRate: number;
  readonly gate: SampleGate;
}

async function settleGroundTruth(
  ledger: Ledger,
  options: VettedOptions,
  { minRate, gate }: GatedOptions,
): Promise<GroundTruthSummary> {
  const { executor, rules, caches, signal, onEvent } = options;
  const tasks = options.tasks.filter(({ id }) => !ledger.index.groundTruth.has(id));
  const total = options.tasks.length;
  const checks = checkGroundTruth({
    tasks,
    executor,
    rules,
    cache: caches?.groundTruth,
    // An environment that may turn out not to be trusted executes no more samples until that is known.
    onFailure: (failures) => failures > (1 - minRate) * total && gate.shut(),
    beforeReruns: () => gate.drain(),
    signal,
  });
  const recording = new Backlog();
  let done = total - tasks.length;
  if (tasks.length > 0) onEvent?.({ type: 'ground-truth-started', done, total });
  for await (const groundTruth of checks) {
    const recorded = ledger.record({ type: 'ground-truth', groundTruth });
    await recording.add(recorded.then(() => gate.open(groundTruth.taskId)));
    onEvent?.({ type: 'ground-truth', groundTruth, done: ++done, total });
    await options.vetting.lookIfDue();
  }
  await recording.settle();
  if (tasks.length > 0) await options.vetting.look();
  const summary = summarizeGroundTruth(options.tasks.flatMap(({ id }) => ledger.index.groundTruth.get(id) ?? []));
  onEvent?.({ type: 'ground-truth-finished', summary });
  requireTrust(summary, minRate);
  gate.finish();
  return summary;
}

/** Judges every sample that has no verdict yet; returns which samples there are. */
async function settleVerdicts(ledger: Ledger, options: VettedOptions, gate?: SampleGate): Promise<SampleSet> {
  const { samples, tasks, executor, rules, caches, signal, onEvent } = options;
  const seen: SampleSet = new NestedMap();
  let count = 0;
  const faults: FailedExecution[] = [];
  const isNew = (sample: EvaluatedSample) => {
    seen.set(sample.taskId, sample.index, true);
    count++;
    return !ledger.index.has(sample);
  };
  const fresh = Symbol.asyncIterator in samples ? filterStream(samples, isNew) : samples.filter(isNew);
  const takingIn = gate?.takeIn(fresh);
  const given = evaluateSamples({
    samples: gate?.samples ?? fresh,
    tasks,
    executor,
    groundTruth: ledger.index.groundTruth,
    rules,
    // Identical samples of a list come through the gate together: none finds the other's execution later.
    cache: caches?.executions ?? (gate && Array.isArray(samples) ? noCache : undefined),
    record: (verdict) => ledger.record({ type: 'verdict', verdict }),
    onEvent: (event) => {
      if (event.type === 'execution-failed') {
        faults.push(event);
        gate?.leave();
      }
      onEvent?.(event);
    },
    signal,
  });
  onEvent?.({ type: 'verdicts-started', capacity: executor.capacity });
  for await (const verdict of given) {
    const { taskId, index, outcome, status, reason, wallMs, cached } = verdict;
    const cause = outcome === 'pass' ? undefined : causeOf(verdict);
    onEvent?.({ type: 'verdict', taskId, index, outcome, status, reason, cause, wallMs, cached });
    gate?.leave();
    await options.vetting.lookIfDue();
  }
  await takingIn;
  onEvent?.({ type: 'verdicts-finished' });
  if (faults.length > 0) throw incomplete(faults, count);
  return seen;
}

async function settleConfirmations(ledger: Ledger, options: RunEvaluationOptions): Promise<void> {
  const { tasks, executor, rules, signal, onEvent } = options;
  const { verdicts, confirmations: known } = ledger.index;
  const total = verdicts.reduce((sum, note) => sum + confirmationsOf(note, rules), 0);
  const confirmations = confirmVerdicts({
    verdicts,
    isDone: (note, seed) => known.get(keyOf(note))?.has(seed) ?? false,
    readSolution: async (note) => (await ledger.read([note]))[0]?.solution ?? '',
    tasks,
    executor,
    groundTruth: ledger.index.groundTruth,
    rules,
    signal,
  });
  let done = [...known.values()].reduce((sum, seeds) => sum + seeds.size, 0);
  for await (const confirmation of confirmations) {
    await ledger.record({ type: 'confirmation', ...confirmation });
    onEvent?.({ type: 'confirmation', ...confirmation, done: ++done, total });
  }
}

async function* filterStream<Item>(items: AsyncIterable<Item>, keep: (item: Item) => boolean): AsyncGenerator<Item> {
  for await (const item of items) if (keep(item)) yield item;
}

const noCache: ContentCache<Execution> = { get: async () => undefined, put: async () => {} };

type FailedExecution = Extract<RunEvent, { type: 'execution-failed' }>;

/** The most similar evaluation of the same samples. */
async function findNearest(outDir: string, identity: Readonly<Record<string, unknown>>) {
  const earlier = await findRunsLike(outDir, 'e', identity);
  const nearest = earlier.find(({ differences }) => !differences.some(({ field }) => field === 'samples'));
  return nearest && { runId: nearest.id, fields: nearest.differences.map(({ field }) => field) };
}

function incomplete(faults: readonly FailedExecution[], total: number): BigCodeBenchError {
  const [first] = faults;
  return new BigCodeBenchError(
    'INCOMPLETE',
    `The sandbox failed on ${faults.length} of ${total} samples (the first: ${first?.taskId}: ${first?.reason}), so there is no score yet: run \`bcb doctor\` to find out why, then the same command to resume.`,
    { data: { taskIds: faults.map(({ taskId }) => taskId) }, isRetryable: true },
  );
}
