import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Executor } from '../executor/executor.ts';
import { exampleTask } from '../report/testing/example-report.ts';
import type { RunDocument, RunListDocument } from '../schema/view/run-document.ts';
import type { ExecDocument, SampleDocument } from '../schema/view/sample-document.ts';
import { createScriptedExecutor } from '../testing/scripted-executor.ts';
import { openTestApp, type TestApp } from './testing/open-test-app.ts';

const token = 'secret';
let folder: string;
let view: TestApp;

const stack = 'Current thread (most recent call first):\n  File "__test__.py", line 3 in task_func';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bcb-view-'));
  const entry = (taskId: string, status: string, details: object) => ({
    [taskId]: [{ task_id: taskId, solution: 'def task_func(text):\n    return 1', status, details }],
  });
  const message = 'Traceback\n  File "__test__.py", line 6, in test_a\nAssertionError: 1 != 2\n';
  await writeFile(
    join(folder, 'model--bigcodebench-complete--x_eval_results.json'),
    JSON.stringify({
      date: '2026-01-01 10:00',
      eval: { ...entry('T/0', 'pass', {}), ...entry('T/1', 'fail', { test_a: message }) },
    }),
  );
  await writeFile(
    join(folder, 'other--bigcodebench-complete--x_eval_results.json'),
    JSON.stringify({ date: '2025-01-01 10:00', eval: entry('T/2', 'pass', {}) }),
  );
  const tasks = [exampleTask('T/0'), exampleTask('T/1', { hard: true }), exampleTask('T/2')];
  const openSandbox = async (): Promise<Executor> =>
    createScriptedExecutor(() => ({ outcome: 'timeout', reason: 'cpu', stack }));
  view = await openTestApp({ paths: [folder], tasks, token, openSandbox });
});
afterAll(async () => {
  await view.close();
  await rm(folder, { recursive: true, force: true });
});

const host = '127.0.0.1:7861';
const ask = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
  view.app.request(`http://${host}${path}`, { ...init, headers: { host, ...init.headers } });
const read = async <Document>(path: string) => {
  const response = await ask(path, { headers: { authorization: `Bearer ${token}` } });
  expect(response.status).toBe(200);
  return (await response.json()) as Document;
};

describe('what is served', () => {
  test('runs, a run, and a sample with its failing line', async () => {
    const { runs } = await read<RunListDocument>('/api/runs');
    expect(runs).toMatchObject([{ model: 'model', verdicts: 2, passed: 1 }, { model: 'other' }]);
    const id = runs[0]?.id ?? '';
    const { samples, tasks } = await read<RunDocument>(`/api/runs/${id}`);
    expect(tasks.ids).toEqual(['T/0', 'T/1']);
    expect(samples.causes).toEqual(['AssertionError']);
    const sample = await read<SampleDocument>(`/api/runs/${id}/samples/0/T%2F1`);
    expect(sample.tests).toMatchObject([{ name: 'test_a', testLine: 4 }]);
  });

  test('an id is looked up, never made a path', async () => {
    for (const path of ['/api/runs/..%2F..%2Fetc', '/api/tasks/..%2F..%2Fetc%2Fpasswd', '/api/nothing']) {
      const response = await ask(path, { headers: { authorization: `Bearer ${token}` } });
      expect(response.status).toBe(404);
    }
    const page = await ask('/..%2f..%2fetc/passwd');
    expect(await page.text()).toContain('<div id="root">');
    expect((await ask('/assets/../../package.json')).headers.get('content-type')).toContain('text/html');
  });

  test('two runs that share no task cannot be compared, and that is said', async () => {
    const { runs } = await read<RunListDocument>('/api/runs');
    const path = `/api/compare/${runs.map(({ id }) => id).join('/')}`;
    const response = await ask(path, { headers: { authorization: `Bearer ${token}` } });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ code: 'BAD_INPUT', message: expect.stringContaining('task') });
  });

  test('a solution runs in the sandbox that was handed in', async () => {
    const response = await ask('/api/exec', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, origin: `http://${host}`, 'content-type': 'application/json' },
      body: JSON.stringify({ taskId: 'T/1', solution: 'x = 1', times: 3 }),
    });
    expect(response.status).toBe(200);
    const { executions, program, calibrationLines } = (await response.json()) as ExecDocument;
    expect(executions).toHaveLength(3);
    expect(executions[0]).toMatchObject({ outcome: 'timeout', reason: 'cpu', stack });
    expect(program.split('\n').slice(calibrationLines)).toEqual(['x = 1']);
  });
});

describe('who is answered', () => {
  const json = { origin: `http://${host}`, 'content-type': 'application/json' };
  const post = (headers: Record<string, string>) =>
    ask('/api/exec', {
      method: 'POST',
      headers,
      body: JSON.stringify({ taskId: 'T/1', solution: 'x = 1', times: 1 }),
    });

  test.each([
    ['another name for this machine', { host: 'evil.example:7861' }, 403],
    ['the right name on another port', { host: '127.0.0.1:80' }, 403],
    ['no token', {}, 401],
    ['a wrong token', { authorization: 'Bearer guess' }, 401],
    ['another site', { authorization: `Bearer ${token}`, origin: 'http://evil.example' }, 403],
    ['another port of this machine', { authorization: `Bearer ${token}`, origin: 'http://127.0.0.1:9999' }, 403],
    ['a script of another site', { authorization: `Bearer ${token}`, 'sec-fetch-site': 'cross-site' }, 403],
  ])('%s is refused', async (_who, headers, status) => {
    expect((await ask('/api/runs', { headers })).status).toBe(status);
  });

  test.each([
    ['from another origin', { ...json, origin: 'http://evil.example', authorization: `Bearer ${token}` }, 403],
    ['without an origin', { 'content-type': 'application/json', authorization: `Bearer ${token}` }, 403],
    ['as a form', { ...json, 'content-type': 'text/plain', authorization: `Bearer ${token}` }, 403],
    ['without the token', json, 401],
  ])('a POST %s is refused', async (_how, headers, status) => {
    expect((await post(headers)).status).toBe(status);
  });

  test('the printed address leaves a cookie and continues without the token', async () => {
    const response = await ask(`/runs/x?token=${token}&q=1`, { headers: { accept: 'text/html' } });
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe('/runs/x?q=1');
    const cookie = response.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^bcb_view_7861=.*HttpOnly.*SameSite=Strict/);
    expect((await ask('/api/runs', { headers: { cookie: cookie.split(';')[0] ?? '' } })).status).toBe(200);
  });

  test('a crafted address does not lead elsewhere', async () => {
    const response = await ask(`//evil.example/?token=${token}`, { headers: { accept: 'text/html' } });
    expect(response.headers.get('location')).toBe('/evil.example/');
  });

  test('pages may load nothing but their own files', async () => {
    const policy = (await ask('/')).headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
  });
});
