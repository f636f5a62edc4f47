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

const right = 'def task_func(a, b):\n    return a + b\n';
const half = 'def task_func(a, b):\n    return abs(a) + abs(b)\n';
const forged = [
  'import builtins\nbuiltins.abs = lambda number: 3\ndef task_func(a, b):\n    return 3\n',
  'import unittest\nunittest.TestCase.assertEqual = lambda *args: None\ndef task_func(a, b):\n    return {}\n',
  'import os\ndef task_func(a, b):\n    os._exit(0)\n',
  'import unittest\nclass Equal(int):\n    def __eq__(self, other): return True\nunittest.case._AssertRaisesContext = None\ndef task_func(a, b):\n    import sys\n    sys.exit(0)\n',
  'import unittest\nunittest.TestCase.run = lambda self, result=None: result.addSuccess(self)\ndef task_func(a, b):\n    return 0\n',
];

describe('POST /v1/rewards', () => {
  const ask = async (json: object) => {
    const response = await server.request('/v1/rewards', { json: { task_id: 'Real/1', ...json } });
    return { status: response.status, body: await response.json() };
  };
  const askRewards = async (json: object) => ((await ask(json)).body as { rewards: unknown[] }).rewards;

  it('rewards samples of one task in their order', async () => {
    const samples = [{ solution: right }, { solution: half }, { answer: `Sure:\n\`\`\`python\n${right}\`\`\`\nDone.` }];
    expect(await ask({ samples })).toMatchObject({
      status: 200,
      body: {
        task_id: 'Real/1',
        rewards: [
          { reward: 1, passed: true, outcome: 'pass', tests: [{ outcome: 'pass' }, {}, {}], flags: [] },
          { reward: 0, passed: false, outcome: 'fail', tests: [{ name: 'test_large' }, { outcome: 'fail' }, {}] },
          { reward: 1, passed: true },
        ],
      },
    });
  });

  it('runs no test after the first that fails where that is asked for', async () => {
    const samples = [{ solution: right }, { solution: 'def task_func(a, b):\n    return None\n' }];
    expect(await askRewards({ samples, fail_fast: true })).toMatchObject([
      { reward: 1, proof: { state: 'proven' }, tests: [{ outcome: 'pass' }, { outcome: 'pass' }, { outcome: 'pass' }] },
      { reward: 0, outcome: 'fail', tests: [{ outcome: 'fail' }, { outcome: 'not-run' }, { outcome: 'not-run' }] },
    ]);
    expect(await ask({ samples, fail_fast: true, reward: 'shaped' })).toMatchObject({
      status: 422,
      body: { detail: expect.stringMatching(/leave out fail_fast/) },
    });
  });

  it('gives the share of tests where that is asked for', async () => {
    const { body } = await ask({
      samples: [{ solution: right }, { solution: half }, { solution: 'x =' }],
      reward: 'shaped',
    });
    expect(body).toMatchObject({ rewards: [{ reward: 1 }, { reward: 2 / 3 }, { reward: 0 }] });
  });

  it('proves what it rewards, once for equal samples', async () => {
    const [first, second, wrong] = await askRewards({
      samples: [{ solution: right }, { solution: right }, { solution: half }],
    });
    expect(first).toMatchObject({ reward: 1, proof: { state: 'proven' }, flags: [] });
    expect(second).toEqual(first);
    expect(wrong).not.toHaveProperty('proof');
  });

  it('never rewards lies that only the separate judge sees', async () => {
    const lies = [
      'class Equal(int):\n    def __eq__(self, other): return True\n    __hash__ = int.__hash__\ndef task_func(a, b):\n    return Equal(0)\n',
      'from unittest import mock\ndef task_func(a, b):\n    return mock.ANY\n',
    ];
    const rewards = await askRewards({ samples: lies.map((solution) => ({ solution })) });
    expect(rewards).toMatchObject(lies.map(() => ({ reward: 0, passed: false })));
    for (const path of ['/get_reward', '/get_reward?reward=shaped']) {
      const json = { prompt: 'p', response: `\`\`\`python\n${lies[0]}\`\`\``, label: 'Real/1' };
      expect(await (await server.request(path, { json })).json(), path).toBe(0);
    }
  });

  it('never rewards a forged verdict', async () => {
    const samples = forged.map((solution) => ({ solution }));
    const { body } = await ask({ samples, reward: 'shaped', tampered: -1 });
    const { rewards } = body as { rewards: { reward: number; passed: boolean; outcome: string }[] };
    for (const { reward, passed, outcome } of rewards) {
      expect(passed).toBe(false);
      expect(reward).toBeLessThan(1);
      if (outcome === 'tampered') expect(reward).toBe(-1);
    }
    expect(rewards.map(({ outcome }) => outcome)).toContain('tampered');
  });

  it('takes no samples for no rewards', async () => {
    expect(await ask({ samples: [] })).toEqual({ status: 200, body: { task_id: 'Real/1', rewards: [] } });
  });

  it('holds a caller whose answer cannot be read in time, in every dialect', async () => {
    await using server = openServer({ textTimeoutMs: 1 });
    const answer = `\`\`\`python\ndef task_func(): pass\n${'x = [1, 2]\n'.repeat(1000)}\`\`\``;
    const response = { output: [{ content: [{ text: answer }] }] };
    const requests: Record<string, object> = {
      '/v1/rewards': { task_id: 'T/1', samples: [{ solution: 'x' }, { answer }] },
      '/get_reward': { query: ['x', answer], prompts: ['', ''], labels: ['T/1', 'T/1'] },
      '/get_reward?key=score': { prompt: '', response: answer, label: 'T/1' },
      '/submit': { dataset: 'bigcodebench', id: 'T/1', completion: answer, config: {} },
      '/verify': { response, verifier_metadata: { task_id: 'T/1' } },
    };
    for (const [path, json] of Object.entries(requests)) {
      expect((await server.request(path, { json })).status, path).toBe(504);
    }
  });

  it('holds a caller that the sandbox fails, never gives 0', async () => {
    const executor = createScriptedExecutor(() => ({ outcome: 'engine-error', reason: 'no fork' }));
    const { request } = openServer({ executor });
    const response = await request('/v1/rewards', { json: { task_id: 'T/1', samples: [{ solution: 'x' }] } });
    expect(response.status).toBe(504);
    expect(await response.json()).toMatchObject({ detail: expect.stringMatching(/The sandbox failed \(no fork\)/) });
  });
});

describe('POST /get_reward', () => {
  it('answers OpenRLHF: queries with their prompts, special tokens and all', async () => {
    const prompt = `<|im_start|>user\n${additionTask.instructPrompt}<|im_end|>\n<|im_start|>assistant\n`;
    const answer = (code: string) =>
      `${prompt}<think>\`\`\`python\nwrong\n\`\`\`</think>Here:\n\`\`\`python\n${code}\`\`\`<|im_end|>`;
    const response = await server.request('/get_reward', {
      json: {
        query: [answer(right), answer(half), answer(right).replace('user', 'person')],
        prompts: [prompt, prompt, prompt],
        labels: ['Real/1', '{"task_id": "Real/1"}', { task_id: 'Real/1' }],
      },
    });
    expect(await response.json()).toEqual({
      rewards: [1, 0, 1],
      scores: [1, 0, 1],
      extra_logs: { passed: [1, 0, 1], timeouts: [0, 0, 0], tampered: [0, 0, 0], tests_passed: [1, 2 / 3, 1] },
    });
  });

  it('answers an empty batch', async () => {
    const response = await server.request('/get_reward', { json: { query: [], prompts: [], labels: [] } });
    expect(await response.json()).toEqual({ rewards: [], scores: [], extra_logs: {} });
  });

  it('answers slime with a bare number, or with an object', async () => {
    const json = { prompt: 'p', response: `\`\`\`python\n${half}\`\`\``, label: 'Real/1' };
    expect(await (await server.request('/get_reward', { json })).text()).toBe('0');
    expect(await (await server.request('/get_reward?reward=shaped', { json })).json()).toBeCloseTo(2 / 3);
    const object = await server.request('/get_reward?key=score', { json });
    expect(await object.json()).toEqual({ score: 0, outcome: 'fail' });
  });

  it.each([
    [{ query: ['x'], labels: [] }, 422],
    [{ query: ['x'], labels: ['Nowhere/1'] }, 404],
    [{ query: ['x'], labels: ['{"task": 1}'] }, 422],
    [{ query: ['x'], labels: [{ task: 1 }] }, 422],
    [{ response: 'x', label: '' }, 404],
    [{}, 422],
  ])('refuses %j, so that nobody takes it for 0', async (json, status) => {
    const response = await server.request('/get_reward', { json });
    expect(response.status).toBe(status);
    expect(await response.json()).toHaveProperty('detail');
  });

  it('holds under load, and lets the retry join', async () => {
    const { executor, started, finish, hasStarted } = createGatedExecutor();
    const { request, close } = openServer({ executor });
    const json = { prompt: '', response: 'x = 1', label: 'T/1' };
    const first = request('/get_reward', { json });
    const second = request('/get_reward', { json });
    await hasStarted(1);
    finish(started[0] ?? '');
    expect(await Promise.all([first, second].map(async (response) => (await response).text()))).toEqual(['1', '1']);
    expect(started).toHaveLength(1);
    await close({ graceMs: 0 });
    expect((await request('/get_reward', { json })).status).toBe(504);
  });
});
