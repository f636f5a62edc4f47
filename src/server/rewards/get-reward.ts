/** `/get_reward` as OpenRLHF and slime call it: the label names the task, the answer is a model's text. */
import { Hono } from 'hono';
import { z } from 'zod';
import type { Execution } from '../../schema/execution.ts';
import { openRlhfDeadlineMs, slimeDeadlineMs } from '../deadlines.ts';
import { parseShape, readJson } from '../http/read-body.ts';
import { RequestFault } from '../http/request-fault.ts';
import type { ServerEnv, Services } from '../services.ts';
import { takeAnswer } from './chat-text.ts';
import { judgeSolution } from './judge-answer.ts';
import { parseRewardRule, rewardOf } from './reward.ts';

const label = z.union([z.string(), z.object({ task_id: z.string() })]);

const openRlhfSchema = z
  .object({ query: z.array(z.string()), prompts: z.array(z.string()).default([]), labels: z.array(label) })
  .refine(({ query, labels }) => query.length === labels.length, { message: 'as many labels as queries are expected' });

const slimeSchema = z.object({ response: z.string(), label });

export function createGetRewardRoutes(services: Services): Hono<ServerEnv> {
  const app = new Hono<ServerEnv>();
  app.post('/get_reward', async (c) => {
    const body = await readJson(c.req.raw);
    const rule = parseRewardRule(c.req.query());
    const judge = async (answer: string, taskId: string, deadlineMs: number) => {
      const task = services.catalog.find(taskId);
      const { solution } = await services.sanitize(answer, task);
      const options = { owner: c.get('owner'), signal: c.req.raw.signal, deadlineMs };
      return (await judgeSolution(services, task, solution, options)).execution;
    };
    if (typeof body === 'object' && body !== null && 'query' in body) {
      const { query, prompts, labels } = parseShape(body, openRlhfSchema);
      const executions = await Promise.all(
        query.map((text, at) => {
          const answer = takeAnswer(text, prompts[at] ?? '');
          return judge(answer, taskIdOf(labels[at]), openRlhfDeadlineMs);
        }),
      );
      const rewards = executions.map((execution) => rewardOf(execution, rule));
      return c.json({ rewards, scores: rewards, extra_logs: describe(executions) });
    }
    const { response, label: given } = parseShape(body, slimeSchema);
    const execution = await judge(response, taskIdOf(given), slimeDeadlineMs);
    const reward = rewardOf(execution, rule);
    // With slime's --reward-key an object is read, without it the bare number.
    const key = c.req.query('key');
    return c.json(key === undefined ? reward : { [key]: reward, outcome: execution.outcome });
  });
  return app;
}

/** A task id, or JSON that holds one. */
function taskIdOf(given: z.infer<typeof label> | undefined): string {
  if (typeof given === 'object') return given.task_id;
  const text = given?.trim() ?? '';
  if (!text.startsWith('{')) return text;
  try {
    return z.object({ task_id: z.string() }).parse(JSON.parse(text)).task_id;
  } catch (cause) {
    throw new RequestFault(422, 'A label is a task id, or JSON with a task_id.', { cause });
  }
}

/** Numbers that OpenRLHF averages into its logs. */
function describe(executions: readonly Execution[]): Record<string, number[]> {
  const count = (is: (execution: Execution) => boolean) => executions.map((execution) => (is(execution) ? 1 : 0));
  if (executions.length === 0) return {};
  return {
    passed: count(({ outcome }) => outcome === 'pass'),
    timeouts: count(({ outcome }) => outcome === 'timeout'),
    tampered: count(({ outcome }) => outcome === 'tampered'),
    tests_passed: executions.map(({ tests }) =>
      tests.length === 0 ? 0 : tests.filter(({ outcome }) => outcome === 'pass').length / tests.length,
    ),
  };
}
