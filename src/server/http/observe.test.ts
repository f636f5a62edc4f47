import { describe, expect, it } from 'vitest';
import type { Executor } from '../../executor/executor.ts';
import { createScriptedExecutor } from '../../testing/scripted-executor.ts';
import { createGatedExecutor } from '../testing/gated-executor.ts';
import { openServer } from '../testing/open-server.ts';
import type { LogEntry } from './observe.ts';

function openLogged(options: Parameters<typeof openServer>[0] = {}) {
  const log: LogEntry[] = [];
  return { ...openServer({ ...options, onLog: (entry) => log.push(entry) }), log };
}

describe('the log', () => {
  it('has a line for each request, with its route, status and owner', async () => {
    const { request, log } = openLogged({ tokens: ['secret'] });
    const headers = { authorization: 'Bearer secret' };
    await request('/v1/tasks/T/1', { headers });
    await request('/v1/tasks/T/404', { headers });
    await request('/v1/info');
    await request('/healthz');
    expect(log).toMatchObject([
      {
        level: 'info',
        method: 'GET',
        route: '/v1/tasks/:id{.+}',
        status: 200,
        owner: expect.stringMatching(/^[0-9a-f]{12}$/),
      },
      { route: '/v1/tasks/:id{.+}', status: 404 },
      { status: 401, owner: undefined },
      { route: '/healthz', status: 200 },
    ]);
  });

  it('never holds code, headers, queries or what somebody wrote into a path', async () => {
    const { request, log } = openLogged({ tokens: ['s3cret'] });
    const headers = { authorization: 'Bearer s3cret', cookie: 'c00kie' };
    await request('/v1/info?token=s3cret', { headers });
    await request('/s3cret/v1/info', { headers });
    await request('/v1/tasks/s3cret', { headers });
    await request('/run_code', { json: { code: 'print("pr0gram")', language: 'python' }, headers });
    await request('/run_code', { json: { code: 'print("pr0gram")' }, headers });
    expect(log).toHaveLength(5);
    expect(JSON.stringify(log)).not.toMatch(/s3cret|c00kie|pr0gram/);
  });

  it('says what failed on our side, and tells the caller less', async () => {
    const scripted = createScriptedExecutor(() => ({}));
    let isBroken = false;
    const executor: Executor = {
      ...scripted,
      get info() {
        if (isBroken) throw new TypeError('a bug');
        return scripted.info;
      },
    };
    const { request, log } = openLogged({ executor });
    isBroken = true;
    const response = await request('/v1/info');
    expect(response.status).toBe(500);
    expect(await response.text()).not.toMatch(/a bug/);
    expect(log).toMatchObject([{ level: 'error', status: 500, error: 'TypeError: a bug' }]);
  });
});

describe('GET /metrics', () => {
  it('counts executions, waiting, sharing and answers', async () => {
    const { executor, finish, hasStarted } = createGatedExecutor();
    const { request } = openServer({ executor });
    const read = async () => (await request('/metrics')).text();
    const early = request('/v1/executions', { json: { code: 'a', test: 't' }, headers: { Prefer: 'wait=0' } });
    await hasStarted(1);
    expect((await early).status).toBe(504);
    expect(await read()).toMatch(/^bcb_jobs_running 1$/m);
    const retry = request('/v1/executions', { json: { code: 'a', test: 't' } });
    finish('a', { outcome: 'fail' });
    await retry;
    const text = await read();
    expect(text).toMatch(/^bcb_executions_total\{outcome="fail"\} 1$/m);
    expect(text).toMatch(/^bcb_shared_total 1$/m);
    expect(text).toMatch(/^bcb_late_total 1$/m);
    expect(text).toMatch(/^bcb_slots 2$/m);
    expect(text).toMatch(/^bcb_event_loop_lag_seconds\{quantile="1"\} [\d.e-]+$/m);
    expect(text).toMatch(/^bcb_shared_bytes \d{3,}$/m);
    expect(text).toMatch(/^bcb_wait_seconds_count 1$/m);
    expect(text).toMatch(/bcb_http_request_seconds_count\{route="\/v1\/executions",method="POST",status="504"\} 1/);
  });
});

describe('GET /docs', () => {
  it('describes the API for people', async () => {
    const { request } = openServer({ outDir: '/tmp' });
    const response = await request('/docs');
    expect(response.headers.get('Content-Type')).toMatch(/^text\/html/);
    const page = await response.text();
    for (const route of ['POST /v1/executions', 'POST /v1/rewards', 'POST /v1/evaluations', 'GET /v1/info']) {
      expect(page).toContain(`<code>${route}</code>`);
    }
    expect((await request('/')).headers.get('Location')).toBe('/docs');
  });

  it('shows a request to try and the fields of each, and no raw schema', async () => {
    const { request } = openServer({ outDir: '/tmp' });
    const page = await (await request('/docs')).text();
    expect(page).toContain('curl http://127.0.0.1:7860/v1/rewards');
    expect(page).toMatch(/<code>task_id<\/code><\/td><td>string<\/td><td>[^<]*Required\./);
    expect(page).toMatch(/<a href="#post-v1-executions">Execute programs<\/a>/);
    expect(page).toContain('<section id="post-v1-executions">');
    expect(page).not.toContain('&#34;type&#34;');
  });
});
