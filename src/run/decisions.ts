import { findMismatches, refuseMismatches } from '../compare/check-comparable.ts';
import { readResult } from '../compare/read-results.ts';
import { type Result, shareOf } from '../compare/result.ts';
import { publishedDifficulty } from '../dataset/public-tasks.ts';
import type { TaskSet } from '../dataset/task-set.ts';
import { usageError } from '../error/bigcodebench-error.ts';
import { estimateUnfinished } from '../evaluate/early-estimate.ts';
import type { ExecutorInfo } from '../executor/executor.ts';
import type { Decision, DecisionSettings } from '../schema/decision.ts';
import type { EvaluationRules } from '../schema/evaluation-rules.ts';
import type { RunRequest } from '../schema/run-request.ts';
import type { Task } from '../schema/task.ts';
import type { Tally } from '../score/pass-at-k.ts';
import { type Decided, decide } from '../score/sequential/decide.ts';
import { orderTasks } from '../score/sequential/order-tasks.ts';
import type { RunLog } from '../store/run-log.ts';
import { hashValue } from '../util/hash.ts';
import { findPlace } from './find-place.ts';
import type { RunPlan } from './plan-runs.ts';
import type { RunContext } from './run-context.ts';

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

interface Circumstances {
  readonly request: RunRequest;
  readonly baseline: Result;
  readonly taskSet: TaskSet;
  readonly rules: EvaluationRules;
  readonly executor: ExecutorInfo;
}

/** The result that `--against` names; undefined where nothing is decided. */
export async function readBaseline(request: RunRequest, { cwd }: Pick<RunContext, 'cwd'>): Promise<Result | undefined> {
  const { against, stop, margin, maxTasks, failIf, rounds, retry } = request;
  if (against === undefined || !stop?.includes(stopWord)) {
    const settings = [against, margin, maxTasks, failIf[0]];
    const isGiven = String(stop) === stopWord || settings.some((value) => value !== undefined);
    if (isGiven) throw usageError('Deciding takes both --against RESULT and --stop decided.');
    return undefined;
  }
  if (rounds !== undefined || retry)
    throw usageError('--stop decided takes first answers: leave out --rounds and --retry.');
  return readResult(await findPlace(against, cwd, request.out));
}

/** The same run, with its tasks in the order in which they are asked until it is decided. */
export function planDecision(plan: RunPlan, circumstances: Circumstances): RunPlan {
  const { request, baseline, taskSet, rules, executor } = circumstances;
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

/** Tasks of the first wave, and how many there may be in later ones, as a share of those before. */
const firstWave = 8;
const growth = 0.25;

export type DecidingTasks = ReturnType<typeof createDecidingTasks>;

/**
 * The tasks of a run that stops when it has decided, in waves: each is asked when the one before it is judged, and no longer
 * than until it is decided. What is decided after which task follows from the verdicts alone, whenever they came.
 */
export function createDecidingTasks(
  against: Against,
  { tasks, nSamples }: { readonly tasks: readonly Task[]; readonly nSamples: number },
  log: RunLog,
) {
  let asked = 0;
  /** Of the tasks that are judged, up to the first one that is not. */
  const tally = (): Tally[] => {
    const tallies: Tally[] = [];
    for (const { id } of tasks.slice(0, asked)) {
      const verdicts = [...log.state.samples(id)].flatMap(({ verdict }) => verdict ?? []);
      if (verdicts.length < nSamples) break;
      const passed = verdicts.filter(({ status }) => status === 'pass').length;
      tallies.push({ samples: verdicts.length, passed });
    }
    return tallies;
  };
  const decideNow = (tallies: readonly Tally[]): Decided => {
    const differences = tallies.map((own, at) => shareOf(own) - (against.shares.get(tasks[at]?.id ?? '') ?? 0));
    return decide({ ...against.settings, differences, total: tasks.length });
  };
  const isDecided = (tallies = tally()) => decideNow(tallies).verdict !== 'undecided';
  return {
    isDecided: () => isDecided(),
    /** The tasks that must have answers: what a decision leaves of its wave need not be asked. */
    needed: (): readonly Task[] => (isDecided() ? [] : tasks.slice(0, asked)),
    /** The next wave; none once it is decided, or if a task of the last one has no verdict. */
    next(): readonly Task[] {
      const tallies = tally();
      if (tallies.length < asked || isDecided(tallies)) return [];
      const size = Math.max(firstWave, Math.ceil(growth * asked));
      const wave = tasks.slice(asked, Math.min(asked + size, against.maxTasks ?? tasks.length));
      asked += wave.length;
      return wave;
    },
    describe(costUsd: number | undefined): Decision {
      const tallies = tally();
      const { verdict, tasks: tasksUsed, eValue, steps } = decideNow(tallies);
      const tasksJudged = tasks.filter(({ id }) => !log.state.samples(id).next().done).length;
      // What comes after a decision depends on how fast the answers came.
      const used = tallies.slice(0, verdict === 'undecided' ? undefined : tasksUsed);
      const taskIds = tasks.map(({ id }) => id);
      const known = new Map(used.map((own, at) => [taskIds[at] ?? '', own]));
      const { value: estimate, interval } = estimateUnfinished(known, taskIds);
      const tasksTotal = tasks.length;
      const saved = costUsd && { savedUsd: (costUsd / tasksJudged) * (tasksTotal - tasksJudged) };
      const counts = { eValue, tasksUsed, tasksJudged, tasksTotal, estimate, interval };
      return { ...against.settings, verdict, ...counts, ...saved, steps: [...steps] };
    },
  };
}
