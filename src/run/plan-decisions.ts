import { findMismatches, refuseMismatches } from '../compare/check-comparable.ts';
import { readResult } from '../compare/read-results.ts';
import { type Result, shareOf } from '../compare/result.ts';
import { publishedDifficulty } from '../dataset/public-tasks.ts';
import type { TaskSet } from '../dataset/task-set.ts';
import { usageError } from '../error/bigcodebench-error.ts';
import type { ExecutorInfo } from '../executor/executor.ts';
import type { DecisionSettings } from '../schema/decision.ts';
import type { EvaluationRules } from '../schema/evaluation-rules.ts';
import type { RunRequest } from '../schema/run-request.ts';
import { orderTasks } from '../score/sequential/order-tasks.ts';
import { hashValue } from '../util/hash.ts';
import { findPlace } from './find-place.ts';
import type { RunPlan } from './plan-runs.ts';
import type { RunContext } from './run-context.ts';

/** A result that a run is decided against. */
export interface Against {
  readonly settings: DecisionSettings;
  /** The share of samples that pass, by task. */
  readonly shares: ReadonlyMap<string, number>;
  /** Nothing is asked after so many tasks, decided or not. */
  readonly maxTasks?: number | undefined;
}

const stopWord = 'decided';

/** The request with only those words of `stop` that a model is sent. */
export function withoutStopWord(request: RunRequest): RunRequest {
  const { against, stop } = request;
  if (against === undefined) return request;
  const sent = stop?.filter((word) => word !== stopWord) ?? [];
  return { ...request, stop: sent.length > 0 ? sent : undefined };
}

export interface PlanDecisionsInput {
  readonly request: RunRequest;
  readonly runContext: RunContext;
  readonly taskSet: TaskSet;
  readonly plans: readonly RunPlan[];
  readonly rules: EvaluationRules;
  readonly executor: ExecutorInfo;
}

/** With `--against`: the same runs, each with its tasks in the order in which they are asked. */
export async function planDecisions(input: PlanDecisionsInput): Promise<readonly RunPlan[]> {
  const { request, runContext, plans } = input;
  const { against, stop, margin, maxTasks, failIf, rounds, retry } = request;
  if (against === undefined || !stop?.includes(stopWord)) {
    const given =
      String(stop) === stopWord || [against, margin, maxTasks, failIf[0]].some((value) => value !== undefined);
    if (given) throw usageError('Deciding takes both --against RESULT and --stop decided.');
    return plans;
  }
  if (rounds !== undefined || retry)
    throw usageError('--stop decided takes first answers: leave out --rounds and --retry.');
  const baseline = await readResult(await findPlace(against, runContext.cwd, request.out));
  return plans.map((plan) => planDecision(plan, baseline, input));
}

function planDecision(plan: RunPlan, baseline: Result, input: PlanDecisionsInput): RunPlan {
  const { request, taskSet, rules, executor } = input;
  const { alpha, margin, maxTasks, orderSeed: seed } = request;
  const tasks = new Map(plan.tasks.map((task) => [task.id, task]));
  const common = [...tasks.keys()].filter((id) => baseline.tasks.has(id));
  const { fingerprint, level: isolation, engine, caveat } = executor;
  const dataset = { dataset: `${taskSet.name} ${taskSet.version}`, datasetHash: taskSet.hash };
  const asked = { split: plan.split, subset: request.subset, ...dataset, rules };
  const mismatches = findMismatches(baseline.conditions, { ...asked, fingerprint, isolation, engine, caveat });
  if (common.length < tasks.size) {
    mismatches.push({ field: 'tasks', a: `${common.length} of them`, b: String(tasks.size) });
  }
  if (!request.allowMismatch) refuseMismatches(baseline, { ...baseline, source: 'this run' }, mismatches);
  if (common.length === 0) throw usageError(`${baseline.source} has none of the selected tasks: name another result.`);
  const { taskIds, block } = orderTasks({ taskIds: common, difficultyOf: publishedDifficulty, seed });
  const tallies = taskIds.map((id) => baseline.tasks.get(id) ?? { samples: 1, passed: 0 });
  const hash = hashValue(tallies.map(({ passed, samples }, at) => [taskIds[at], passed, samples]));
  const name = baseline.labels?.name ?? baseline.model;
  const share = margin === undefined ? {} : { margin: margin / 100 };
  return {
    ...plan,
    tasks: taskIds.flatMap((id) => tasks.get(id) ?? []),
    against: {
      settings: { against: name, hash, alpha, ...share, seed, block },
      shares: new Map(taskIds.map((id, at) => [id, shareOf(tallies[at] ?? { samples: 1, passed: 0 })])),
      maxTasks,
    },
  };
}
