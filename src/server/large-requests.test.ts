import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createScriptedExecutor } from '../testing/scripted-executor.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { openServer, type TestServer } from './testing/open-server.ts';

let folder: Awaited<ReturnType<typeof createTemporaryFolder>>;
let server: TestServer;
let executed = 0;
beforeEach(async () => {
  folder = await createTemporaryFolder();
  executed = 0;
  const executor = createScriptedExecutor(() => {
    executed++;
    return {};
  });
  server = openServer({ executor, outDir: folder.path });
});
afterEach(async () => {
  await server.close({ graceMs: 0 });
  await folder[Symbol.asyncDispose]();
});

const [kb, mb] = [1024, 1024 * 1024];
const samples = [{ task_id: 'T/1', solution: 'x' }];
const submission = { dataset: 'bigcodebench', id: 1, completion: 'x' };
const answer = '```python\nx\n```';
const inputs = (select: unknown, passK: unknown = '1') => [
  ...['complete', 'full', { path: '/samples/x' }, passK, 0, 1, 0, 0, 0, true, true, true, select],
];

describe('refuses before it looks at', () => {
  it.each<[string, number, string, object]>([
    [
      'a long label',
      413,
      '/get_reward',
      { response: 'x', label: JSON.stringify({ task_id: 'T/1', x: 'x'.repeat(64 * kb) }) },
    ],
    ['a long text of tasks', 422, '/v1/evaluations', { samples, select: 'T/1,'.repeat(60_000) }],
    ['many tasks in a text', 422, '/v1/evaluations', { samples, select: '1,'.repeat(20_000) }],
    ['a long subset', 422, '/v1/evaluations', { samples, subset: 'x'.repeat(1000) }],
    ['a long text of tasks for the app', 422, '/queue/join', { data: inputs('0,'.repeat(200_000)), session_hash: 's' }],
    [
      'a long list of tasks for the app',
      422,
      '/queue/join',
      { data: inputs(Array(20_000).fill('0')), session_hash: 's' },
    ],
    ['many k for the app', 422, '/queue/join', { data: inputs('0', '1,'.repeat(101)), session_hash: 's' }],
    ['a large script', 413, '/run_code', { code: '#'.repeat(10 * mb + 1), language: 'python' }],
    [
      'a long prompt of a task that comes along',
      413,
      '/verify',
      {
        response: { output_text: answer },
        verifier_metadata: { test: 't', code_prompt: 'def f(): pass\n'.repeat(20_000) },
      },
    ],
    [
      'long tests of a task that comes along',
      413,
      '/submit',
      { ...submission, config: { provided_data: { test: '#'.repeat(2 * mb + 1) } } },
    ],
    [
      'a long prompt of a job',
      413,
      '/v1/executions',
      { code: 'x', test: 't', separate: { prompt: '#'.repeat(mb), entryPoint: 'f' } },
    ],
  ])('%s (%d)', async (_, status, path, json) => {
    const response = await server.request(path, { json });
    expect([response.status, executed]).toEqual([status, 0]);
  });
});
