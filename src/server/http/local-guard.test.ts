import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createScriptedExecutor } from '../../testing/scripted-executor.ts';
import { openServer } from '../testing/open-server.ts';

const body = JSON.stringify({ code: 'print(1)', language: 'python' });
const json = { 'Content-Type': 'application/json' };

function openCounting(options: Parameters<typeof openServer>[0] = {}) {
  let executed = 0;
  const executor = createScriptedExecutor(() => {
    executed++;
    return {};
  });
  return { ...openServer({ executor, ...options }), executed: () => executed };
}

describe('without a token', () => {
  it.each([
    ['another name that points here', 403, { ...json, Host: 'evil.example' }],
    ['another name with our port', 403, { ...json, Host: 'evil.example:7860' }],
    ['a name that begins like ours', 403, { ...json, Host: '127.0.0.1.evil.example' }],
    ['a page of another site', 403, { ...json, Host: '127.0.0.1:7860', Origin: 'https://evil.example' }],
    ['a page of another port', 403, { ...json, Host: '127.0.0.1:7860', Origin: 'http://127.0.0.1:3000' }],
    ['a page without an origin', 403, { ...json, Host: '127.0.0.1:7860', Origin: 'null' }],
    ['a browser that says so', 403, { ...json, 'Sec-Fetch-Site': 'cross-site' }],
    ['plain text, which a page may send unasked', 415, { 'Content-Type': 'text/plain' }],
    ['a form', 415, { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['a form with files, where none is taken', 415, { 'Content-Type': 'multipart/form-data; boundary=x' }],
    ['a type that only begins like JSON', 415, { 'Content-Type': 'application/jsonp' }],
  ])('refuses %s', async (_, status, headers) => {
    const { request, executed } = openCounting();
    const response = await request('/run_code', { method: 'POST', body, headers });
    expect(response.status).toBe(status);
    expect(executed()).toBe(0);
  });

  it.each([
    json,
    { 'Content-Type': 'application/json; charset=utf-8' },
    { ...json, Host: 'localhost' },
    { ...json, Host: 'localhost:8080' },
    { ...json, Host: '[::1]:7860' },
    { ...json, Host: '127.0.0.1:7860', Origin: 'http://127.0.0.1:7860', 'Sec-Fetch-Site': 'same-origin' },
  ])('takes %j', async (headers) => {
    const { request, executed } = openCounting();
    expect((await request('/run_code', { method: 'POST', body, headers })).status).toBe(200);
    expect(executed()).toBe(1);
  });

  it('lets people follow a link to the documentation, and pages read nothing', async () => {
    const { request } = openCounting();
    const linked = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' };
    expect((await request('/docs', { headers: linked })).status).toBe(200);
    const fetched = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'cors' };
    expect((await request('/v1/tasks', { headers: fetched })).status).toBe(403);
    expect((await request('/v1/tasks', { headers: { Host: 'rebound.example' } })).status).toBe(403);
  });

  it('holds over a socket, where the Host is what the sender wrote', async () => {
    const { listen } = openCounting();
    const listener = await listen({ port: 0 });
    const send = (host: string) =>
      new Promise<string>((resolve) => {
        const socket = connect(listener.port, '127.0.0.1', () =>
          socket.write(`GET /v1/info HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
        );
        let answer = '';
        socket.on('data', (chunk) => (answer += chunk.toString()));
        socket.on('close', () => resolve(answer.split('\r\n')[0] ?? ''));
      });
    expect(await send(`127.0.0.1:${listener.port}`)).toBe('HTTP/1.1 200 OK');
    for (const host of ['evil.example', 'evil.example@127.0.0.1', '127.0.0.1@evil.example']) {
      expect(await send(host)).toMatch(/^HTTP\/1\.1 40[03] /);
    }
    await listener.close();
  });
});

describe('with tokens', () => {
  it('asks for nothing else: proxies may give it any name', async () => {
    const { request } = openCounting({ tokens: ['secret'] });
    const headers = { Authorization: 'Bearer secret', Host: 'bench.example', 'Content-Type': 'text/plain' };
    expect((await request('/run_code', { method: 'POST', body, headers })).status).toBe(200);
  });
});
