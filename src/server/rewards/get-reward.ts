/** `/get_reward` as OpenRLHF and slime call it: the label names the task, the answer is a model's text. */
import { z } from 'zod';
import type { Execution } from '../../schema/execution.ts';
import { mapBounded } from '../http/map-bounded.ts';
import { deadlineOf, parseShape, readJson } from '../http/read-request.ts';
import { RequestFault } from '../http/request-fault.ts';
import type { App, Services } from '../services.ts';
import { callerOf } from '../submit-job.ts';
import { judgeSolution, parseRewardRule, rewardOf } from './judge-answer.ts';

/** OpenRLHF waits 180 s, slime 120 s. */
const openRlhfDeadlineMs = 170_000;
const slimeDeadlineMs = 110_000;

const named = z.object({ task_id: z.string() });
const label = z.union([z.string(), named]);
const atMost = 10_000;

const openRlhfSchema = z
  .object({
    query: z.array(z.string()).max(atMost),
    prompts: z.array(z.string()).max(atMost).default([]),
    // Each is looked at when its turn comes: a list that is too long costs nothing.
    labels: z.array(z.unknown()).max(atMost),
  })
  .refine(({ query, labels }) => query.length === labels.length, { message: 'as many labels as queries are expected' });

const slimeSchema = z.object({ response: z.string(), label });

export function addGetRewardRoutes(app: App, services: Services): void {
  app.post('/get_reward', async (c) => {
    const body = await readJson(c, services.texts);
    const rule = parseRewardRule(c.req.query());
    const judge = async (text: string, prompt: string | undefined, taskId: string, leftMs: () => number) => {
      const task = services.catalog.find(taskId);
      const { owner = '', signal } = callerOf(c);
      const reading = { prompt, signal, deadlineMs: leftMs() };
      const { solution } = await services.texts.readAnswer(owner, text, task.entryPoint, reading);
      const options = { owner, signal, deadlineMs: leftMs(), failFast: rule.fail_fast };
      return (await judgeSolution(services, task, solution, options)).execution;
    };
    if (typeof body === 'object' && body !== null && 'query' in body) {
      const { query, prompts, labels } = parseShape(body, openRlhfSchema);
      const leftMs = deadlineOf(c, openRlhfDeadlineMs);
      const executions = await mapBounded(query, services.queue.width, (text, at) =>
        judge(text, prompts[at] ?? '', taskIdOf(labels[at]), leftMs),
      );
      const rewards = executions.map((execution) => rewardOf(execution, rule));
      return c.json({ rewards, scores: rewards, extra_logs: describe(executions) });
    }
    const { response, label: given } = parseShape(body, slimeSchema);
    const execution = await judge(response, undefined, taskIdOf(given), deadlineOf(c, slimeDeadlineMs));
    const reward = rewardOf(execution, rule);
    // With slime's --reward-key an object is read, without it the bare number.
    const key = c.req.query('key');
    return c.json(key === undefined ? reward : { [key]: reward, outcome: execution.outcome });
  });
}

/** Of all that a row of a dataset may say of a task, many times as much. */
const longestLabel = 64 * 1024;

/** A task id, or JSON that holds one. */
function taskIdOf(given: unknown): string {
  try {
    const parsed = label.parse(given);
    if (typeof parsed === 'object') return parsed.task_id;
    if (parsed.length > longestLabel) throw new RequestFault(413, 'A label has at most 64 kB.');
    const text = parsed.trim();
    return text.startsWith('{') ? named.parse(JSON.parse(text)).task_id : text;
  } catch (cause) {
    if (cause instanceof RequestFault) throw cause;
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
