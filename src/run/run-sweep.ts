import { arch, platform } from 'node:os';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { Generation } from '../generate/generation-run.ts';
import type { OnRunEvent, RunEvent } from '../schema/run-event.ts';
import type { RunPlan } from './plan-runs.ts';
import type { PreparedSweep } from './prepare-sweep.ts';
import { resolveGroundTruth } from './resolve-rules.ts';
import { type ModelRun, runModel } from './run-model.ts';

/** One run of a sweep, finished. */
export interface FinishedRun extends ModelRun {
  readonly plan: RunPlan;
}

export interface SweepResult {
  readonly finished: readonly FinishedRun[];
  /** Of the runs that failed, in their order. */
  readonly failures: readonly { readonly plan: RunPlan; readonly error: BigCodeBenchError }[];
}

export interface RunSweepOptions {
  /** Version of this package, for the record. */
  readonly version: string;
  /** A run is open and nothing was asked yet; what this throws ends that run. */
  readonly onOpen?: ((opened: OpenedRun) => Promise<void>) | undefined;
  readonly onEvent?: OnRunEvent | undefined;
  readonly onFailure?: ((plan: RunPlan, error: BigCodeBenchError) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface OpenedRun {
  readonly generation: Generation;
  readonly plan: RunPlan;
  /** Whether other runs of the same sweep may resemble it. */
  readonly isOneOfSeveral: boolean;
}

/** Runs every plan of a sweep, one after the other; one that fails does not stop the others. */
export async function runSweep(sweep: PreparedSweep, options: RunSweepOptions): Promise<SweepResult> {
  const { onFailure, signal } = options;
  const finished: FinishedRun[] = [];
  const failures: { plan: RunPlan; error: BigCodeBenchError }[] = [];
  options.onEvent?.(describeSweep(sweep.plans));
  for (const plan of sweep.plans) {
    try {
      finished.push(await runOne(sweep, plan, options));
    } catch (error) {
      if (!(error instanceof BigCodeBenchError) || signal?.aborted) throw error;
      // The other models would be judged by the same environment: nothing is spent on them.
      if (error.code === 'UNTRUSTED_ENVIRONMENT' && finished.length === 0) throw error;
      onFailure?.(plan, error);
      failures.push({ plan, error });
    }
  }
  return { finished, failures };
}

/** What will run, for observers. */
export function describeSweep(plans: readonly RunPlan[]): RunEvent {
  const runs = plans.map(({ model, split, tasks, nSamples }) => ({
    model: model.name,
    split,
    total: tasks.length * nSamples,
  }));
  return { type: 'sweep-planned', runs };
}

async function runOne(sweep: PreparedSweep, plan: RunPlan, options: RunSweepOptions): Promise<FinishedRun> {
  const { request, outDir, taskSet, rules, caches, executor, plans } = sweep;
  const { onOpen, onEvent, signal, version } = options;
  const { retry, retryMaxNewTokens, resume } = request;
  const run = await runModel({
    ...plan,
    rules,
    caches,
    executor,
    outDir,
    taskSet,
    subset: request.subset,
    strategy: request.strategy,
    groundTruth: resolveGroundTruth(request),
    passK: request.passK,
    savePassRate: request.savePassRate,
    resume,
    fresh: !resume,
    retry: retry && { kinds: [...new Set(retry)], maxNewTokens: retryMaxNewTokens },
    maxCostUsd: request.maxCost,
    provenance: { version, node: process.version, platform: `${platform()}-${arch()}` },
    onOpen: (generation) => onOpen?.({ generation, plan, isOneOfSeveral: plans.length > 1 }),
    onEvent,
    signal,
  });
  return { ...run, plan };
}
