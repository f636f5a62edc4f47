/** `/aggregate_metrics` of NeMo-Gym's resources servers: what rollouts come to, task by task and all together. */
import { z } from 'zod';
import { passAtK } from '../../score/pass-at-k.ts';
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
  const most = Math.max(...groups.map((rollouts) => rollouts.length));
  const accuracies = Array.from({ length: most }, (_, at) => accuracyAt(groups, at + 1));
  const agentMetrics: Numbers = Object.assign(describeNumbers(all.map(numbersOf)), ...accuracies);
  const isKey = (name: string) => /^mean\/(input|output)_tokens$/.test(name) || name in (accuracies.at(-1) ?? {});
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
    agent_metrics: agentMetrics,
    key_metrics: Object.fromEntries(Object.entries(agentMetrics).filter(([name]) => isKey(name))),
  };
}

/** In percent: of k rollouts one passes, and how many of the first k pass; over the tasks that have as many. */
function accuracyAt(groups: readonly (readonly Rollout[])[], k: number): Numbers {
  const passes = groups.map((rollouts) => rollouts.map(({ reward }) => Number(reward > 0)));
  const complete = passes.filter((rewards) => rewards.length >= k);
  const count = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
  const any = complete.map((rewards) => passAtK({ samples: rewards.length, passed: count(rewards) }, k));
  const first = passes.map((rewards) => describeMean(rewards.slice(0, k)).mean);
  return {
    [`pass@${k}/accuracy`]: 100 * describeMean(any).mean,
    [`pass@1[avg-of-${k}]/accuracy`]: 100 * describeMean(first).mean,
  };
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
