import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { additionTask, openRealServer, type RealServer } from '../testing/real-server.ts';

let server: RealServer;
beforeAll(async () => {
  server = await openRealServer();
});
afterAll(() => server.close());

const { test, entryPoint: entry_point, codePrompt: code_prompt } = additionTask;
const metadata = { task_id: 'Real/1', test, entry_point, code_prompt, split: 'v0.1.4' };

async function verify(text: string, verifier_metadata: object = metadata) {
  const request = {
    responses_create_params: { input: [{ role: 'user', content: 'Add.' }] },
    response: { id: 'resp_1', output: [{ type: 'message', content: [{ type: 'output_text', text }] }] },
    verifier_metadata,
  };
  const response = await server.request('/verify', { json: request });
  return { request, status: response.status, body: (await response.json()) as object };
}

it('echoes the request with its reward', async () => {
  const code = 'def task_func(a, b):\n    return a + b';
  const { request, body } = await verify(`<think>\`\`\`python\nx\n\`\`\`</think>So:\n\`\`\`python\n${code}\n\`\`\``);
  expect(body).toEqual({
    ...request,
    reward: 1,
    status: 'pass',
    details: {},
    task_id: 'Real/1',
    extracted_model_output: expect.stringMatching(/^<think>/),
    extracted_model_code: code,
  });
});

it.each([
  ['```python\ndef task_func(a, b):\n    return a\n```', 'fail'],
  ['```python\ndef task_func(a, b):\n    return a + b\n```\nOr:\n```python\ndef task_func(a, b): pass\n```', 'fail'],
  ['```python\ndef task_func(a, b):\n    return a + b\n', 'no_code_block'],
  ['return a + b', 'no_code_block'],
  ['  \n', 'empty_output'],
])('gives no reward for %j', async (text, status) => {
  expect((await verify(text)).body).toMatchObject({ reward: 0, status });
});

it('goes by the task of that id where no tests come along', async () => {
  const text = '```python\nreturn_ = 1\ndef task_func(a, b):\n    return a + b\n```';
  expect((await verify(text, { task_id: 'Real/1' })).body).toMatchObject({ reward: 1, status: 'pass' });
  expect((await verify(text, { task_id: 'Real/2' })).status).toBe(404);
});

it('answers what else a resources server is asked', async () => {
  expect(await (await server.request('/seed_session', { json: {} })).json()).toEqual({});
  expect(await (await server.request('/reverify_mode')).json()).toBe('stateless');
});

describe('aggregate_metrics', () => {
  const rollout = (task: number, number: number, reward: number, facts: object = {}) => {
    return { _ng_task_index: task, _ng_rollout_index: number, reward, status: 'a text', ...facts };
  };
  const aggregate = async (verify_responses: object[]) => {
    const response = await server.request('/aggregate_metrics', { json: { verify_responses } });
    return { status: response.status, body: (await response.json()) as Record<string, never> };
  };

  it('describes numbers by task and together, whatever order they come in', async () => {
    const usage = { input_tokens: 10, details: { cached: 5 } };
    const { body } = await aggregate([
      rollout(10, 1, 1, { response: { usage } }),
      rollout(2, 0, 1),
      rollout(10, 0, 0, { flag: true }),
      rollout(10, 2, 1),
      rollout(2, 1, 0),
    ]);
    const { group_level_metrics: groups, agent_metrics: all } = body;
    expect(groups).toMatchObject([
      { _ng_task_index: 2, num_rollouts: 2, 'mean/reward': 0.5, 'median/reward': 0.5 },
      { _ng_task_index: 10, num_rollouts: 3, 'min/reward': 0, 'max/reward': 1, 'mean/input_tokens': 10 },
    ]);
    expect(groups?.[1]).toMatchObject({
      rollout_infos: [
        { rollout_id: '10:0', reward: 0, flag: 1 },
        { rollout_id: '10:1', reward: 1, input_tokens: 10 },
        { rollout_id: '10:2', reward: 1 },
      ],
    });
    expect(all).toMatchObject({
      'mean/reward': 0.6,
      'std/reward': expect.closeTo(Math.sqrt(0.3), 12),
      'std/input_tokens': 0,
      'pass@1/accuracy': expect.closeTo((100 * (1 / 2 + 2 / 3)) / 2, 10),
      'pass@2/accuracy': 100,
      'pass@3/accuracy': 100,
      'pass@1[avg-of-1]/accuracy': 50,
      'pass@1[avg-of-3]/accuracy': expect.closeTo((100 * (1 / 2 + 2 / 3)) / 2, 10),
    });
    expect(Object.keys(body.key_metrics ?? {})).toEqual([
      'mean/input_tokens',
      'pass@3/accuracy',
      'pass@1[avg-of-3]/accuracy',
    ]);
  });

  it('looks at each of many rollouts of one task once', async () => {
    const { status, body } = await aggregate(Array.from({ length: 40_000 }, (_, at) => ({ reward: at % 2 })));
    // Not a measurement: looked at again for each k, they take minutes.
    expect(status).toBe(200);
    expect(body.agent_metrics).toMatchObject({
      'pass@1/accuracy': 50,
      'pass@40000/accuracy': 100,
      'pass@1[avg-of-40000]/accuracy': 50,
    });
  });

  it('has nothing to say of nothing, and says what does not fit as others do', async () => {
    expect((await aggregate([])).body).toEqual({ group_level_metrics: [], agent_metrics: {}, key_metrics: {} });
    const { status, body } = await aggregate([{ reward: 'much' }]);
    expect([status, body.detail]).toEqual([
      422,
      [expect.objectContaining({ loc: expect.arrayContaining(['reward']) })],
    ]);
  });
});
