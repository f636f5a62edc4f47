import { afterEach, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import type { Execution } from '../../schema/execution.ts';
import { createScriptedExecutor } from '../../testing/scripted-executor.ts';
import type { Listener } from '../http/listen.ts';
import { createGatedExecutor } from '../testing/gated-executor.ts';
import { openServer, type TestServer } from '../testing/open-server.ts';

interface Message {
  readonly type: string;
  readonly data: Record<string, unknown>;
}

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function open(options: Parameters<typeof openServer>[0] = {}): Promise<TestServer & { readonly at: Listener }> {
  const server = openServer(options);
  const at = await server.listen({ port: 0 });
  closers.push(() => at.close({ graceMs: 0 }));
  return { ...server, at };
}

/** A client that sends and hears one message after the other. */
async function connect({ url }: Listener, headers: Record<string, string> = {}) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/openenv/ws`, { headers });
  const heard: Message[] = [];
  let onHeard = () => {};
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  socket.on('message', (data) => {
    heard.push(JSON.parse(String(data)) as Message);
    onHeard();
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const next = async (): Promise<Message> => {
    const message = heard.shift();
    if (message !== undefined) return message;
    await new Promise<void>((resolve) => {
      onHeard = resolve;
    });
    return next();
  };
  const ask = (message: unknown): Promise<Message> => {
    socket.send(typeof message === 'string' ? message : JSON.stringify(message));
    return next();
  };
  return { socket, ask, next, closed };
}

const executor = createScriptedExecutor(
  ({ code }): Partial<Execution> =>
    code.includes('right')
      ? { outcome: 'pass', separate: { level: 'value', words: [] } }
      : code.includes('broken')
        ? { outcome: 'engine-error', reason: 'no sandbox' }
        : { outcome: 'fail' },
);
const step = (solution: string) => ({ type: 'step', data: { solution } });
const reset = (data: object = { task_id: 'T/1' }) => ({ type: 'reset', data });

describe('OpenEnv over a WebSocket', () => {
  it('plays an episode of one step', async () => {
    const { at } = await open({ executor });
    const { ask, socket, closed } = await connect(at);
    expect(await ask({ type: 'state' })).toEqual({
      type: 'state',
      data: { episode_id: null, step_count: 0, task_id: null },
    });
    const begun = await ask(reset({ task_id: 'T/1', split: 'instruct', episode_id: 'mine', unknown: 1 }));
    expect(begun).toMatchObject({
      type: 'observation',
      data: {
        observation: { episode_id: 'mine', task_id: 'T/1', split: 'instruct', outcome: null },
        ...{ reward: null, done: false },
      },
    });
    expect(await ask({ type: 'state' })).toMatchObject({ data: { episode_id: 'mine', step_count: 0, task_id: 'T/1' } });
    const done = await ask(step('right = 1'));
    expect(done).toMatchObject({
      type: 'observation',
      data: { observation: { outcome: 'pass' }, reward: 1, done: true },
    });
    expect(await ask({ type: 'state' })).toMatchObject({ data: { step_count: 1 } });
    expect(await ask(step('right = 1'))).toMatchObject({ type: 'error', data: { code: 'EXECUTION_ERROR' } });
    await ask(reset());
    expect(await ask(step('wrong = 1'))).toMatchObject({ data: { reward: 0, done: true } });
    socket.send('{"type": "close"}');
    expect(await closed).toBe(1000);
  });

  it('begins with the task that a seed names', async () => {
    const { at } = await open({ executor });
    const { ask } = await connect(at);
    const taskOf = async (data: object) => ((await ask(reset(data))).data.observation as { task_id: string }).task_id;
    expect([await taskOf({ seed: 0 }), await taskOf({ seed: 1 }), await taskOf({ seed: 2 })]).toEqual([
      'T/1',
      'BigCodeBench/2',
      'T/1',
    ]);
    expect(['T/1', 'BigCodeBench/2']).toContain(await taskOf({}));
  });

  it.each<[string, unknown, string]>([
    ['what is no JSON', '{"type": ', 'INVALID_JSON'],
    ['too many values', `[${'0,'.repeat(300_000)}0]`, 'INVALID_JSON'],
    ['what is no message', '[]', 'VALIDATION_ERROR'],
    ['a field too many', { type: 'state', more: 1 }, 'VALIDATION_ERROR'],
    ['an unknown type', { type: 'x'.repeat(1000) }, 'UNKNOWN_TYPE'],
    ['an unknown task', reset({ task_id: 'no' }), 'VALIDATION_ERROR'],
    ['a field that does not fit', reset({ seed: -1 }), 'VALIDATION_ERROR'],
    ['an action without a solution', { type: 'step', data: {} }, 'VALIDATION_ERROR'],
    ['an action with more', { type: 'step', data: { solution: '', x: 1 } }, 'VALIDATION_ERROR'],
    ['a step before the reset', step('right'), 'EXECUTION_ERROR'],
  ])('tells %s by its code, and goes on', async (_, message, code) => {
    const { at } = await open({ executor });
    const { ask } = await connect(at);
    expect(await ask(message)).toMatchObject({ type: 'error', data: { code, message: expect.any(String) } });
    expect(await ask(reset())).toMatchObject({ type: 'observation' });
  });

  it('never gives a reward for what the sandbox failed', async () => {
    const { at } = await open({ executor });
    const { ask } = await connect(at);
    await ask(reset());
    expect(await ask(step('broken'))).toMatchObject({ type: 'error', data: { code: 'EXECUTION_ERROR' } });
    expect(await ask(step('right'))).toMatchObject({ data: { reward: 1 } });
  });

  it('says that there are no tasks, and that there are too many episodes', async () => {
    const { at: empty } = await open({ executor, tasks: [] });
    expect(await (await connect(empty)).ask(reset({}))).toMatchObject({ data: { code: 'FACTORY_ERROR' } });
    const { at, request } = await open({ executor, sessionsPerToken: 1 });
    expect((await request('/v1/sessions', { json: { task_id: 'T/1' } })).status).toBe(200);
    expect(await (await connect(at)).ask(reset())).toMatchObject({ data: { code: 'CAPACITY_REACHED' } });
  });

  it('ends with its client, and its job with it', async () => {
    const { executor: gated, hasStarted, cancelled } = createGatedExecutor();
    const { at, request } = await open({ executor: gated });
    const { ask, socket } = await connect(at);
    const count = async () =>
      ((await (await request('/v1/sessions')).json()) as { sessions: readonly unknown[] }).sessions.length;
    await ask(reset());
    expect(await count()).toBe(1);
    socket.send(JSON.stringify(step('slow')));
    await hasStarted(1);
    socket.terminate();
    await expect.poll(() => cancelled.length).toBe(1);
    await expect.poll(count).toBe(0);
  });

  it('tells its clients when the server ends', async () => {
    const { at } = await open({ executor });
    const { ask, next, closed } = await connect(at);
    await ask(reset());
    const closing = at.close();
    expect(await next()).toMatchObject({ type: 'error', data: { code: 'SESSION_ERROR' } });
    expect(await closed).toBe(1001);
    await closing;
  });

  it('lets in who may ask, and nobody else', async () => {
    const { at } = await open({ executor, tokens: ['secret'] });
    await expect(connect(at)).rejects.toThrow('401');
    const { ask } = await connect(at, { authorization: 'Bearer secret' });
    expect(await ask(reset())).toMatchObject({ type: 'observation' });
    const { at: local } = await open({ executor });
    await expect(connect(local, { origin: 'http://elsewhere.example' })).rejects.toThrow('403');
    await expect(connect(local, { host: 'elsewhere.example' })).rejects.toThrow('403');
  });

  it('closes a connection that sends too much at once', async () => {
    const { at } = await open({ executor });
    const { socket, closed } = await connect(at);
    socket.send('x'.repeat(13 * 1024 * 1024));
    expect(await closed).toBe(1009);
  });
});

describe('OpenEnv over HTTP', () => {
  it('plays the same episode', async () => {
    const { request } = openServer({ executor });
    const begun = (await (await request('/openenv/reset', { json: { task_id: 'T/1' } })).json()) as {
      observation: { episode_id: string };
    };
    const { episode_id } = begun.observation;
    expect(await (await request(`/openenv/state?episode_id=${episode_id}`)).json()).toMatchObject({ step_count: 0 });
    const played = await request('/openenv/step', { json: { action: { solution: 'right' }, episode_id } });
    expect(await played.json()).toMatchObject({ reward: 1, done: true });
    expect((await request('/openenv/step', { json: { action: { solution: 'right' }, episode_id } })).status).toBe(404);
    const nameless = await request('/openenv/step', { json: { action: { solution: 'right' } } });
    expect([nameless.status, await nameless.json()]).toMatchObject([
      422,
      { detail: expect.stringContaining('episode_id') },
    ]);
  });

  it('goes by the name that a client gives it, the latest of that name, and no other client’s', async () => {
    const { request } = openServer({ executor, tokens: ['alice', 'bob'] });
    const ask = async (token: string, path: string, json?: object) => {
      const headers = { authorization: `Bearer ${token}` };
      const response = await request(`/openenv/${path}`, { headers, ...(json && { json }) });
      return { status: response.status, ...((await response.json()) as object) };
    };
    const reset = (token: string, task_id: string) => ask(token, 'reset', { task_id, episode_id: 'mine' });
    expect(await reset('alice', 'T/1')).toMatchObject({ observation: { episode_id: 'mine' } });
    await reset('alice', 'BigCodeBench/2');
    expect(await ask('bob', 'state?episode_id=mine')).toMatchObject({ status: 404 });
    await reset('bob', 'T/1');
    const state = { episode_id: 'mine', step_count: 0, task_id: 'BigCodeBench/2' };
    expect(await ask('alice', 'state?episode_id=mine')).toEqual({ status: 200, ...state });
    const step = { action: { solution: 'right' }, episode_id: 'mine' };
    const observation = { episode_id: 'mine', task_id: 'BigCodeBench/2' };
    expect(await ask('alice', 'step', step)).toMatchObject({ reward: 1, done: true, observation });
  });

  it('describes itself with one required field of an action', async () => {
    const { request } = openServer({ executor });
    const get = async (path: string) => (await (await request(`/openenv${path}`)).json()) as Record<string, object>;
    expect(await get('/health')).toEqual({ status: 'healthy' });
    expect(await get('/metadata')).toMatchObject({ name: 'bigcodebench', version: '1.2.3' });
    expect((await get('/schema')).action).toMatchObject({ required: ['solution'] });
    expect(Object.keys((await get('/openapi.json')).paths ?? {})).toEqual(
      expect.arrayContaining(['/reset', '/step', '/state']),
    );
  });
});
