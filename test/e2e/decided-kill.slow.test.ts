/** The real command in the real sandbox, deciding against a result and killed in the middle. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { json, startWireServer, type WireServer } from '../../src/model/testing/wire-server.ts';
import { describeNeeding } from '../../src/util/testing/needs.ts';
import { bin, installed, root } from './testing/installed.ts';

const count = 60;
const row = (number: number) => ({
  task_id: `Many/${number}`,
  complete_prompt: `def task_func():\n    """Task number ${number}."""\n`,
  instruct_prompt: `Task number ${number}.`,
  canonical_solution: `    return "right ${number}"`,
  code_prompt: 'def task_func():',
  test: `import unittest\nclass TestCases(unittest.TestCase):\n    def test(self):\n        self.assertEqual(task_func(), "right ${number}")`,
  entry_point: 'task_func',
  doc_struct: '{}',
  libs: "['math']",
});

/** Solves all but every fifth task; the result it is decided against solves every third. */
const solves = (task: number) => task % 5 !== 0;
const cells = Array.from({ length: count }, (_, task) => Number(task % 3 === 0));

let folder = '';
let server: WireServer | undefined;
const asked: number[] = [];
let onAsked = () => {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bcb-decided-kill-'));
  const numbers = Array.from({ length: count }, (_, number) => number);
  await writeFile(join(folder, 'tasks.jsonl'), numbers.map((number) => JSON.stringify(row(number))).join('\n'));
  const head = ['Model', ...numbers.map((number) => `Many/${number}`)];
  await writeFile(join(folder, 'before.csv'), `${head}\nbefore,${cells}\n`);
  server = await startWireServer((request, response) => {
    const task = Number(/Task number (\d+)/.exec(JSON.stringify(request.body.messages))?.[1]);
    const content = `\`\`\`python\ndef task_func():\n    return "${solves(task) ? 'right' : 'wrong'} ${task}"\n\`\`\``;
    const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
    const usage = { prompt_tokens: 60, completion_tokens: 40, total_tokens: 100 };
    void json({ id: 'x', object: 'chat.completion', created: 0, model: 'm', choices, usage })(request, response);
    asked.push(task);
    onAsked();
  });
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** Runs it to its end, or until it has asked for so many answers. */
async function run(out: string, killAfter = Number.POSITIVE_INFINITY): Promise<string> {
  const model = ['--model', 'openai-compatible:m', '--base-url', `${server?.url}/v1`, '--concurrency', '2'];
  const judging = ['--subset', join(folder, 'tasks.jsonl'), '--integrity', 'flags', '--no-cache', '--quiet', '--json'];
  const deciding = ['--against', join(folder, 'before.csv'), '--stop', 'decided', '--out', join(folder, out)];
  const child = spawn(process.execPath, [bin, 'run', ...model, ...judging, ...deciding], {
    cwd: root,
    env: { ...process.env, BCB_CACHE_DIR: join(folder, 'cache'), OPENAI_COMPATIBLE_API_KEY: 'k' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  child.stdout.on('data', (piece) => (output += piece));
  const last = asked.length + killAfter;
  onAsked = () => asked.length >= last && child.kill('SIGKILL');
  const signal = await new Promise((resolve) => child.on('close', (_, ended) => resolve(ended)));
  return signal === 'SIGKILL' ? 'killed' : output;
}

const decisionOf = (text: string) => {
  const { tasks_judged: judged, ...decision } = JSON.parse(text).runs[0].decision;
  return { judged, decision };
};

describeNeeding(installed)('bcb run --stop decided', () => {
  it('is killed in the middle and decides the same at the same task, asking for nothing after that', async () => {
    const { decision } = decisionOf(await run('undisturbed'));
    expect(decision).toMatchObject({ verdict: 'better', tasks_total: count });
    expect(decision.tasks_used).toBeLessThan(count / 2);
    asked.length = 0;
    for (const killAfter of [3, 4, 5]) expect(await run('disturbed', killAfter)).toBe('killed');
    const resumed = decisionOf(await run('disturbed'));
    expect(resumed.decision).toEqual(decision);
    // What was on its way to a process when it was killed is asked for again.
    expect(new Set(asked).size).toBeLessThanOrEqual(resumed.judged + 2);
    expect(asked.length - new Set(asked).size).toBeLessThanOrEqual(3 * 2);
    expect(resumed.judged - decision.tasks_used).toBeLessThan(8 + decision.tasks_used / 4);
  }, 300_000);
});
