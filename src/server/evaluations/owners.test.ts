import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildTask } from '../../evaluate/testing/tasks.ts';
import { createTemporaryFolder } from '../../testing/temporary-folder.ts';
import { converse } from '../gradio/testing/converse.ts';
import { createGatedExecutor } from '../testing/gated-executor.ts';
import { openServer, type TestServer } from '../testing/open-server.ts';

const tasks = [0, 1, 2].map((number) => buildTask(`BigCodeBench/${number}`));
const samples = tasks.map(({ id }) => ({ task_id: id, solution: `secret of ${id}` }));

let folder: Awaited<ReturnType<typeof createTemporaryFolder>>;
beforeEach(async () => {
  folder = await createTemporaryFolder();
});
afterEach(() => folder[Symbol.asyncDispose]());

const open = (options: Partial<Parameters<typeof openServer>[0]> = {}) =>
  openServer({ tasks, outDir: folder.path, tokens: ['alice', 'bob'], readTokens: ['board'], ...options });

/** The server as one caller sees it. */
function as(token: string, { request }: Pick<TestServer, 'request'>): Pick<TestServer, 'request'> {
  return {
    request: (path, init = {}) =>
      request(path, { ...init, headers: { ...init.headers, Authorization: `Bearer ${token}` } }),
  };
}

const evaluate = async ({ request }: Pick<TestServer, 'request'>, wait = 60) => {
  const json = { samples, no_gt: true };
  const response = await request('/v1/evaluations', { json, headers: { Prefer: `wait=${wait}` } });
  return (await response.json()) as { id: string; state: string };
};

const idsOf = async ({ request }: Pick<TestServer, 'request'>) => {
  const { evaluations } = (await (await request('/v1/evaluations')).json()) as { evaluations: { id: string }[] };
  return evaluations.map(({ id }) => id);
};

describe('an evaluation', () => {
  it('is seen by its owner alone, although another one sent the same samples', async () => {
    const server = open();
    const [alice, bob] = [as('alice', server), as('bob', server)];
    const hers = await evaluate(alice);
    expect(await idsOf(alice)).toEqual([hers.id]);
    expect(await idsOf(bob)).toEqual([]);
    for (const path of ['', '/events', '/results']) {
      expect((await alice.request(`/v1/evaluations/${hers.id}${path}`)).status).toBe(200);
      expect((await bob.request(`/v1/evaluations/${hers.id}${path}`)).status).toBe(404);
    }
    const his = await evaluate(bob);
    expect(his.id).not.toBe(hers.id);
    expect(await idsOf(bob)).toEqual([his.id]);
    await server.close();
  });

  it('is stopped by its owner alone', async () => {
    const { executor, hasStarted, cancelled } = createGatedExecutor();
    const server = open({ executor });
    const [alice, bob] = [as('alice', server), as('bob', server)];
    const { id } = await evaluate(alice, 0);
    await hasStarted(3);
    expect((await bob.request(`/v1/evaluations/${id}`, { method: 'DELETE' })).status).toBe(404);
    expect(cancelled).toEqual([]);
    const stopped = await alice.request(`/v1/evaluations/${id}`, { method: 'DELETE' });
    expect(await stopped.json()).toMatchObject({ state: 'cancelled' });
    await server.close({ graceMs: 0 });
  });

  it('and a session of the app have one owner as well, whatever others call theirs', async () => {
    const { executor, hasStarted, cancelled } = createGatedExecutor();
    const server = open({ executor });
    const alice = converse(as('alice', server));
    const bob = converse(as('bob', server));
    const path = await alice.upload();
    expect((await bob.join(bob.argumentsFor(path))).status).toBe(404);
    const joined = (await (await alice.join(alice.argumentsFor(path, { 11: true }))).json()) as { event_id: string };
    await hasStarted(3);
    expect(await bob.stream()).toMatchObject([{ msg: 'unexpected_error', session_not_found: true }]);
    const cancel = async (token: string) =>
      (await as(token, server).request('/cancel', { json: { event_id: joined.event_id } })).json();
    expect(await cancel('bob')).toEqual({ success: false });
    expect(cancelled).toEqual([]);
    expect(await cancel('alice')).toEqual({ success: true });
    await server.close({ graceMs: 0 });
  });
});

describe('a read token', () => {
  it('sees everything and changes nothing', async () => {
    const app = new Hono().get('/', (c) => c.text('chunks of everybody'));
    const server = open({ board: { path: '/admin/queues', app } });
    const [alice, board] = [as('alice', server), as('board', server)];
    const { id } = await evaluate(alice);
    for (const path of ['/v1/info', '/metrics', '/v1/evaluations', `/v1/evaluations/${id}/results`, '/admin/queues']) {
      expect((await board.request(path)).status).toBe(200);
    }
    expect(await idsOf(board)).toEqual([id]);
    expect((await alice.request('/admin/queues')).status).toBe(403);
    const refused = [
      await board.request(`/v1/evaluations/${id}`, { method: 'DELETE' }),
      await board.request('/v1/evaluations', { json: { samples } }),
      await board.request('/run_code', { json: { code: '1', language: 'python' } }),
      await board.request('/queue/join', { json: {} }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    await server.close();
  });
});
