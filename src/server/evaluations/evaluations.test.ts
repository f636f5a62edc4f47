import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildTask } from '../../evaluate/testing/tasks.ts';
import type { Executor } from '../../executor/executor.ts';
import { defaultRules } from '../../schema/evaluation-rules.ts';
import { runEventSchema } from '../../schema/run-event.ts';
import { createScriptedExecutor } from '../../testing/scripted-executor.ts';
import { createTemporaryFolder } from '../../testing/temporary-folder.ts';
import { createGatedExecutor } from '../testing/gated-executor.ts';
import { openServer, type TestServer } from '../testing/open-server.ts';

const tasks = [0, 1, 2].map((number) => buildTask(`BigCodeBench/${number}`, { hard: number === 2 }));
const rules = { ...defaultRules, integrity: 'flags' as const, timeLimit: { kind: 'fixed' as const, seconds: 10 } };

let folder: Awaited<ReturnType<typeof createTemporaryFolder>>;
let executed: string[];
beforeEach(async () => {
  folder = await createTemporaryFolder();
  executed = [];
});
afterEach(() => folder[Symbol.asyncDispose]());

const judging = () =>
  createScriptedExecutor(({ code }) => {
    executed.push(code);
    return code.includes('wrong') ? { outcome: 'fail' } : {};
  });

const open = (executor: Executor = judging()) => openServer({ executor, tasks, rules, outDir: folder.path });

const samples = [
  { task_id: 'BigCodeBench/0', solution: 'right' },
  { task_id: 'BigCodeBench/1', solution: 'wrong' },
  { task_id: 'BigCodeBench/2', completion: '\n    return 1' },
];

interface Status {
  readonly id: string;
  readonly state: string;
  readonly [field: string]: unknown;
}

async function post(server: TestServer, json: object, wait = 60): Promise<Status & { readonly httpStatus: number }> {
  const response = await server.request('/v1/evaluations', { json, headers: { Prefer: `wait=${wait}` } });
  return { ...((await response.json()) as Status), httpStatus: response.status };
}

describe('/v1/evaluations', () => {
  it('turns samples into verdicts and scores', async () => {
    const server = open();
    const status = await post(server, { samples, model: 'my-model' });
    expect(status).toMatchObject({
      httpStatus: 200,
      id: expect.stringMatching(/^ev-[0-9a-f]{24}$/),
      state: 'finished',
      done: 3,
      total: 3,
      passed: 2,
      result: { 'pass@1': expect.closeTo(2 / 3), split: 'complete', subset: 'test', gt_pass_rate: 1 },
    });
    const { id } = status;
    const read = await server.request(`/v1/evaluations/${id}`);
    const { httpStatus: _, ...same } = status;
    expect(await read.json()).toEqual(same);
    expect(await (await server.request('/v1/evaluations')).json()).toEqual({ evaluations: [same] });
    const results = await server.request(`/v1/evaluations/${id}/results`);
    expect(await results.json()).toMatchObject({ eval: { 'BigCodeBench/1': [{ status: 'fail' }] } });
  });

  it('takes samples as lines, with arguments in the query', async () => {
    const server = open();
    const response = await server.request('/v1/evaluations?subset=hard&no_gt=true&pass_k=1,2&missing=skip', {
      method: 'POST',
      body: samples.map((sample) => JSON.stringify(sample)).join('\n'),
      headers: { 'Content-Type': 'application/x-ndjson', Prefer: 'wait=60' },
    });
    expect(response.headers.get('Location')).toMatch(/^\/v1\/evaluations\/ev-/);
    expect(await response.json()).toMatchObject({
      state: 'finished',
      total: 1,
      result: { 'pass@1': 1, subset: 'hard' },
    });
  });

  it('is idempotent: the same request joins, and nothing is executed twice', async () => {
    const { executor, started, finish, hasStarted } = createGatedExecutor();
    const server = open(executor);
    const first = await post(server, { samples, no_gt: true }, 0);
    expect(first).toMatchObject({ httpStatus: 202, state: 'running' });
    await hasStarted(3);
    const second = post(server, { samples, no_gt: true });
    for (const code of [...started]) finish(code);
    expect(await second).toMatchObject({ httpStatus: 200, id: first.id, state: 'finished' });
    expect((await post(server, { samples, no_gt: true })).id).toBe(first.id);
    expect((await post(server, { samples, no_gt: true, calibrated: false }, 0)).id).not.toBe(first.id);
    expect(started.filter((code) => code.includes('pass'))).toHaveLength(3);
    await server.close({ graceMs: 0 });
  });

  it('tells everything that happens, from any point on', async () => {
    const server = open();
    const { id } = await post(server, { samples });
    const read = async (headers: Record<string, string> = {}) => {
      const text = await (await server.request(`/v1/evaluations/${id}/events`, { headers })).text();
      return [...text.matchAll(/^id: (\d+)\ndata: (.*)$/gm)].map(([, number, data]) => ({
        number: Number(number),
        event: runEventSchema.parse(JSON.parse(data ?? '')),
      }));
    };
    const events = await read();
    const types = events.map(({ event }) => event.type);
    expect(types[0]).toBe('run-started');
    expect(types.at(-1)).toBe('run-finished');
    expect(types.filter((type) => type === 'verdict')).toHaveLength(3);
    const rest = await read({ 'Last-Event-ID': String(events.at(-3)?.number) });
    expect(rest).toEqual(events.slice(-2));
  });

  it('is cancelled, and resumes', async () => {
    const gated = createGatedExecutor();
    const server = open(gated.executor);
    const { id } = await post(server, { samples, no_gt: true }, 0);
    await gated.hasStarted(3);
    gated.finish(gated.started[0] ?? '');
    await expect.poll(async () => (await server.request(`/v1/evaluations/${id}`)).json()).toMatchObject({ done: 1 });
    const cancelled = await server.request(`/v1/evaluations/${id}`, { method: 'DELETE' });
    expect(await cancelled.json()).toMatchObject({ id, state: 'cancelled' });
    expect(gated.cancelled).toHaveLength(2);
    const again = post(server, { samples, no_gt: true });
    await gated.hasStarted(5);
    for (const code of gated.started.slice(3)) gated.finish(code);
    expect(await again).toMatchObject({ id, state: 'finished', done: 3 });
    expect(gated.started).toHaveLength(5);
  });

  it('resumes after a restart, and knows what was finished', async () => {
    const first = open();
    const { id } = await post(first, { samples });
    await first.close();
    const second = open();
    expect((await second.request(`/v1/evaluations/${id}`)).status).toBe(404);
    const before = executed.length;
    expect(await post(second, { samples })).toMatchObject({ id, state: 'finished', passed: 2 });
    expect(executed).toHaveLength(before);
  });

  it('says what went wrong', async () => {
    const server = open();
    expect(await post(server, { samples: samples.slice(0, 1) })).toMatchObject({
      state: 'failed',
      error: expect.stringMatching(/2 of 3 selected tasks have no sample/),
    });
    const broken = open(createScriptedExecutor(() => ({ outcome: 'engine-error', reason: 'no fork' })));
    const failed = await post(broken, { samples, no_gt: true });
    expect(failed).toMatchObject({ state: 'failed', error: expect.stringMatching(/no fork/) });
    const results = await broken.request(`/v1/evaluations/${failed.id}/results`);
    expect(results.status).toBe(409);
  });

  it.each([
    [{}, 422],
    [{ samples: [] }, 422],
    [{ samples: [{ solution: 'x' }] }, 422],
    [{ samples, split: 'both' }, 422],
    [{ samples, select: ['99'] }, 404],
    [{ samples, model: '../../etc/passwd' }, 422],
    [{ samples, pass_k: [0] }, 422],
  ])('refuses %j', async (json, status) => {
    const response = await open().request('/v1/evaluations', { json });
    expect(response.status).toBe(status);
    expect(response.headers.get('Content-Type')).toBe('application/problem+json');
  });

  it('is not there where there is no folder to keep evaluations in', async () => {
    const response = await openServer().request('/v1/evaluations', { json: { samples } });
    expect(response.status).toBe(404);
  });
});
