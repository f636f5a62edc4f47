import { afterAll, beforeAll, expect, it } from 'vitest';
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
