/** The real command in the real sandbox with rounds of repair, killed in each phase of each round. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { json, startWireServer, type WireServer } from '../../src/model/testing/wire-server.ts';
import type { LogEvent } from '../../src/schema/log-event.ts';
import { listRunFolders } from '../../src/store/manifest.ts';
import { describeNeeding } from '../../src/util/testing/needs.ts';
import { bin, installed, root } from './testing/installed.ts';

const key = 'sk-nobody-may-read-this';
const hidden = ['test_hidden_x', 'test_hidden_y', 'hidden-literal-4711'];
const row = (number: number) => ({
  task_id: `Round/${number}`,
  complete_prompt: `def task_func():\n    """Task number ${number}."""\n`,
  instruct_prompt: `Task number ${number}.`,
  canonical_solution: '    return "right"',
  code_prompt: 'def task_func():',
  test: [
    'import unittest',
    'class TestCases(unittest.TestCase):',
    '    def test_a(self):\n        self.assertTrue(task_func().startswith("right"), task_func())',
    '    def test_hidden_x(self):\n        self.assertNotEqual(task_func(), "right-hidden-literal-4711")',
    '    def test_hidden_y(self):\n        self.assertNotIn("hidden-literal-4711", task_func())',
  ].join('\n'),
  entry_point: 'task_func',
  doc_struct: '{}',
  libs: "['math']",
});

const wrong = 'return "wrong"';
/** Returns the names of all tests. */
const spy = 'import sys; return str(dir(sys._getframe(1).f_globals["TestCases"]))';
/** What the model returns for each task, turn by turn; the last one prints all that it can find out. */
const programs: readonly (readonly string[])[] = [
  ['return "right"'],
  ['return (', 'return "right"'],
  [spy, wrong, 'return "right"'],
  ['import os; return str(dict(os.environ))', 'import os; print(os.environ); os._exit(3)', wrong],
  [wrong, 'return "right-hidden-literal-4711"'],
];

interface Asked {
  readonly task: number;
  readonly turn: number;
}

let folder = '';
let server: WireServer | undefined;
/** What was answered, and so paid for. */
const answered: Asked[] = [];
/** The request that nobody answers before the process is killed. */
let awaited: (Asked & { readonly onRequest: () => void }) | undefined;

function answer(body: Record<string, unknown>, respond: (content: string) => void): void {
  const messages = body.messages as { role: string; content: string }[];
  const task = Number(/Task number (\d+)/.exec(JSON.stringify(messages))?.[1]);
  const turn = messages.filter(({ role }) => role === 'assistant').length;
  if (awaited?.task === task && awaited.turn === turn) {
    awaited.onRequest();
    return;
  }
  answered.push({ task, turn });
  const program = programs[task]?.[turn] ?? wrong;
  // While a program starts, the process can be killed.
  respond(`\`\`\`python\nimport time\ntime.sleep(1)\ndef task_func():\n    ${program}\n\`\`\``);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bcb-rounds-kill-'));
  await writeFile(join(folder, 'tasks.jsonl'), programs.map((_, number) => JSON.stringify(row(number))).join('\n'));
  server = await startWireServer((request, response: ServerResponse) =>
    answer(request.body, (content) => {
      const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
      const usage = { prompt_tokens: 60, completion_tokens: 40, total_tokens: 100 };
      void json({ id: 'x', object: 'chat.completion', created: 0, model: 'm', choices, usage })(request, response);
    }),
  );
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

function start(out: string) {
  const words = ['--model', 'openai-compatible:m', '--base-url', `${server?.url}/v1`, '--concurrency', '1'];
  const judging = ['--subset', join(folder, 'tasks.jsonl'), '--integrity', 'flags', '--no-cache', '--quiet', '--json'];
  const rounds = ['--rounds', '2', '--feedback', 'visible', '--out', join(folder, out)];
  const child = spawn(process.execPath, [bin, 'run', ...words, ...judging, ...rounds], {
    cwd: root,
    env: { ...process.env, BCB_CACHE_DIR: join(folder, 'cache'), OPENAI_COMPATIBLE_API_KEY: key, OPENAI_API_KEY: key },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let complaints = '';
  child.stdout.on('data', (piece) => (output += piece));
  child.stderr.on('data', (piece) => (complaints += piece));
  const ended = new Promise<string>((resolve, reject) =>
    child.on('close', (code, signal) => {
      if (signal === 'SIGKILL') resolve('killed');
      else if (code === 0) resolve(output);
      else reject(new Error(`bcb run ended with ${signal ?? code}: ${complaints}`));
    }),
  );
  return { child, ended };
}

/** Kills it when it asks for this, which stays without an answer. */
async function killAsking(out: string, asked: Asked): Promise<void> {
  const { child, ended } = start(out);
  const isAsked = new Promise<void>((resolve) => {
    awaited = { ...asked, onRequest: resolve };
  });
  await Promise.race([isAsked, ended]);
  child.kill('SIGKILL');
  expect(await ended).toBe('killed');
  awaited = undefined;
}

async function readEvents(out: string): Promise<LogEvent[]> {
  const [run = ''] = await listRunFolders(join(folder, out));
  const text = await readFile(join(run, 'journal.jsonl'), 'utf8').catch(() => '');
  const lines = text.slice(0, text.lastIndexOf('\n') + 1).split('\n');
  return lines.filter(Boolean).map((line) => JSON.parse(line));
}

/** Kills it when this round has all its answers and lacks a verdict. */
async function killJudging(out: string, { round, answers }: { round: number; answers: number }): Promise<void> {
  const { child, ended } = start(out);
  const countOf = (events: LogEvent[], type: 'answer' | 'verdict') =>
    events.filter((event) => {
      if (event.type !== type) return false;
      return ('answer' in event ? (event.answer.repair?.round ?? 0) : (event.turn ?? 0)) === round;
    }).length;
  const isThere = async () => countOf(await readEvents(out), 'answer') === answers;
  while (!(await isThere())) if (await Promise.race([ended.then(() => true), sleep(5, false)])) break;
  child.kill('SIGKILL');
  expect(await ended).toBe('killed');
  expect(countOf(await readEvents(out), 'verdict')).toBeLessThan(answers);
}

const documentOf = (text: string) => {
  const { run_id: _, files: __, samples: ___, ...facts } = JSON.parse(text).runs[0];
  return facts;
};

describeNeeding(installed)('bcb run --rounds', () => {
  it('is killed in each phase of each round, pays for no prompt twice, and ends as if nothing had happened', async () => {
    const undisturbed = documentOf(await start('undisturbed').ended);
    expect(undisturbed.rounds).toMatchObject([
      { pass_at_1: 1 / 5, asked: 5 },
      { pass_at_1: 2 / 5, asked: 4 },
      { pass_at_1: 3 / 5, asked: 2 },
    ]);
    expect(undisturbed).toMatchObject({ repaired: 2, overfitted: 1 });
    const once = answered.splice(0);
    expect(once).toHaveLength(11);

    await killAsking('disturbed', { task: 2, turn: 0 });
    await killJudging('disturbed', { round: 0, answers: 5 });
    await killAsking('disturbed', { task: 2, turn: 1 });
    await killJudging('disturbed', { round: 1, answers: 4 });
    await killAsking('disturbed', { task: 3, turn: 2 });
    await killJudging('disturbed', { round: 2, answers: 2 });
    expect(documentOf(await start('disturbed').ended)).toEqual(undisturbed);
    const sorted = (asked: readonly Asked[]) => asked.map(({ task, turn }) => `${task}.${turn}`).sort();
    expect(sorted(answered)).toEqual(sorted(once));
  }, 600_000);

  it('tells the model nothing of hidden tests, and no secret, whatever its programs find out', () => {
    const sent = server?.seen.map(({ body }) => JSON.stringify(body)).join('\n') ?? '';
    expect(sent).toContain('test_a');
    expect(sent).toContain('exited with status 3');
    // Its own words come back to it.
    const told = sent.replaceAll('return \\"right-hidden-literal-4711\\"', '');
    for (const word of [...hidden, key]) expect(told, word).not.toContain(word);
  });
});
