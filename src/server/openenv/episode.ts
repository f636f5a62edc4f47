/** An episode of OpenEnv: a session whose one step is its submission. */
import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { splitSchema } from '../../schema/task.ts';
import { parseShape } from '../http/read-request.ts';
import { RequestFault } from '../http/request-fault.ts';
import type { Services } from '../services.ts';
import { promptOf, type Session } from '../sessions/sessions.ts';
import { callTool, type ToolCall } from '../sessions/tools.ts';

/** Clients give up after 60 s, and then lose the connection. */
const defaultTimeoutS = 55;
const longestTimeoutS = 3600;
const timeout = z.number().positive().max(longestTimeoutS).nullish();

/** Arguments of other environments do no harm. */
const resetSchema = z.object({
  task_id: z.string().optional(),
  split: splitSchema.default('complete'),
  seed: z.number().int().nonnegative().nullish(),
  episode_id: z.string().max(255).nullish(),
  timeout_s: timeout.describe('Until when a step is answered.'),
});
export const actionSchema = z.strictObject({
  solution: z.string(),
  metadata: z.record(z.string(), z.unknown()).optional(),
});
export const stepSchema = z.object({ action: actionSchema, timeout_s: timeout, episode_id: z.string().optional() });

/** Without a task it is the one that the seed names, or any. */
export function beginEpisode({ sessions, catalog }: Services, owner: string, given: unknown) {
  const { task_id: taskId, split, seed, episode_id: name, timeout_s: timeoutS } = parseShape(given ?? {}, resetSchema);
  const { tasks } = catalog;
  if (tasks.length === 0) throw new RequestFault(409, 'This server has no tasks.');
  const task = taskId === undefined ? tasks[(seed ?? randomInt(2 ** 31)) % tasks.length] : catalog.find(taskId);
  const session = sessions.create({ owner, task: task ?? catalog.find(''), split, name: name ?? undefined });
  return { session, timeoutS: timeoutS ?? defaultTimeoutS };
}

type Step = Omit<ToolCall, 'deadlineMs'> & { readonly timeoutS?: number | null | undefined };

export async function takeStep({ solution }: z.infer<typeof actionSchema>, { timeoutS, ...call }: Step) {
  if (call.session.result !== undefined) throw new RequestFault(409, 'The episode is over: reset first.');
  const deadlineMs = (timeoutS ?? defaultTimeoutS) * 1000;
  await callTool('submit', { solution }, { ...call, deadlineMs });
  return observe(call.session);
}

export function observe(session: Session) {
  const { name, task, split, result } = session;
  const facts = { episode_id: name, task_id: task.id, split, prompt: promptOf(session), entry_point: task.entryPoint };
  const done = result !== undefined;
  return { observation: { ...facts, outcome: result?.outcome ?? null }, reward: result?.reward ?? null, done };
}

export function stateOf(session: Session | undefined): object {
  return { episode_id: session?.name ?? null, step_count: session?.result ? 1 : 0, task_id: session?.task.id ?? null };
}
