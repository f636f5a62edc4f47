import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { namespaces } from '../../executor/local/testing/namespaces.ts';
import { listDescendants } from '../../executor/local/testing/process-tree.ts';
import { defaultLimits } from '../../schema/execution.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { createScriptedExecutor } from '../../testing/scripted-executor.ts';
import { createDeferred } from '../../util/deferred.ts';
import { describeNeeding, needing } from '../../util/testing/needs.ts';
import { openServer } from '../testing/open-server.ts';
import { additionTask, openRealServer, type RealServer } from '../testing/real-server.ts';
import { createSessions } from './sessions.ts';

let server: RealServer;
beforeAll(async () => {
  server = await openRealServer();
});
afterAll(() => server.close());

const good = 'def task_func(a, b):\n    return a + b\n';
/** Right for what `test_large` asks, which is the visible test. */
const overfitted = 'def task_func(a, b):\n    return 10**9 + 1\n';

interface Described {
  readonly session_id: string;
  readonly [field: string]: unknown;
}

async function begin(given: object = {}, headers: Record<string, string> = {}): Promise<Described> {
  const response = await server.request('/v1/sessions', { json: { task_id: 'Real/1', ...given }, headers });
  expect(response.status).toBe(200);
  return (await response.json()) as Described;
}

async function use(id: string, tool: string, given: object): Promise<Record<string, unknown>> {
  const response = await server.request(`/v1/sessions/${id}/${tool}`, { json: given });
  return { status: response.status, ...((await response.json()) as object) };
}

const run = (id: string, code: string, more: object = {}) => use(id, 'run_python', { code, ...more });

describeNeeding(namespaces)('a session', () => {
  it('shows a task, keeps an interpreter, and is judged once', async () => {
    const { session_id: id, ...shown } = await begin({ split: 'instruct' });
    expect(shown).toMatchObject({
      task_id: 'Real/1',
      split: 'instruct',
      prompt: expect.stringContaining('Write task_func(a, b) that adds two numbers.'),
      entry_point: 'task_func',
      visible_tests: ['test_large'],
      tools: ['run_python', 'run_visible_tests', 'submit'],
      interpreter: false,
    });
    expect(await run(id, 'x = 20')).toMatchObject({ status: 200, outcome: 'pass', interpreter: 'new' });
    expect(await run(id, 'x * 2 + 2')).toMatchObject({ stdout: '42\n', interpreter: 'kept' });
    expect(await run(id, 'import os\nos._exit(3)')).toMatchObject({ outcome: 'error', interpreter: 'ended' });
    expect(await run(id, 'x')).toMatchObject({ reason: 'NameError', interpreter: 'new' });
    expect(await use(id, 'run_visible_tests', { solution: good })).toMatchObject({
      outcome: 'pass',
      passed: 1,
      total: 1,
    });
    const solution = `Here it is:\n\`\`\`python\n${good}\`\`\`\n`;
    expect(await use(id, 'submit', { solution })).toEqual({ status: 200, reward: 1, passed: true, outcome: 'pass' });
    expect(await use(id, 'submit', { solution: 'pass' })).toMatchObject({ reward: 1 });
    expect((await run(id, '1')).status).toBe(404);
    const after = (await (await server.request(`/v1/sessions/${id}`)).json()) as object;
    expect(after).toMatchObject({ interpreter: false, calls: 8, result: { reward: 1 } });
    expect((await server.request(`/v1/sessions/${id}`, { method: 'DELETE' })).status).toBe(200);
    expect((await server.request(`/v1/sessions/${id}`)).status).toBe(404);
  });

  it('shows nothing of hidden tests, whatever a solution looks at', async () => {
    const { session_id: id } = await begin();
    const spy = `import gc, inspect, sys
def task_func(a, b):
    frame, seen = sys._getframe(), []
    while frame:
        seen.append(str(frame.f_globals) + str(frame.f_locals))
        frame = frame.f_back
    seen += [repr(each) for each in gc.get_objects() if isinstance(each, (str, dict))]
    text = "".join(seen) + "".join(repr(c) for c in gc.get_objects() if inspect.iscode(c))
    print("visible" if "test_" + "large" in text else "?", "test_" + "negative" in text, "test_" + "small" in text)
    return a + b
`;
    const seen = await use(id, 'run_visible_tests', { solution: spy });
    expect(seen).toMatchObject({ stdout: 'visible False False\n', tests: [{ name: 'test_large' }] });
    const tested = await use(id, 'run_visible_tests', { solution: overfitted });
    expect(tested).toMatchObject({ outcome: 'pass', passed: 1, total: 1 });
    const submitted = await use(id, 'submit', { solution: overfitted });
    expect(submitted).toEqual({ status: 200, reward: 0, passed: false, outcome: 'fail' });
  });

  it('takes calls one after the other', async () => {
    const { session_id: id } = await begin();
    await run(id, 'order = []');
    const codes = [1, 2, 3].map((n) => `import time\ntime.sleep(0.05)\norder.append(${n})`);
    await Promise.all(codes.map((code) => run(id, code)));
    expect(await run(id, 'sorted(order) == order and len(order)')).toMatchObject({ stdout: '3\n' });
  });

  it('interrupts a call that takes too long', async () => {
    const { session_id: id } = await begin();
    await run(id, 'kept = 1');
    const late = await run(id, 'import time\ntime.sleep(60)', { timeout_s: 0.2 });
    expect(late).toMatchObject({ outcome: 'timeout', reason: 'wall', interpreter: 'kept' });
    expect(await run(id, 'kept')).toMatchObject({ stdout: '1\n' });
    expect(await run(id, '1', { timeout_s: 1000 })).toMatchObject({ status: 422 });
  });

  it('ends when nobody calls for a while', async () => {
    const { session_id: id } = await begin({ idle_s: 0.3 });
    await run(id, 'import subprocess\np = subprocess.Popen(["sleep", "100"])');
    const own = () => listDescendants(process.pid).filter(({ name }) => name === 'sleep');
    expect(own()).toHaveLength(1);
    await expect.poll(own).toHaveLength(0);
    expect((await run(id, '1')).status).toBe(404);
  });

  it('loses its interpreter with a client that leaves in the middle of a call', async () => {
    const { session_id: id } = await begin();
    const gone = new AbortController();
    const call = server.request(`/v1/sessions/${id}/run_python`, {
      json: { code: 'import subprocess\nsubprocess.run(["sleep", "77"])' },
      signal: gone.signal,
    });
    const own = () => listDescendants(process.pid).filter(({ name }) => name === 'sleep');
    await expect.poll(own).toHaveLength(1);
    gone.abort();
    await call.catch(() => {});
    await expect.poll(own).toHaveLength(0);
    expect(await run(id, '1')).toMatchObject({ interpreter: 'new' });
  });

  it('is asked for by NeMo-Gym with a cookie or a token', async () => {
    const metadata = { task_id: 'Real/1' };
    const seed = async (row: object) => {
      const response = await server.request('/seed_session', { json: row });
      return { cookie: response.headers.get('set-cookie')?.split(';')[0], body: (await response.json()) as object };
    };
    expect(await seed({ verifier_metadata: metadata })).toEqual({ cookie: undefined, body: {} });
    expect(
      (await server.request('/seed_session', { method: 'POST', headers: { 'Content-Type': 'application/json' } }))
        .status,
    ).toBe(200);
    const { cookie = '', body } = await seed({
      responses_create_params: { tools: [{ name: 'run_python' }] },
      verifier_metadata: metadata,
    });
    expect(body).toEqual({});
    const ask = async (path: string, given: object, headers: Record<string, string>) =>
      (await server.request(path, { json: given, headers })).json();
    expect(await ask('/run_python', { code: '6 * 7' }, { cookie })).toMatchObject({ stdout: '42\n' });
    const row = { responses_create_params: { tools: [{ name: 'submit' }] }, verifier_metadata: metadata };
    const verified = (more: object = {}) => ask('/verify', { ...row, response: { output: [] }, ...more }, { cookie });
    expect(await verified()).toMatchObject({ reward: 0, status: 'empty_output' });
    const session = await server.request(`/v1/sessions/${cookie.replace('bcb_session=', '')}`);
    expect(await session.json()).toMatchObject({ calls: 1, interpreter: false });
    expect(await ask('/submit', { solution: good }, { cookie })).toMatchObject({ reward: 1 });
    // A row without tools has nothing to do with a session, whatever cookie comes along.
    expect(await verified({ responses_create_params: {} })).toMatchObject({ reward: 0, status: 'empty_output' });
    expect(await verified({ verifier_metadata: { task_id: 'Other/1' } })).toMatchObject({ detail: expect.any(String) });
    expect(await verified()).toMatchObject({ reward: 1, status: 'pass' });
    expect(await verified()).toMatchObject({ detail: expect.stringContaining('no such session') });
    const { body: told } = await seed({ verifier_metadata: { ...metadata, tools: 'mcp' } });
    const { mcp } = told as { mcp: { url_path: string; headers: Record<string, string> } };
    expect(mcp).toMatchObject({ url_path: '/mcp', transport: 'http' });
    expect(await ask('/run_visible_tests', { solution: good }, mcp.headers)).toMatchObject({ passed: 1 });
    expect((await server.request('/run_python', { json: { code: '1' } })).status).toBe(404);
    // Without a session it is SandboxFusion's.
    expect((await server.request('/submit', { json: { solution: good } })).status).toBe(422);
  });

  it('is kept by clients that know the cookies of the last answer alone, as agents of NeMo-Gym do', async () => {
    const row = { responses_create_params: { tools: [{}] }, verifier_metadata: { task_id: 'Real/1' } };
    let cookie = '';
    const ask = async (path: string, json: object) => {
      const response = await server.request(path, { json, headers: { cookie } });
      cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
      return { status: response.status, ...((await response.json()) as object) };
    };
    await ask('/seed_session', row);
    await ask('/run_python', { code: 'x = 6' });
    expect(await ask('/run_shell', { code: 'ls' })).toMatchObject({ status: 404 });
    expect(await ask('/run_python', { cod: '1' })).toMatchObject({ status: 422 });
    expect(await ask('/run_python', { code: 'x * 7' })).toMatchObject({ stdout: '42\n' });
    const first = cookie;
    await ask('/seed_session', row);
    expect(cookie).not.toBe(first);
    expect(await ask('/submit', { solution: good })).toMatchObject({ reward: 1 });
    expect(await ask('/verify', { ...row, response: { output: [] } })).toMatchObject({ reward: 1, status: 'pass' });
  });
});

describe('sessions', () => {
  it('belong to their owners', async () => {
    const own = openServer({ tokens: ['alice', 'bob'], readTokens: ['board'] });
    const as = (token: string) => ({ authorization: `Bearer ${token}` });
    const ask = (token: string, path: string, init: object = {}) => own.request(path, { ...init, headers: as(token) });
    const created = await ask('alice', '/v1/sessions', { json: { task_id: 'T/1' } });
    const { session_id: id } = (await created.json()) as Described;
    const listed = async (token: string) =>
      ((await (await ask(token, '/v1/sessions')).json()) as { sessions: unknown[] }).sessions.length;
    expect([await listed('alice'), await listed('bob'), await listed('board')]).toEqual([1, 0, 1]);
    const attempts: [string, object][] = [
      ['', {}],
      ['', { method: 'DELETE' }],
      ['/submit', { json: { solution: '' } }],
    ];
    for (const [path, init] of attempts) expect((await ask('bob', `/v1/sessions/${id}${path}`, init)).status).toBe(404);
    expect((await ask('board', `/v1/sessions/${id}`, { method: 'DELETE' })).status).toBe(403);
    expect((await ask('alice', `/v1/sessions/${id}`, { method: 'DELETE' })).status).toBe(200);
    expect(await listed('alice')).toBe(0);
    await own.close();
  });

  it('have no interpreter where programs cannot be talked to', async () => {
    const scripted = openServer();
    const session = (await (await scripted.request('/v1/sessions', { json: { task_id: 'T/1' } })).json()) as Described;
    expect(session.tools).toEqual(['run_visible_tests', 'submit']);
    const refused = await scripted.request(`/v1/sessions/${session.session_id}/run_python`, { json: { code: '1' } });
    expect(refused.status).toBe(504);
    await scripted.close();
  });

  it('end after an hour, also if calls never cease', async () => {
    const clock = new ManualClock();
    const executor = createScriptedExecutor(() => ({}));
    const sessions = createSessions({ executor, limits: defaultLimits, clock });
    const session = sessions.create({ owner: 'me', task: additionTask, split: 'complete' });
    const gate = createDeferred<void>();
    const calls = [Promise.resolve(), gate.promise].map((work) => sessions.take(session, () => work));
    await calls[0];
    clock.advance(59 * 60_000);
    expect(session.isOver).toBe(false);
    clock.advance(60_000);
    expect(session.isOver).toBe(true);
    gate.resolve();
    await calls[1];
    expect(sessions.use).toEqual({ sessions: 0, interpreters: 0 });
  });

  it('end with the server', needing(namespaces), async () => {
    const closing = await openRealServer();
    const created = await closing.request('/v1/sessions', { json: { task_id: additionTask.id } });
    const { session_id: id } = (await created.json()) as Described;
    const code = 'import subprocess\np = subprocess.Popen(["sleep", "99"])';
    await closing.request(`/v1/sessions/${id}/run_python`, { json: { code } });
    const sleeping = () => listDescendants(process.pid).filter(({ name }) => name === 'sleep').length;
    expect(sleeping()).toBe(1);
    const { executor } = closing;
    await closing.close();
    expect(sleeping()).toBe(0);
    await executor.close();
  });
});
