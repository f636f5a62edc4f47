import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { namespaces } from '../../executor/local/testing/namespaces.ts';
import { describeNeeding } from '../../util/testing/needs.ts';
import type { Listener } from '../http/listen.ts';
import { openServer } from '../testing/open-server.ts';
import { openRealServer, type RealServer } from '../testing/real-server.ts';

let server: RealServer;
let listener: Listener;
beforeAll(async () => {
  server = await openRealServer();
  listener = await server.listen({ port: 0 });
});
afterAll(async () => {
  await listener.close();
  await server.close();
});

interface Connected extends AsyncDisposable {
  readonly client: Client;
  readonly transport: StreamableHTTPClientTransport;
  call(name: string, given: object): Promise<Record<string, unknown>>;
}

async function connect(path: string, headers: Record<string, string> = {}): Promise<Connected> {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(path, listener.url), { requestInit: { headers } });
  // Its own types are not exact about optional fields.
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  const call: Connected['call'] = async (name, given) => {
    const { structuredContent, ...rest } = await client.callTool({ name, arguments: { ...given } });
    return (structuredContent as Record<string, unknown> | undefined) ?? rest;
  };
  return { client, transport, call, [Symbol.asyncDispose]: () => client.close() };
}

const good = 'def task_func(a, b):\n    return a + b\n';

describeNeeding(namespaces)('MCP', () => {
  it('gives a client of others the tools of a task', async () => {
    await using connected = await connect('/mcp?task_id=Real/1&split=instruct');
    const { client, transport, call } = connected;
    expect(client.getInstructions()).toContain('Write task_func(a, b) that adds two numbers.');
    expect(client.getServerVersion()).toEqual({ name: 'bigcodebench', version: '1.2.3' });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['run_python', 'run_visible_tests', 'submit']);
    expect(tools[0]?.inputSchema).toMatchObject({ type: 'object', required: ['code'] });
    await client.ping();
    await call('run_python', { code: 'x = 6' });
    expect(await call('run_python', { code: 'x * 7' })).toMatchObject({ stdout: '42\n', interpreter: 'kept' });
    expect(await call('run_visible_tests', { solution: good })).toMatchObject({ passed: 1, total: 1 });
    expect(await call('run_python', { code: 1 })).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: expect.stringContaining('code: ') }],
    });
    await expect(call('rm', {})).rejects.toThrow('There is no tool rm.');
    expect(await call('submit', { solution: good })).toEqual({ reward: 1, passed: true, outcome: 'pass' });
    await transport.terminateSession();
    await expect(call('submit', { solution: good })).rejects.toThrow('There is no session');
  });

  it('keeps the sessions of two clients apart, and ends neither with a client of NeMo-Gym', async () => {
    const row = { verifier_metadata: { task_id: 'Real/1', tools: 'mcp' } };
    const seed = async () => {
      const { mcp } = (await (await server.request('/seed_session', { json: row })).json()) as {
        mcp: { headers: Record<string, string> };
      };
      return mcp.headers;
    };
    const [one, two] = [await seed(), await seed()];
    {
      await using first = await connect('/mcp', one);
      await first.call('run_python', { code: 'mine = 1' });
    }
    await using again = await connect('/mcp', one);
    await using other = await connect('/mcp', two);
    expect(await again.call('run_python', { code: 'mine' })).toMatchObject({ stdout: '1\n' });
    expect(await other.call('run_python', { code: 'mine' })).toMatchObject({ reason: 'NameError' });
  });

  it('says what is missing to a client without a session', async () => {
    await using connected = await connect('/mcp');
    expect((await connected.client.listTools()).tools).toHaveLength(3);
    await expect(connected.call('run_python', { code: '1' })).rejects.toThrow('There is no session');
    await expect(connect('/mcp?task_id=Nothing/1')).rejects.toThrow('There is no task');
  });

  it('answers what is no request with an error of JSON-RPC', async () => {
    const { request, close } = openServer({ tokens: ['secret'] });
    const headers = { authorization: 'Bearer secret' };
    for (const path of ['/mcp', '/openenv/mcp']) {
      for (const json of [{}, [], 'text', null, { jsonrpc: '1.0', id: 1, method: 'ping' }]) {
        const response = await request(path, { json, headers });
        expect([response.status, await response.json()]).toMatchObject([
          200,
          { jsonrpc: '2.0', error: { code: -32600 } },
        ]);
      }
    }
    const unknown = await request('/mcp', { json: { jsonrpc: '2.0', id: 'a', method: 'x'.repeat(1000) }, headers });
    expect(await unknown.json()).toMatchObject({ id: 'a', error: { code: -32601 } });
    const told = { jsonrpc: '2.0', method: 'notifications/initialized' };
    expect((await request('/mcp', { json: told, headers })).status).toBe(202);
    expect((await request('/mcp', { headers })).status).toBe(405);
    expect((await request('/mcp', { json: {} })).status).toBe(401);
    await close();
  });
});
