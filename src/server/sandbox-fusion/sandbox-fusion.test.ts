import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createScriptedExecutor } from '../../testing/scripted-executor.ts';
import { createGatedExecutor } from '../testing/gated-executor.ts';
import { openServer } from '../testing/open-server.ts';
import { additionTask, openRealServer, type RealServer } from '../testing/real-server.ts';

let server: RealServer;
beforeAll(async () => {
  server = await openRealServer();
});
afterAll(() => server.close());

const post = async (path: string, json: unknown) => {
  const response = await server.request(path, { json });
  return { status: response.status, body: (await response.json()) as unknown };
};

describe('POST /run_code', () => {
  const run = (code: string, more: object = {}) => post('/run_code', { code, language: 'python', ...more });

  it('runs Python in their words', async () => {
    expect(await run('print(input() * 2)', { stdin: 'ab', compile_timeout: 10, run_timeout: 10 })).toEqual({
      status: 200,
      body: {
        status: 'Success',
        message: '',
        compile_result: null,
        run_result: {
          status: 'Finished',
          execution_time: expect.any(Number),
          return_code: 0,
          stdout: 'abab\n',
          stderr: '',
        },
        executor_pod_name: null,
        files: {},
      },
    });
  });

  it.each([
    [
      'raise ValueError("no")',
      {},
      { status: 'Finished', return_code: 1, stderr: expect.stringMatching(/ValueError: no/) },
    ],
    ['exit(7)', {}, { status: 'Finished', return_code: 7 }],
    ['import os; os.abort()', {}, { status: 'Finished', return_code: -6 }],
    [
      'print("begun", flush=True)\nwhile True: pass',
      { run_timeout: 0.5 },
      { status: 'TimeLimitExceeded', return_code: null, stdout: 'begun\n' },
    ],
    ['x = bytearray(2 << 30)', { memory_limit_MB: 256 }, { status: 'Finished', return_code: expect.any(Number) }],
  ])('tells how %j ended', async (code, more, result) => {
    expect(await run(code, more)).toMatchObject({ status: 200, body: { status: 'Failed', run_result: result } });
  });

  it('hands files in and out', async () => {
    const files = { 'in/a.txt': Buffer.from('x').toString('base64'), 'ignored.txt': null };
    const code = 'open("b.txt", "w").write(open("in/a.txt").read() * 3)';
    expect(await run(code, { files, fetch_files: ['b.txt', 'absent'] })).toMatchObject({
      body: { status: 'Success', files: { 'b.txt': Buffer.from('xxx').toString('base64') } },
    });
  });

  it('keeps a megabyte of 10', async () => {
    const { body } = await run('print("x" * 10_000_000)');
    const { stdout } = (body as { run_result: { stdout: string } }).run_result;
    expect(stdout).toHaveLength(1024 * 1024);
  });

  it.each([
    [{ language: 'python' }, 422],
    [{ code: 'x', language: 'klingon' }, 422],
    [{ code: 'x', language: 'cpp' }, 400],
    [{ code: 'x', language: 'python', run_timeout: -1 }, 422],
    [{ code: 'x', language: 'python', files: { '../../etc/passwd': '' } }, 422],
    ['nonsense', 422],
  ])('refuses %j in their words', async (json, status) => {
    const { status: answered, body } = await post('/run_code', json);
    expect(answered).toBe(status);
    const { detail } = body as { detail: unknown };
    if (status === 422) expect(detail).toMatchObject([{ type: 'value_error', loc: expect.arrayContaining(['body']) }]);
    else expect(detail).toMatch(/only python/);
  });

  it('takes no standard input of many megabytes', async () => {
    const json = { code: 'x', language: 'python', stdin: 'x'.repeat(8 * 1024 ** 2 + 1) };
    expect(await post('/run_code', json)).toMatchObject({
      status: 413,
      body: { detail: expect.stringMatching(/8 MB/) },
    });
  });

  it('answers 504 for whatever is not the fault of the script', async () => {
    const json = { code: 'x', language: 'python', compile_timeout: 0.1, run_timeout: 0.1 };
    const broken = openServer({ executor: createScriptedExecutor(() => ({ outcome: 'engine-error' })) });
    expect((await broken.request('/run_code', { json })).status).toBe(504);
    await broken.close();
    expect((await broken.request('/run_code', { json })).status).toBe(504);
  });

  it('answers before the client gives up, and the retry takes the script over', async () => {
    const { executor, finish, started } = createGatedExecutor();
    const { request } = openServer({ executor });
    // By their rule this client waits 0.2 + 10 s.
    const json = { code: 'x', language: 'python', compile_timeout: 0.1, run_timeout: 0.1 };
    const startedAt = performance.now();
    const early = await request('/run_code', { json });
    expect(early.status).toBe(504);
    expect(performance.now() - startedAt).toBeLessThan(10_200);
    const retry = request('/run_code', { json });
    finish('x', { stdout: 'done' });
    expect(await (await retry).json()).toMatchObject({ status: 'Success', run_result: { stdout: 'done' } });
    expect(started).toEqual(['x']);
  });

  it('answers a ping', async () => {
    expect(await (await server.request('/v1/ping')).json()).toBe('pong');
  });
});

describe('datasets', () => {
  it('are listed with their prompts', async () => {
    expect(await (await server.request('/list_datasets')).json()).toEqual(['bigcodebench']);
    expect((await post('/list_ids', { dataset: 'bigcodebench' })).body).toEqual(['Real/1']);
    const prompts = await post('/get_prompts', { dataset: 'bigcodebench', config: {}, limit: 1 });
    expect(prompts.body).toMatchObject([{ id: 'Real/1', prompt: additionTask.completePrompt, labels: {} }]);
    const freeform = { dataset: 'bigcodebench', config: { extra: { is_freeform: true } }, id: 'Real/1' };
    expect((await post('/get_prompt_by_id', freeform)).body).toMatchObject({ prompt: additionTask.instructPrompt });
    expect((await post('/get_prompts', { dataset: 'bigcodebench', config: {}, offset: 1 })).body).toEqual([]);
    expect((await post('/get_metrics_function', {})).body).toEqual({ function: null });
    const results = [{ accepted: true }, { accepted: false }];
    expect((await post('/get_metrics', { dataset: 'bigcodebench', results })).body).toMatchObject({ 'pass@1': 0.5 });
  });

  it('are known by their own name alone', async () => {
    expect(await post('/get_prompts', { dataset: 'humaneval', config: {} })).toEqual({
      status: 400,
      body: { detail: 'no eval class found for dataset humaneval' },
    });
  });
});

describe('POST /submit', () => {
  const submit = (completion: string, config: object = {}) =>
    post('/submit', { dataset: 'bigcodebench', id: 'Real/1', completion, config });

  it('judges test by test', async () => {
    const { body } = await submit('```python\ndef task_func(a, b):\n    return abs(a) + abs(b)\n```');
    expect(body).toMatchObject({
      id: 'Real/1',
      accepted: false,
      extracted_code: expect.stringMatching(/^def task_func/),
      full_code: expect.stringMatching(/pass\ndef task_func.*class TestCases/s),
      test_code: additionTask.test,
      tests: [
        { passed: true, exec_info: { status: 'Success' }, test_info: { name: 'test_large', outcome: 'pass' } },
        { passed: false, exec_info: { status: 'Failed', run_result: { return_code: 1 } } },
        { passed: true },
      ],
      extracted_type: 'fenced',
      extra: { outcome: 'fail', tampered: false, environment: expect.stringMatching(/^bare-/), cached: false },
    });
  });

  it.each([
    ['```python\ndef task_func(a, b):\n    return a + b\n```', {}, 'fenced'],
    ['```python\ndef task_func(a, b):\n    return a + b\n', {}, 'incomplete_fenced'],
    ['def task_func(a, b):\n    return a + b\n', { extra: { is_freeform: true } }, 'heuristic'],
    ['    return a + b\n', {}, 'heuristic'],
    ['    return a + b\n', { extra: { is_freeform: false } }, 'heuristic'],
  ])('takes the code out of %j', async (completion, config, type) => {
    expect((await submit(completion, config)).body).toMatchObject({ accepted: true, extracted_type: type });
  });

  it.each([
    ['imports and does nothing', 'import math\n'],
    ['returns something else', 'def task_func(a, b):\n    return {}\n'],
    ['ends early', 'import os\ndef task_func(a, b):\n    os._exit(0)\n'],
    ['is empty', ''],
  ])('does not accept a program that %s', async (_, completion) => {
    const { body } = await submit(completion, { extra: { is_freeform: true } });
    expect(body).toMatchObject({
      accepted: false,
      tests: expect.arrayContaining([{ passed: false, exec_info: expect.anything(), test_info: expect.anything() }]),
    });
  });

  it('judges by the tests that the caller brings along', async () => {
    const row = {
      id: 7,
      test: additionTask.test.replaceAll('task_func', 'add'),
      entry_point: 'add',
      prompt: 'def add(a, b):',
    };
    const json = { dataset: 'bigcodebench', id: 7, completion: '\n    return a + b', config: { provided_data: [row] } };
    expect((await post('/submit', json)).body).toMatchObject({ id: 7, accepted: true });
  });

  it.each([
    ['(x+x+)+y', `def ${'x'.repeat(30)}`],
    ['(a+)+$', `def ${'a'.repeat(40)}!`],
    ['(', 'def ('],
    ['task_func', '\n'.repeat(150_000)],
    ['task_func', `${' '.repeat(150_000)}\n`.repeat(3)],
  ])('takes %j for the name of a function, never for a pattern', async (entry_point, completion) => {
    const row = { id: 1, test: additionTask.test, entry_point };
    const before = process.cpuUsage();
    const json = { dataset: 'bigcodebench', id: 1, completion, config: { provided_data: row } };
    expect(await post('/submit', json)).toMatchObject({ status: 200, body: { accepted: false } });
    // Not a measurement: as a pattern, the first three never end and the others take half a minute.
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(10);
  });

  it('keeps to the time that the caller gives', async () => {
    const { body } = await submit('def task_func(a, b):\n    while True: pass\n', { run_timeout: 0.5 });
    expect(body).toMatchObject({ accepted: false, extra: { outcome: 'timeout' } });
  });

  it('runs no code of the caller outside the sandbox', async () => {
    expect(await submit('x', { custom_extract_logic: 'import os' })).toMatchObject({ status: 400 });
    expect((await post('/submit', { dataset: 'bigcodebench', id: 404, completion: '', config: {} })).status).toBe(404);
  });
});
