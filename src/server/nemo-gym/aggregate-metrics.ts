/** `/aggregate_metrics` of NeMo-Gym's resources servers: what rollouts come to, task by task and all together. */
import { z } from 'zod';
import { describeMean, quantile } from '../../score/values.ts';
import { groupBy } from '../../util/group-by.ts';
import type { ReadBodyOptions } from '../http/read-request.ts';

const index = z.number().int().nonnegative().default(0);

const rolloutSchema = z.looseObject({
  reward: z.number(),
  _ng_task_index: index,
  _ng_rollout_index: index,
  response: z.looseObject({ usage: z.record(z.string(), z.unknown()).nullish() }).nullish(),
});

/** Answers of `/verify`, without most texts. */
export const aggregateRequestSchema = z.object({ verify_responses: z.array(rolloutSchema).max(100_000) });

/** They bring the answers and the tests along. */
export const aggregateBody: ReadBodyOptions = { maxBytes: 256 * 1024 * 1024, timeoutMs: 300_000 };

type Rollout = z.infer<typeof rolloutSchema>;
type Numbers = Readonly<Record<string, number>>;

export function aggregateMetrics({ verify_responses: all }: z.infer<typeof aggregateRequestSchema>) {
  if (all.length === 0) return { group_level_metrics: [], agent_metrics: {}, key_metrics: {} };
  const tasks = [...groupBy(all, (rollout) => rollout._ng_task_index)].sort(([a], [b]) => a - b);
  const groups = tasks.map(([, rollouts]) => rollouts.toSorted((a, b) => a._ng_rollout_index - b._ng_rollout_index));
  const accuracies = accuraciesOf(groups);
  const described = Object.entries(describeNumbers(all.map(numbersOf)));
  const tokens = described.filter(([name]) => /^mean\/(input|output)_tokens$/.test(name));
  return {
    group_level_metrics: groups.map((rollouts, at) => ({
      ...describeNumbers(rollouts.map(numbersOf)),
      _ng_task_index: tasks[at]?.[0],
      num_rollouts: rollouts.length,
      rollout_infos: rollouts.map((rollout) => ({
        rollout_id: `${rollout._ng_task_index}:${rollout._ng_rollout_index}`,
        _ng_task_index: rollout._ng_task_index,
        _ng_rollout_index: rollout._ng_rollout_index,
        ...numbersOf(rollout),
      })),
    })),
    agent_metrics: Object.fromEntries([...described, ...accuracies]),
    key_metrics: Object.fromEntries([...tokens, ...accuracies.slice(-2)]),
  };
}

/**
 * For each k, in percent: of k rollouts one passes, over the tasks that have as many; and how many of the first k pass. Each
 * rollout is looked at once, however many there are of a task.
 */
function accuraciesOf(groups: readonly (readonly Rollout[])[]): [string, number][] {
  let open = groups.map((rollouts) => {
    const passes = rollouts.map(({ reward }) => Number(reward > 0));
    // `none`: the chance that none of k passes; `first`: how many of the first k do.
    return { passes, failed: passes.filter((passed) => passed === 0).length, none: 1, first: 0 };
  });
  const accuracies: [string, number][] = [];
  /** Of tasks that have fewer than k, the shares of all their rollouts that pass. */
  let sharesBefore = 0;
  for (let k = 1; open.length > 0; k++) {
    for (const task of open) {
      task.none *= Math.max(0, task.failed - k + 1) / (task.passes.length - k + 1);
      task.first += task.passes[k - 1] ?? 0;
    }
    const any = open.reduce((sum, { none }) => sum + 1 - none, 0) / open.length;
    const shares = open.reduce((sum, { first }) => sum + first / k, sharesBefore);
    accuracies.push(
      [`pass@${k}/accuracy`, 100 * any],
      [`pass@1[avg-of-${k}]/accuracy`, (100 * shares) / groups.length],
    );
    for (const { passes, first } of open) if (passes.length === k) sharesBefore += first / k;
    open = open.filter(({ passes }) => passes.length > k);
  }
  return accuracies;
}

/** What is a number, in the answer or in the use of tokens; yes and no are 1 and 0. */
function numbersOf({ response, _ng_task_index, _ng_rollout_index, ...facts }: Rollout): Numbers {
  const isNumber = (value: unknown) => typeof value === 'number' || typeof value === 'boolean';
  const entries = Object.entries({ ...facts, ...response?.usage }).filter(([, value]) => isNumber(value));
  return Object.fromEntries(entries.map(([name, value]) => [name, Number(value)]));
}

/** Mean, extremes, median and standard deviation of each number, over those that have it. */
function describeNumbers(rollouts: readonly Numbers[]): Numbers {
  const columns = groupBy(
    rollouts.flatMap((numbers) => Object.entries(numbers)),
    ([name]) => name,
  );
  const described = [...columns].map(([name, column]) => {
    const sorted = Float64Array.from(column, ([, value]) => value).sort();
    const { mean, variance } = describeMean(sorted);
    const at = (share: number) => quantile(sorted, share);
    const statistics = { mean, max: at(1), min: at(0), median: at(0.5), std: Math.sqrt(variance * sorted.length) };
    return Object.entries(statistics).map(([statistic, value]): [string, number] => [`${statistic}/${name}`, value]);
  });
  return Object.fromEntries(described.flat());
}
