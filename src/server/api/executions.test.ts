import { describe, expect, it } from 'vitest';
import type { Job } from '../../schema/execution.ts';
import { createScriptedExecutor } from '../../testing/scripted-executor.ts';
import { createGatedExecutor } from '../testing/gated-executor.ts';
import { openServer } from '../testing/open-server.ts';

function openRecording() {
  const jobs: Job[] = [];
  const executor = createScriptedExecutor((job) => {
    jobs.push(job);
    return job.code.includes('wrong') ? { outcome: 'fail' } : {};
  });
  return { ...openServer({ executor }), jobs };
}

const json = { 'Content-Type': 'application/json' };

const lines = async (response: Response): Promise<unknown[]> =>
  (await response.text())
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));

describe('POST /v1/executions', () => {
  it('executes a program with its tests', async () => {
    const { request, jobs } = openRecording();
    const response = await request('/v1/executions', {
      json: { id: 7, code: 'wrong', test: 't', libs: ['numpy'], limits: { wallMs: 500 } },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('Bcb-Fingerprint')).toBe('scripted');
    expect(await response.json()).toMatchObject({ id: 7, outcome: 'fail', status: 'fail' });
    expect(jobs).toMatchObject([
      { code: 'wrong', test: 't', libs: ['numpy'], limits: { wallMs: 500, memoryMb: 8192 } },
    ]);
  });

  it('executes a solution of a task, and a plain script', async () => {
    const { request, jobs } = openRecording();
    const solution = await request('/v1/executions', { json: { task_id: '2', solution: 'right' } });
    expect(await solution.json()).toMatchObject({ id: '0', outcome: 'pass' });
    expect(jobs[0]).toMatchObject({
      code: 'import math\ndef task_func():\n    pass\nright',
      limits: { cpuMs: 10_000 },
    });
    await request('/v1/executions', { json: { script: 'print(1)', stdin: 'x', fetch: ['out'] } });
    expect(jobs[1]).toMatchObject({ code: 'print(1)', test: '', script: { stdin: 'x', files: {}, fetch: ['out'] } });
  });

  it('keeps executions that may stop at the first failing test apart from full ones', async () => {
    const { request, jobs } = openRecording();
    for (const fail_fast of [undefined, true, false, true]) {
      const response = await request('/v1/executions', { json: { code: 'wrong', test: 't', fail_fast } });
      expect(await response.json()).toMatchObject({ outcome: 'fail' });
    }
    expect(jobs.map(({ failFast }) => failFast)).toEqual([undefined, true]);
  });

  it('executes many and answers in their order', async () => {
    const { request } = openRecording();
    const jobs = ['right', 'wrong', 'right'].map((code, id) => ({ id, code, test: 't' }));
    const response = await request('/v1/executions', { json: { jobs } });
    expect(await response.json()).toMatchObject({
      executions: [
        { id: 0, outcome: 'pass' },
        { id: 1, outcome: 'fail' },
        { id: 2, outcome: 'pass' },
      ],
    });
  });

  it('streams: lines in, lines out as jobs finish', async () => {
    const { executor, finish, hasStarted } = createGatedExecutor();
    const { request } = openServer({ executor });
    const body = ['a', 'b'].map((code) => JSON.stringify({ id: code, code, test: 't' })).join('\n');
    const response = await request('/v1/executions', {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/x-ndjson' },
    });
    await hasStarted(2);
    finish('b');
    const reader = response.body?.getReader();
    const first = await reader?.read();
    expect(JSON.parse(new TextDecoder().decode(first?.value))).toMatchObject({ id: 'b' });
    finish('a');
    expect(JSON.parse(new TextDecoder().decode((await reader?.read())?.value))).toMatchObject({ id: 'a' });
    expect(await reader?.read()).toMatchObject({ done: true });
  });

  it('streams many lines under the ids they came with, while jobs finish and further lines arrive', async () => {
    const { executor, finish, hasStarted } = createGatedExecutor({ capacity: 8 });
    const { request } = openServer({ executor });
    // Ids may repeat, look like our own numbers, or be missing.
    const ids = ['a', 'a', 3, '2', undefined, 'a', 5, '4', undefined, 'b', 3, undefined];
    const codes = ids.map((_, index) => `program ${index}`);
    const sender = new TransformStream<Uint8Array, Uint8Array>();
    const writer = sender.writable.getWriter();
    const send = async (from: number, to: number) => {
      for (let index = from; index < to; index++) {
        const line = `${JSON.stringify({ id: ids[index], code: codes[index], test: 't' })}\n`;
        await writer.write(new TextEncoder().encode(line));
      }
      await hasStarted(to);
    };
    const response = await request('/v1/executions', {
      method: 'POST',
      body: sender.readable,
      duplex: 'half',
      headers: { 'Content-Type': 'application/x-ndjson' },
    } as RequestInit);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const answers: unknown[] = [];
    const finishAndRead = async (index: number) => {
      finish(codes[index] ?? '', { stdout: `output ${index}` });
      answers.push(JSON.parse((await reader?.read())?.value ?? 'null'));
    };
    await send(0, 5);
    for (const index of [1, 3]) await finishAndRead(index);
    await send(5, 8);
    for (const index of [6, 0, 7]) await finishAndRead(index);
    await send(8, 12);
    await writer.close();
    for (const index of [11, 2, 9, 8, 4, 10, 5]) await finishAndRead(index);
    expect(await reader?.read()).toMatchObject({ done: true });
    expect(answers).toMatchObject(
      [1, 3, 6, 0, 7, 11, 2, 9, 8, 4, 10, 5].map((index) => ({
        id: ids[index] ?? String(index),
        stdout: `output ${index}`,
      })),
    );
  });

  it('streams more lines than fit under way at once, sent in one piece', async () => {
    const { request } = openServer({ executor: createScriptedExecutor(({ code }) => ({ stdout: code })) });
    const numbers = Array.from({ length: 300 }, (_, number) => number);
    const response = await request('/v1/executions', {
      method: 'POST',
      body: numbers.map((number) => `{"id":"job ${number}","code":"${number}","test":"t"}\n`).join(''),
      headers: { 'Content-Type': 'application/x-ndjson' },
    });
    const answers = (await lines(response)) as { readonly id: string; readonly stdout: string }[];
    expect(answers.filter(({ id, stdout }) => id !== `job ${stdout}`)).toEqual([]);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(numbers.length);
  });

  it('cancels what a stream has under way when its reader leaves', async () => {
    const { executor, cancelled, hasStarted } = createGatedExecutor();
    const { request } = openServer({ executor });
    const response = await request('/v1/executions', {
      method: 'POST',
      body: '{"code":"a","test":"t"}\n{"code":"b","test":"t"}\n',
      headers: { 'Content-Type': 'application/x-ndjson' },
    });
    await hasStarted(2);
    await response.body?.cancel();
    await expect.poll(() => [...cancelled].sort()).toEqual(['a', 'b']);
  });

  it('carries out what came before a bad line, then says what is wrong', async () => {
    const { request } = openRecording();
    const response = await request('/v1/executions', {
      method: 'POST',
      body: '{"id":1,"code":"a","test":"t"}\n\n{"id":2,"code":"b"}\n{"id":3,"code":"c","test":"t"}\n',
      headers: { 'Content-Type': 'application/x-ndjson' },
    });
    expect(await lines(response)).toMatchObject([
      { id: 1, outcome: 'pass' },
      { error: { status: 422, issues: [{ path: ['test'] }] } },
    ]);
  });

  it('answers 504 when it must, and the same request takes the job over', async () => {
    const { executor, finish, started } = createGatedExecutor();
    const { request } = openServer({ executor });
    const json = { id: 'a', code: 'a', test: 't' };
    const early = await request('/v1/executions', { json, headers: { Prefer: 'respond-async, wait=0' } });
    expect(early.status).toBe(504);
    const retry = request('/v1/executions', { json });
    finish('a');
    expect((await retry).status).toBe(200);
    expect(started).toEqual(['a']);
  });

  it.each([
    ['{', 400, /not JSON/],
    ['[]', 422, /A job is a JSON object/],
    ['"a"', 422, /A job is a JSON object/],
    ['{"code":"x"}', 422, /test: /],
    ['{"code":"x","test":"t","more":1}', 422, /more/],
    ['{"task_id":"T/404","solution":""}', 404, /no task "T\/404" among the 2 here/],
    ['{"code":"x","test":"t","limits":{"memoryMb":999999}}', 422, /limits\.memoryMb is 999999; at most 8192/],
    ['{"jobs":[{"code":"x","test":"t"},{"code":"x"}]}', 422, /test: /],
    ['{"jobs":{}}', 422, /jobs: /],
    ['\xff\xfe', 400, /not JSON/],
  ])('refuses %j', async (body, status, detail) => {
    const { request, jobs } = openRecording();
    const response = await request('/v1/executions', { method: 'POST', body, headers: json });
    expect(response.status).toBe(status);
    expect(response.headers.get('Content-Type')).toBe('application/problem+json');
    expect(await response.json()).toMatchObject({ status, detail: expect.stringMatching(detail) });
    expect(jobs).toEqual([]);
  });

  it.each([
    ['tests', { code: 'x', test: '#'.repeat(2 * 1024 ** 2 + 1) }, /tests of a program have at most 2 MB/],
    ['input', { script: 'x', stdin: 'x'.repeat(8 * 1024 ** 2 + 1) }, /input of a program has at most 8 MB/],
  ])('executes nothing with very long %s', async (_, job, detail) => {
    const { request, jobs } = openRecording();
    const response = await request('/v1/executions', { json: job });
    expect(await response.json()).toMatchObject({ status: 413, detail: expect.stringMatching(detail) });
    expect(jobs).toEqual([]);
  });

  it('refuses a body that is too large, told in advance or not', async () => {
    const { request } = openRecording();
    const told = await request('/v1/executions', {
      method: 'POST',
      body: 'x',
      headers: { ...json, 'Content-Length': '100000000' },
    });
    expect(told.status).toBe(413);
    const chunk = new Uint8Array(1024 * 1024);
    let sent = 0;
    const body = new ReadableStream({
      pull: (controller) => (++sent > 100 ? controller.close() : controller.enqueue(chunk)),
    });
    const untold = await request('/v1/executions', {
      method: 'POST',
      body,
      headers: json,
      duplex: 'half',
    } as RequestInit);
    expect(untold.status).toBe(413);
    expect(sent).toBeLessThan(40);
  });
});
