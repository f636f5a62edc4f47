/** Conversations of the soak that are more than one request: sessions, MCP, OpenEnv and the evaluation app. */
import { FormData, fetch } from 'undici';
import { additionTask } from '../../src/server/testing/real-server.ts';
import { type Client, get, headersOf, note, post, right, send, wrong } from './conversations.ts';

/** One of two, with what it is worth. */
function pickSolution({ random, next }: Client): { readonly solution: string; readonly reward: number } {
  const isRight = random() < 0.5;
  return { solution: (isRight ? right : wrong)(next()), reward: isRight ? 1 : 0 };
}

function expectReward(client: Client, what: string, answer: unknown, reward: number): void {
  const given = (answer as { reward?: unknown } | undefined)?.reward;
  if (given !== reward) note(client, `${what}: ${JSON.stringify(answer).slice(0, 200)}`);
}

export async function workInSession(client: Client): Promise<number> {
  const { solution, reward } = pickSolution(client);
  const { session_id: id } = (await post(client, '/v1/sessions', { task_id: additionTask.id })) as {
    session_id?: string;
  };
  const path = `/v1/sessions/${id}`;
  const { passed } = (await post(client, `${path}/run_visible_tests`, { solution })) as { passed?: number };
  if (passed !== reward) note(client, `visible tests: ${passed} of 1 passed`);
  expectReward(client, 'session', await post(client, `${path}/submit`, { solution }), reward);
  await get(client, '/v1/sessions');
  await (await send(client, path, '', { method: 'DELETE' })).body.dump();
  return 5;
}

export async function workOverMcp(client: Client): Promise<number> {
  const { solution, reward } = pickSolution(client);
  const ask = (method: string, params: object) => JSON.stringify({ jsonrpc: '2.0', id: client.next(), method, params });
  const begin = ask('initialize', { protocolVersion: '2025-06-18' });
  const begun = await send(client, `/mcp?task_id=${encodeURIComponent(additionTask.id)}`, begin);
  await begun.body.dump();
  const headers = { 'mcp-session-id': String(begun.headers['mcp-session-id']) };
  const called = await send(client, '/mcp', ask('tools/call', { name: 'submit', arguments: { solution } }), {
    headers,
  });
  const { result } = (await called.body.json()) as { result?: { structuredContent?: unknown } };
  expectReward(client, 'MCP', result?.structuredContent, reward);
  await (await send(client, '/mcp', '', { method: 'DELETE', headers })).body.dump();
  return 3;
}

export async function playEpisode(client: Client): Promise<number> {
  const { solution, reward } = pickSolution(client);
  const begun = (await post(client, '/openenv/reset', { task_id: additionTask.id })) as {
    observation?: { episode_id?: string };
  };
  const step = { episode_id: begun.observation?.episode_id, action: { solution } };
  expectReward(client, 'OpenEnv', await post(client, '/openenv/step', step), reward);
  return 2;
}

/** Upload, join and stream, as clients of Gradio do. */
export async function callTheApp(client: Client): Promise<number> {
  const { solution, reward } = pickSolution(client);
  const { url, token, dispatcher } = client;
  const session = `session-${client.next()}`;
  const body = new FormData();
  body.append('files', new Blob([`${JSON.stringify({ task_id: additionTask.id, solution })}\n`]), 'samples.jsonl');
  const headers = { authorization: `Bearer ${token}` };
  const [path] = (await (
    await fetch(`${url}/upload`, { method: 'POST', body, headers, dispatcher })
  ).json()) as string[];
  const data = ['complete', 'full', { path }, '1', -1, 1, 0, 0, 0, true, false, true, ''];
  await post(client, '/queue/join', { data, session_hash: session });
  const stream = await send(client, `/queue/data?session_hash=${session}`, null, { method: 'GET' });
  const text = await stream.body.text();
  if (!text.includes(`"pass@1": ${reward.toFixed(1)}`))
    note(client, `the app: ${headersOf(client).prefer} ${text.slice(-300)}`);
  return 3;
}
