import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { openSanitizer } from '../generate/sanitize-answer.ts';
import { nameRuns } from '../report/name-runs.ts';
import { worldOf } from '../schema/python-environment.ts';
import type { RunEvent } from '../schema/run-event.ts';
import type { RunLabels } from '../schema/run-record.ts';
import type { RunRequest } from '../schema/run-request.ts';
import type { RunPlan } from './plan-runs.ts';
import type { PreparedRuns } from './prepare-runs.ts';
import { resolveGroundTruth } from './resolve-rules.ts';
import { type ModelRun, type RunModelOptions, runModel } from './run-model.ts';

export type FinishedPlan = ModelRun & { readonly plan: RunPlan };

export interface RunPlansOptions extends Pick<RunModelOptions, 'provenance' | 'onOpen' | 'onEvent' | 'signal'> {
  readonly onFailure?: ((plan: RunPlan, error: BigCodeBenchError) => void) | undefined;
}

/** Runs every plan, one after the other; one that fails does not stop the others. */
export async function runPlans(prepared: PreparedRuns, options: RunPlansOptions) {
  const { onFailure, signal } = options;
  const finished: FinishedPlan[] = [];
  const failures: { plan: RunPlan; error: BigCodeBenchError }[] = [];
  options.onEvent?.(describePlans(prepared.plans));
  for (const plan of prepared.plans) {
    try {
      finished.push({ ...(await runPlan(prepared, plan, options)), plan });
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

export function describePlans(plans: readonly RunPlan[]): RunEvent {
  const names = namePlans(plans);
  const runs = plans.map(({ model, split, tasks, nSamples }, at) => {
    return { model: model.name, name: names[at], split, total: tasks.length * nSamples };
  });
  return { type: 'runs-planned', runs };
}

export function namePlans(plans: readonly RunPlan[]): string[] {
  return nameRuns(
    plans.map(({ model, split, tasks, parameters, nSamples }) => {
      return { model: model.name, split, tasks: tasks.length, parameters: { ...parameters, nSamples } };
    }),
  );
}

async function runPlan(prepared: PreparedRuns, plan: RunPlan, options: RunPlansOptions): Promise<ModelRun> {
  const { request, rules, caches, executor, excluded } = prepared;
  return runModel({
    ...plan,
    ...describeRequest(prepared),
    ...options,
    rules,
    caches,
    executor,
    excluded,
    passK: request.passK,
    savePassRate: request.savePassRate,
    world: worldOf(executor.info.fingerprint),
    sanitize: await openSanitizer(request.strategy),
    groundTruth: resolveGroundTruth(request),
  });
}

export function describeRequest({ request, outDir, taskSet }: Pick<PreparedRuns, 'request' | 'outDir' | 'taskSet'>) {
  const { subset, strategy, resume, retry, retryMaxNewTokens, maxCost: maxCostUsd } = request;
  const round = retry && { kinds: [...new Set(retry)], maxNewTokens: retryMaxNewTokens };
  return { outDir, taskSet, subset, strategy, resume, retry: round, maxCostUsd, labels: labelsOf(request) };
}

type Labelled = { readonly [Key in 'name' | 'tag' | 'note']?: Readonly<RunRequest[Key]> };

export function labelsOf({ name, tag, note }: Labelled): RunLabels {
  return { ...(name && { name }), ...(tag && { tags: [...new Set(tag)] }), ...(note && { note }) };
}
