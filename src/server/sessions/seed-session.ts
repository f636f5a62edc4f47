/** Sessions as NeMo-Gym opens and names them. */
import type { Context } from 'hono';
import { z } from 'zod';
import { splitSchema } from '../../schema/split.ts';
import { RequestFault } from '../http/request-fault.ts';
import type { ServerEnv, Services } from '../services.ts';

export const tokenHeader = 'X-NeMo-Gym-Session-Token';
const cookieName = 'bcb_session';

/** The session that a request of NeMo-Gym belongs to. */
export function sessionIdOf(c: Context<ServerEnv>): string | undefined {
  const cookie = /(?:^|;\s*)bcb_session=([\w-]+)/.exec(c.req.header('cookie') ?? '')?.[1];
  return c.req.header(tokenHeader) ?? cookie;
}

const seedSchema = z.object({
  responses_create_params: z.object({ tools: z.array(z.unknown()).nullish() }).nullish(),
  verifier_metadata: z
    .object({ task_id: z.string(), split: splitSchema.optional(), tools: z.string().optional() })
    .nullish(),
});

/**
 * What NeMo-Gym's `/seed_session` answers. A row that lists tools, or whose metadata says `"tools": "mcp"`, gets a session, which
 * its cookie names; with the latter it is told where to reach them.
 */
export function seedSession(c: Context<ServerEnv>, { sessions, catalog }: Services, row: unknown): object {
  const wanted = toolsWanted(row);
  if (wanted === undefined) return {};
  const { taskId, split, isMcp } = wanted;
  const { id } = sessions.create({ owner: c.get('caller').owner, task: catalog.find(taskId), split });
  c.header('Set-Cookie', `${cookieName}=${id}; Path=/; HttpOnly; SameSite=Strict`);
  if (!isMcp) return {};
  return { mcp: { server_name: 'bigcodebench', url_path: '/mcp', transport: 'http', headers: { [tokenHeader]: id } } };
}

/**
 * What was submitted in the session of a request to `/verify`. The session ends with it. One that is not there is a fault: what was
 * submitted in it is not known, and no answer means a reward of 0.
 */
export async function takeSubmission(c: Context<ServerEnv>, { sessions, catalog }: Services, row: unknown) {
  const id = sessionIdOf(c);
  const wanted = id === undefined ? undefined : toolsWanted(row);
  if (id === undefined || wanted === undefined) return undefined;
  const session = sessions.find(id, c.get('caller'));
  if (session.task !== catalog.find(wanted.taskId)) throw new RequestFault(422, 'The session is about another task.');
  const { result } = session;
  if (result !== undefined) await sessions.end(session);
  return result;
}

function toolsWanted(row: unknown) {
  const { data } = seedSchema.safeParse(row);
  const { task_id: taskId, split = 'complete', tools } = data?.verifier_metadata ?? {};
  const isMcp = tools === 'mcp';
  const hasTools = isMcp || (data?.responses_create_params?.tools?.length ?? 0) > 0;
  return taskId === undefined || !hasTools ? undefined : { taskId, split, isMcp };
}
