/** The tools of sessions over MCP, as its streamable HTTP transport without streams: one JSON answer for each request. */

import type { Context } from 'hono';
import { z } from 'zod';
import { splitSchema } from '../../schema/task.ts';
import { parseShape, readJson } from '../http/read-request.ts';
import { RequestFault, toRequestFault } from '../http/request-fault.ts';
import type { App, ServerEnv, Services } from '../services.ts';
import { callerOf } from '../submit-job.ts';
import { tokenHeader } from './routes.ts';
import { promptOf, type Session } from './sessions.ts';
import { callTool, isToolName, tools, toolsHere } from './tools.ts';

const versions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];
const sessionHeader = 'Mcp-Session-Id';
const codes = { request: -32600, method: -32601, params: -32602, failed: -32603 } as const;

const messageSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string(),
  params: z.record(z.string(), z.unknown()).default({}),
});
const callSchema = z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()).default({}) });

type Params = z.infer<typeof messageSchema>['params'];
type Outcome = { readonly result: object } | { readonly error: { readonly code: number; readonly message: string } };

export function addMcpRoutes(app: App, services: Services): void {
  const { sessions } = services;
  for (const path of ['/mcp', '/openenv/mcp']) {
    app.post(path, async (c) => {
      const message = messageSchema.safeParse(await readJson(c, services.texts).catch(() => undefined));
      const { id = null, method = '', params = {} } = message.data ?? {};
      const reply = (outcome: Outcome, status?: 404) => c.json({ jsonrpc: '2.0', id, ...outcome }, status);
      if (!message.success) return reply(fail('request', 'A JSON-RPC 2.0 request is expected.'));
      if (id === null) return c.body(null, 202);
      try {
        return reply(await answer(c, services, method, params));
      } catch (error) {
        const fault = toRequestFault(error);
        // What the protocol wants of a session that has ended.
        return reply(fail('failed', fault.message), fault.status === 404 ? 404 : undefined);
      }
    });
    // There is nothing to listen to.
    app.get(path, (c) => c.body(null, 405, { Allow: 'POST, DELETE' }));
    app.delete(path, async (c) => {
      await sessions.end(sessions.find(c.req.header(sessionHeader) ?? '', c.get('caller')));
      return c.body(null, 204);
    });
  }
}

async function answer(c: Context<ServerEnv>, services: Services, method: string, params: Params): Promise<Outcome> {
  switch (method) {
    case 'initialize':
      return { result: initialize(c, services, params) };
    case 'ping':
      return { result: {} };
    case 'tools/list':
      return { result: { tools: toolsHere(services).map(describeTool) } };
    case 'tools/call':
      return call(c, services, params);
    default:
      return fail('method', `There is no method ${method.slice(0, 100)}.`);
  }
}

/** A client that brings no session names a task in the address: `/mcp?task_id=BigCodeBench/17&split=instruct`. */
function initialize(c: Context<ServerEnv>, services: Services, { protocolVersion }: Params): object {
  const { sessions, catalog, version } = services;
  const taskId = c.req.query('task_id');
  let session = findSession(c, services);
  if (session === undefined && taskId !== undefined) {
    const split = parseShape(c.req.query('split') ?? 'complete', splitSchema);
    session = sessions.create({ owner: c.get('caller').owner, task: catalog.find(taskId), split });
    c.header(sessionHeader, session.id);
  }
  return {
    protocolVersion: versions.find((each) => each === protocolVersion) ?? versions[0],
    capabilities: { tools: {} },
    serverInfo: { name: 'bigcodebench', version },
    ...(session && { instructions: promptOf(session) }),
  };
}

function findSession(c: Context<ServerEnv>, { sessions }: Services): Session | undefined {
  const id = c.req.header(tokenHeader) ?? c.req.header(sessionHeader);
  return id === undefined ? undefined : sessions.find(id, c.get('caller'));
}

async function call(c: Context<ServerEnv>, services: Services, params: Params): Promise<Outcome> {
  const parsed = callSchema.safeParse(params);
  const { name, arguments: given } = parsed.data ?? { name: '', arguments: {} };
  if (!isToolName(name)) return fail('params', `There is no tool ${name.slice(0, 100)}.`);
  const session = findSession(c, services);
  if (session === undefined) {
    return fail('request', `There is no session: add ?task_id= to the address, or send ${tokenHeader}.`);
  }
  try {
    const result = await callTool(name, given, { services, session, signal: callerOf(c).signal });
    return { result: { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: result } };
  } catch (error) {
    // The model reads it, and may do better.
    if (!(error instanceof RequestFault) || error.status === 404) throw error;
    return { result: { content: [{ type: 'text', text: error.message }], isError: true } };
  }
}

function describeTool(name: keyof typeof tools): object {
  const { description, input } = tools[name];
  return { name, description, inputSchema: z.toJSONSchema(input, { io: 'input' }) };
}

function fail(code: keyof typeof codes, message: string): Outcome {
  return { error: { code: codes[code], message } };
}
