import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, handle_file } from '@gradio/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildTask } from '../../evaluate/testing/tasks.ts';
import type { Executor } from '../../executor/executor.ts';
import { createGradioExecutor } from '../../executor/gradio/create-gradio-executor.ts';
import { defaultRules } from '../../schema/evaluation-rules.ts';
import { completeLimits, type Limits } from '../../schema/execution.ts';
import { createScriptedExecutor } from '../../testing/scripted-executor.ts';
import { createTemporaryFolder } from '../../testing/temporary-folder.ts';
import { createHttpFetch } from '../../util/http-fetch.ts';
import type { Listener } from '../http/listen.ts';
import { createGatedExecutor } from '../testing/gated-executor.ts';
import { openServer } from '../testing/open-server.ts';
import { converse, evaluate, fileName, samples } from './testing/converse.ts';

const tasks = [0, 1, 2].map((number) => buildTask(`BigCodeBench/${number}`, { hard: number === 2 }));
const rules = { ...defaultRules, integrity: 'flags' as const, timeLimit: { kind: 'fixed' as const, seconds: 10 } };

let folder: Awaited<ReturnType<typeof createTemporaryFolder>>;
let executed: string[];
let limits: Limits[];
beforeEach(async () => {
  folder = await createTemporaryFolder();
  executed = [];
  limits = [];
});
afterEach(() => folder[Symbol.asyncDispose]());

const judging = () =>
  createScriptedExecutor(({ code, ...job }) => {
    executed.push(code);
    limits.push(job.limits);
    return code.includes('wrong')
      ? { outcome: 'fail', tests: [{ name: 'test_a', outcome: 'fail', ms: 1, message: 'AssertionError: 1 != 2\n' }] }
      : {};
  });

const open = (executor: Executor = judging()) => openServer({ executor, tasks, rules, outDir: folder.path });

describe('the evaluation app', () => {
  it.each(['', '/gradio_api'])('describes itself below %j', async (prefix) => {
    const { request } = open();
    const config = (await (await request('/config')).json()) as Record<string, unknown>;
    expect(config).toMatchObject({
      protocol: 'sse_v3',
      api_prefix: '/gradio_api',
      root: 'http://127.0.0.1',
      dependencies: [
        { id: 0, api_name: 'predict' },
        { id: 1, api_name: 'evaluate' },
      ],
      bigcodebench: { fingerprint: 'scripted', level: 'none' },
    });
    const info = (await (await request(`${prefix}/info?serialize=False`)).json()) as {
      named_endpoints: Record<string, { parameters: { parameter_name: string }[] }>;
    };
    expect(Object.keys(info.named_endpoints)).toEqual(['/predict', '/evaluate']);
    expect(info.named_endpoints['/predict']?.parameters.map(({ parameter_name }) => parameter_name)).toEqual([
      ...['split', 'subset', 'samples', 'pass_k', 'parallel', 'min_time_limit', 'max_as_limit', 'max_data_limit'],
      ...['max_stack_limit', 'calibrated', 'check_gt_only', 'no_gt', 'selective_evaluate'],
    ]);
  });

  it.each(['', '/gradio_api'])('evaluates what was uploaded below %j', async (prefix) => {
    const { upload, join, stream, argumentsFor } = converse(open(), prefix);
    const path = await upload();
    expect(path).toMatch(new RegExp(`^/samples/[0-9a-f]{64}/${fileName}$`));
    expect(await (await join(argumentsFor(path))).json()).toEqual({
      event_id: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    const messages = await stream();
    expect(messages.map(({ msg }) => msg).filter((msg) => msg !== 'progress')).toEqual([
      'estimation',
      'process_starts',
      'process_completed',
      'close_stream',
    ]);
    const { output, success } = messages.at(-2) as { output: { data: unknown[] }; success: boolean };
    expect(success).toBe(true);
    expect(output.data).toEqual([
      {
        date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
        eval: {
          'BigCodeBench/0': [expect.objectContaining({ status: 'pass', details: {} })],
          'BigCodeBench/1': [
            {
              task_id: 'BigCodeBench/1',
              solution: 'import math\ndef task_func():\n    pass\nwrong é',
              status: 'fail',
              details: { test_a: 'AssertionError: 1 != 2\n' },
            },
          ],
          'BigCodeBench/2': [expect.objectContaining({ status: 'pass' })],
        },
      },
      {
        'pass@1': expect.closeTo(2 / 3),
        model: 'model--main',
        split: 'complete',
        subset: 'test',
        calibrated: true,
        gt_pass_rate: 1,
        failed_tasks: [],
      },
    ]);
  });

  it('sends floats as floats, since the original writes down what it gets', async () => {
    const server = open();
    const talk = converse(server);
    await talk.join(talk.argumentsFor(await talk.upload(), { 12: '0' }));
    const text = await (await server.request('/queue/data?session_hash=s1')).text();
    expect(text).toContain('"pass@1": 1.0');
    expect(text).toContain('"gt_pass_rate": 1.0');
  });

  it.each([
    ['"0,1"', '0,1', ['BigCodeBench/0', 'BigCodeBench/1']],
    ['full ids', 'BigCodeBench/0,BigCodeBench/2', ['BigCodeBench/0', 'BigCodeBench/2']],
    ['a number', 1, ['BigCodeBench/1']],
    ['a list', [0, 2], ['BigCodeBench/0', 'BigCodeBench/2']],
    ['the text of a list', '[0, 2]', ['BigCodeBench/0', 'BigCodeBench/2']],
    ['nothing', '', ['BigCodeBench/0', 'BigCodeBench/1', 'BigCodeBench/2']],
    ['null', null, ['BigCodeBench/0', 'BigCodeBench/1', 'BigCodeBench/2']],
    ['true', true, ['BigCodeBench/0', 'BigCodeBench/1', 'BigCodeBench/2']],
  ])('selects tasks by %s', async (_, selected, ids) => {
    const { data } = await evaluate(open(), { 12: selected });
    expect(Object.keys((data?.[0] as { eval: object } | undefined)?.eval ?? {})).toEqual(ids);
  });

  it.each([
    ['a text', '1,2', ['pass@1']],
    ['a number', 1, ['pass@1']],
    ['a list', [1, 5, 10], ['pass@1']],
    ['the text of a list', '[1, 5]', ['pass@1']],
  ])('takes k as %s', async (_, passK, keys) => {
    const { data } = await evaluate(open(), { 3: passK });
    expect(Object.keys(data?.[1] as object).filter((key) => key.startsWith('pass@'))).toEqual(keys);
  });

  it('takes the hard ones, leaves ground truth out, or checks nothing else', async () => {
    const hard = await evaluate(open(), { 1: 'hard', 11: true });
    expect(hard.data?.[1]).toMatchObject({ subset: 'hard', gt_pass_rate: 0, failed_tasks: ['BigCodeBench/2'] });
    const only = await evaluate(open(), { 2: null, 10: true });
    expect(only.data).toEqual([
      { date: '', eval: {} },
      expect.objectContaining({ model: '__dummy__.jsonl', gt_pass_rate: 1, failed_tasks: [] }),
    ]);
  });

  it('tells what is wrong with the samples in a way that clients show', async () => {
    const server = open();
    const { upload, join, stream, argumentsFor } = converse(server);
    await join(argumentsFor(await upload('{"task_id":"BigCodeBench/0","solution":"x"}\n')));
    expect((await stream()).find(({ msg }) => msg === 'process_completed')).toMatchObject({
      success: false,
      output: { error: expect.stringMatching(/2 of 3 selected tasks have no sample/), visible: true },
    });
  });

  it.each([
    [{ 0: 'both' }, 422],
    [{ 2: null }, 422],
    [{ 2: { path: '/etc/passwd' } }, 404],
    [{ 2: { path: '/samples/../../etc/passwd' } }, 404],
    [{ 12: '99' }, 404],
  ])('refuses to join with %j', async (changes, status) => {
    const answer = await evaluate(open(), changes);
    expect(answer).toMatchObject({ status, detail: { detail: expect.anything() } });
  });

  it('keeps to its own folder whatever an upload is called', async () => {
    const { upload } = converse(open());
    for (const name of ['../../../etc/cron.d/x', '.hidden', 'a/b\\c.jsonl', '\u0000']) {
      expect(await upload(samples, name)).toMatch(/^\/samples\/[0-9a-f]{64}\/[^/\\.][^/\\]*$/);
    }
  });

  it('lets a retry join the evaluation under way, and executes nothing twice', async () => {
    const { executor, started, finish, hasStarted } = createGatedExecutor();
    const server = open(executor);
    const { upload, join, stream, argumentsFor } = converse(server);
    const data = argumentsFor(await upload(), { 11: true });
    await join(data, 'first');
    await hasStarted(3);
    await join(data, 'second');
    for (const code of [...started]) finish(code);
    const [first, second] = await Promise.all([stream('first'), stream('second')]);
    const outputOf = (messages: Record<string, unknown>[]) =>
      (messages.find(({ msg }) => msg === 'process_completed')?.output as { data?: unknown } | undefined)?.data;
    expect(outputOf(second)).toEqual(outputOf(first));
    expect(started).toHaveLength(3);
  });

  it('resumes after a crash from what the journal holds', async () => {
    const gated = createGatedExecutor();
    const first = open(gated.executor);
    const { upload, join, argumentsFor } = converse(first);
    const data = argumentsFor(await upload(), { 11: true });
    await join(data);
    await gated.hasStarted(3);
    gated.finish(gated.started[0] ?? '');
    await expect.poll(() => readJournals(folder.path), { timeout: 10_000 }).toMatch(/"type":"verdict"/);
    await first.close({ graceMs: 0 });
    const second = open();
    const again = converse(second);
    await again.join(data);
    const messages = await again.stream();
    expect(messages.at(-2)).toMatchObject({ msg: 'process_completed', success: true });
    expect(executed).toHaveLength(2);
  });

  it('cancels what nobody else waits for', async () => {
    const { executor, hasStarted, cancelled } = createGatedExecutor();
    const server = open(executor);
    const { upload, join, stream, argumentsFor } = converse(server);
    const joined = await join(argumentsFor(await upload(), { 11: true }));
    const { event_id } = (await joined.json()) as { event_id: string };
    await hasStarted(3);
    expect(
      await (
        await server.request('/gradio_api/cancel', { json: { event_id, fn_index: 0, session_hash: 's1' } })
      ).json(),
    ).toEqual({ success: true });
    expect((await stream()).at(-2)).toMatchObject({ success: false });
    expect(cancelled).toHaveLength(3);
  });

  it('answers curl', async () => {
    const server = open();
    const { upload, argumentsFor } = converse(server);
    const called = await server.request('/gradio_api/call/predict', {
      json: { data: argumentsFor(await upload(), { 12: '0' }) },
    });
    const { event_id } = (await called.json()) as { event_id: string };
    const text = await (await server.request(`/gradio_api/call/predict/${event_id}`)).text();
    expect(text).toMatch(/^event: complete\ndata: \[\{"date"/);
    expect((await server.request('/gradio_api/call/predict/absent')).status).toBe(404);
  });

  it('keeps a heartbeat for clients that want one, and knows no strange sessions', async () => {
    const { request } = open();
    const reader = (await request('/heartbeat/s1')).body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: ALIVE\n\n');
    await reader?.cancel();
    expect(await (await request('/queue/data?session_hash=none')).text()).toMatch(/"session_not_found":true/);
  });
});

async function readJournals(path: string): Promise<string> {
  const names = (await readdir(path, { recursive: true })).filter((name) => name.endsWith('journal.jsonl'));
  return (await Promise.all(names.map((name) => readFile(join(path, name), 'utf8')))).join('');
}

describe('with clients over a socket', () => {
  let listener: Listener;
  beforeEach(async () => {
    listener = await open().listen({ port: 0 });
  });
  afterEach(() => listener.close({ graceMs: 0 }));

  it('works with @gradio/client', async () => {
    const client = await Client.connect(listener.url);
    const { data } = await client.predict('/predict', {
      split: 'complete',
      subset: 'full',
      samples: handle_file(new Blob([samples])),
      selective_evaluate: '0,1',
    });
    expect(data).toMatchObject([{ eval: { 'BigCodeBench/1': [{ status: 'fail' }] } }, { 'pass@1': 0.5 }]);
    client.close();
  });

  it('works with our own executor', async () => {
    const fetch = await createHttpFetch({});
    const executor = await createGradioExecutor({ url: listener.url, tasks, fetch, onNotice: () => {} });
    const [task] = tasks;
    const jobs = ['right', 'wrong'].map((code, id) => ({
      id: String(id),
      code,
      test: task?.test ?? '',
      limits: completeLimits({ addressMb: 4000, stackMb: 20 }),
      libs: [],
    }));
    const outcomes: string[] = [];
    for await (const { id, outcome } of executor.execute(jobs)) outcomes[Number(id)] = outcome;
    expect(outcomes).toEqual(['pass', 'fail']);
    expect(executor.info.fingerprint).toBe('scripted');
    expect(limits).toMatchObject([{ addressMb: 4000, stackMb: 20 }, {}]);
    expect(limits[0]).not.toHaveProperty('dataMb');
    await executor.close();
  });
});
