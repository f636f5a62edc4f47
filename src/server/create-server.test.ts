import { describe, expect, it } from 'vitest';
import { createGatedExecutor } from './testing/gated-executor.ts';
import { openServer } from './testing/open-server.ts';

describe('createServer', () => {
  it('tells what it is', async () => {
    const { request } = openServer();
    expect(await (await request('/v1/info')).json()).toMatchObject({
      version: '1.2.3',
      executor: { name: 'scripted', level: 'none', fingerprint: 'scripted' },
      slots: 2,
      running: 0,
      waiting: 0,
      limits: { memoryMb: 8192 },
      tasks: { name: 'test', version: 'v1', hash: 'hash', count: 2 },
    });
  });

  it('lists its tasks and shows one, however its id is written', async () => {
    const { request } = openServer();
    expect(await (await request('/v1/tasks')).json()).toMatchObject({
      name: 'test',
      tasks: [{ task_id: 'T/1', entry_point: 'task_func' }, { task_id: 'BigCodeBench/2' }],
    });
    for (const id of ['BigCodeBench/2', 'BigCodeBench%2F2', '2']) {
      expect(await (await request(`/v1/tasks/${id}`)).json()).toMatchObject({ task_id: 'BigCodeBench/2' });
    }
    const unknown = await request('/v1/tasks/..%2F..%2Fetc%2Fpasswd');
    expect([unknown.status, unknown.headers.get('Content-Type')]).toEqual([404, 'application/problem+json']);
  });

  it('describes its API', async () => {
    const { request } = openServer();
    const { openapi, paths } = (await (await request('/openapi.json')).json()) as { openapi: string; paths: object };
    expect(openapi).toBe('3.1.0');
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining(['/healthz', '/readyz', '/v1/info', '/v1/tasks', '/v1/tasks/{id}', '/v1/executions']),
    );
  });

  it('says that there is nothing at other places', async () => {
    const { request } = openServer();
    for (const path of ['/v1/nothing', '//etc/passwd', '/%2e%2e/%2e%2e/etc/passwd', '/v1/executions']) {
      const response = await request(path);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ status: 404, title: 'Not found' });
    }
  });

  it('asks for a token where it has some, whichever way it comes', async () => {
    const { request } = openServer({ tokens: ['secret', 'second'] });
    const ask = async (authorization?: string) =>
      (await request('/v1/info', authorization === undefined ? {} : { headers: { authorization } })).status;
    const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;
    expect(await ask()).toBe(401);
    for (const right of [
      'Bearer secret',
      'bearer second',
      basic('anybody:secret'),
      basic('secret:'),
      basic('secret'),
    ]) {
      expect(await ask(right)).toBe(200);
    }
    for (const wrong of ['Bearer ', 'Bearer wrong', basic('a:b'), basic(':'), 'Digest secret', 'secret', 'Basic %%%']) {
      expect(await ask(wrong)).toBe(401);
    }
    expect((await request('/healthz')).status).toBe(200);
    expect((await request('/nowhere')).status).toBe(401);
  });

  it('drains: not ready, what is under way is finished, nothing new is taken', async () => {
    const { executor, finish, hasStarted } = createGatedExecutor();
    const { request, close } = openServer({ executor });
    const underWay = request('/v1/executions', { json: { code: 'a', test: 't' } });
    await hasStarted(1);
    const closing = close();
    expect((await request('/readyz')).status).toBe(503);
    expect((await request('/healthz')).status).toBe(200);
    const late = await request('/v1/executions', { json: { code: 'b', test: 't' } });
    expect([late.status, late.headers.get('Retry-After')]).toEqual([503, '5']);
    finish('a');
    expect((await underWay).status).toBe(200);
    await closing;
  });

  it('answers 504 to what does not finish while it drains', async () => {
    const { executor, hasStarted, cancelled } = createGatedExecutor();
    const { request, close } = openServer({ executor });
    const underWay = request('/v1/executions', { json: { code: 'a', test: 't' } });
    await hasStarted(1);
    await close({ graceMs: 0 });
    expect((await underWay).status).toBe(504);
    expect(cancelled).toEqual(['a']);
  });

  it('is not opened to the network without a token', async () => {
    await expect(openServer().listen({ host: '0.0.0.0', port: 0 })).rejects.toThrow(/give a --token/);
    const listener = await openServer({ tokens: ['x'] }).listen({ host: '0.0.0.0', port: 0 });
    await listener.close();
  });

  it('says why it cannot listen', async () => {
    const first = await openServer().listen({ port: 0 });
    await expect(openServer().listen({ port: first.port })).rejects.toThrow(/port \d+ is taken/);
    await first.close();
  });
});
