/** The tools of sessions over MCP, as its streamable HTTP transport without streams: one JSON answer for each request. */

import type { Context } from 'hono';
import { z } from 'zod';
import { splitSchema } from '../../schema/split.ts';
import { parseShape, readJson } from '../http/read-request.ts';
import { RequestFault, toRequestFault } from '../http/request-fault.ts';
import type { App, ServerEnv, Services } from '../services.ts';
import { callerOf } from '../submit-job.ts';
import { promptOf } from './describe-session.ts';
import { tokenHeader } from './seed-session.ts';
import type { Session } from './sessions.ts';
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

class RpcFault extends Error {
  readonly code: number;

  constructor(kind: keyof typeof codes, message: string) {
    super(message);
    this.code = codes[kind];
  }
}

type Params = z.infer<typeof messageSchema>['params'];

export function addMcpRoutes(app: App, services: Services): void {
  const { sessions } = services;
  for (const path of ['/mcp', '/openenv/mcp']) {
    app.post(path, async (c) => {
      const message = messageSchema.safeParse(await readJson(c, services.texts).catch(() => undefined));
      if (!message.success) return c.json(failure(null, codes.request, 'A JSON-RPC 2.0 request is expected.'));
      const { id, method, params } = message.data;
      if (id === undefined) return c.body(null, 202);
      try {
        return c.json({ jsonrpc: '2.0', id, result: await answer(c, services, method, params) });
      } catch (error) {
        if (error instanceof RpcFault) return c.json(failure(id, error.code, error.message));
        const fault = toRequestFault(error);
        // What the protocol wants of a session that has ended.
        return c.json(failure(id, codes.failed, fault.message), fault.status === 404 ? 404 : 200);
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

async function answer(c: Context<ServerEnv>, services: Services, method: string, params: Params): Promise<object> {
  switch (method) {
    case 'initialize':
      return initialize(c, services, params);
    case 'ping':
      return {};
    case 'tools/list':
      return { tools: toolsHere(services).map(describeTool) };
    case 'tools/call':
      return call(c, services, params);
    default:
      throw new RpcFault('method', `There is no method ${method.slice(0, 100)}.`);
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

async function call(c: Context<ServerEnv>, services: Services, params: Params): Promise<object> {
  const parsed = callSchema.safeParse(params);
  const { name, arguments: given } = parsed.data ?? { name: '', arguments: {} };
  if (!isToolName(name)) throw new RpcFault('params', `There is no tool ${name.slice(0, 100)}.`);
  const session = findSession(c, services);
  if (session === undefined) {
    throw new RpcFault('request', `There is no session: add ?task_id= to the address, or send ${tokenHeader}.`);
  }
  try {
    const result = await callTool(name, given, { services, session, signal: callerOf(c).signal });
    return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: result };
  } catch (error) {
    // The model reads it, and may do better.
    if (error instanceof RequestFault && error.status !== 404) {
      return { content: [{ type: 'text', text: error.message }], isError: true };
    }
    throw error;
  }
}

function describeTool(name: keyof typeof tools): object {
  const { description, input } = tools[name];
  return { name, description, inputSchema: z.toJSONSchema(input, { io: 'input' }) };
}

function failure(id: string | number | null, code: number, message: string): object {
  return { jsonrpc: '2.0', id, error: { code, message } };
}
