import { z } from '@hono/zod-openapi';
import type { Context, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { visibleTestsOf } from '../../dataset/visible-tests.ts';
import { splitSchema } from '../../schema/task.ts';
import { describeRoute, json } from '../http/openapi.ts';
import { parseShape, readJson } from '../http/read-request.ts';
import { RequestFault } from '../http/request-fault.ts';
import { respondList } from '../http/streams.ts';
import type { App, ServerEnv, Services } from '../services.ts';
import { callerOf } from '../submit-job.ts';
import { longestIdleMs, promptOf, type Session } from './sessions.ts';
import { callTool, isToolName, type ToolName, toolNames, tools, toolsHere } from './tools.ts';

const longestIdleS = longestIdleMs / 1000;
const idle = z.number().positive().max(longestIdleS).optional();

const requestSchema = z.strictObject({
  task_id: z.string(),
  split: splitSchema.default('complete').describe('Which prompt of the task is shown.'),
  idle_s: idle.describe('The session ends after so many seconds without a call. Default: 600.'),
});

const sessionSchema = z.object({
  session_id: z.string(),
  task_id: z.string(),
  split: splitSchema,
  prompt: z.string(),
  entry_point: z.string(),
  visible_tests: z.array(z.string()),
  tools: z.array(z.string()),
  interpreter: z.boolean().describe('Whether it holds one at present.'),
  calls: z.number().int(),
  cpu_ms: z.number(),
  result: z.object({ reward: z.number(), passed: z.boolean(), outcome: z.string() }).optional(),
});

const createText = {
  summary: 'Work on a task with tools',
  description:
    'A session has three tools: `run_python`, an interpreter that keeps its names between calls; `run_visible_tests`; and `submit`, which is judged by all tests, once. Each is `POST /v1/sessions/{id}/{tool}`; the same are offered over MCP at `/mcp`. A session ends when it is deleted, when nobody calls for a while, and after an hour.',
  body: { 'application/json': { schema: requestSchema } },
};

const furtherRoutes = [
  ['GET /v1/sessions', 'Your sessions', z.object({ sessions: z.array(sessionSchema) })],
  ['GET /v1/sessions/{id}', 'A session: its task, what it has used, what was submitted', sessionSchema],
  ['DELETE /v1/sessions/{id}', 'End a session', sessionSchema],
] as const;

export const tokenHeader = 'X-NeMo-Gym-Session-Token';
const cookieName = 'bcb_session';

/** The session that a request of NeMo-Gym belongs to. */
export function sessionIdOf(c: Context<ServerEnv>): string | undefined {
  return c.req.header(tokenHeader) ?? getCookie(c, cookieName);
}

export function setSessionCookie(c: Context<ServerEnv>, id: string): void {
  setCookie(c, cookieName, id, { path: '/', httpOnly: true, sameSite: 'Strict' });
}

/** NeMo-Gym's agents send the cookies of the last answer alone, also if that was an error. */
const repeatCookie: MiddlewareHandler<ServerEnv> = async (c, next) => {
  await next();
  const id = getCookie(c, cookieName);
  if (id !== undefined && !c.res.headers.has('Set-Cookie')) setSessionCookie(c, id);
};

export function addSessionRoutes(app: App, services: Services): void {
  const { sessions, catalog, texts } = services;
  const here = toolsHere(services);
  const describe = (session: Session): z.infer<typeof sessionSchema> => {
    const { id, task, split, conversation, cost, result } = session;
    return {
      session_id: id,
      task_id: task.id,
      split,
      prompt: promptOf(session),
      entry_point: task.entryPoint,
      visible_tests: visibleTestsOf(task.test),
      tools: [...here],
      interpreter: conversation?.isOpen ?? false,
      calls: cost.calls,
      cpu_ms: Math.round(cost.cpuMs),
      result,
    };
  };
  const find = (c: Context<ServerEnv>, id = '') => sessions.find(id, c.get('caller'));
  const call = async (c: Context<ServerEnv>, session: Session, name: ToolName) => {
    const given = await readJson(c, texts);
    return c.json(await callTool(name, given, { services, session, signal: callerOf(c).signal }));
  };
  describeRoute(app, 'POST /v1/sessions', createText, { 200: json('The session', sessionSchema) });
  for (const [route, summary, schema] of furtherRoutes) {
    describeRoute(app, route, { summary }, { 200: json('It', schema) });
  }
  for (const name of here) {
    const { description, input } = tools[name];
    const text = { summary: `Tool: ${name}`, description, body: { 'application/json': { schema: input } } };
    describeRoute(app, `POST /v1/sessions/{id}/${name}`, text, { 200: json('What it came to', z.looseObject({})) });
  }
  app.post('/v1/sessions', async (c) => {
    const { task_id: taskId, split, idle_s: idleS } = parseShape(await readJson(c, texts), requestSchema);
    const { owner } = c.get('caller');
    const idleMs = idleS && idleS * 1000;
    const session = sessions.create({ owner, task: catalog.find(taskId), split, idleMs });
    return c.json(describe(session), 200, { Location: `/v1/sessions/${session.id}` });
  });
  app.get('/v1/sessions', (c) => {
    // Each when its turn comes: there may be thousands.
    function* described() {
      for (const session of sessions.list(c.get('caller'))) yield describe(session);
    }
    return respondList(c, 'sessions', described());
  });
  app.get('/v1/sessions/:id', (c) => c.json(describe(find(c, c.req.param('id')))));
  app.delete('/v1/sessions/:id', async (c) => {
    const session = find(c, c.req.param('id'));
    await sessions.end(session);
    return c.json(describe(session));
  });
  app.post('/v1/sessions/:id/:tool', async (c) => {
    const session = find(c, c.req.param('id'));
    const name = c.req.param('tool');
    if (!isToolName(name)) throw new RequestFault(404, `There is no tool of that name: ${toolNames.join(', ')}.`);
    return call(c, session, name);
  });
  app.use(repeatCookie);
  // As NeMo-Gym calls them. Without a session, /submit is that of SandboxFusion.
  for (const name of toolNames) {
    app.post(`/${name}`, async (c, next) => {
      const id = sessionIdOf(c);
      if (id === undefined && name === 'submit') return await next();
      return call(c, find(c, id), name);
    });
  }
}
