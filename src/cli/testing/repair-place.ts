import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { json, type Reply, startWireServer } from '../../model/testing/wire-server.ts';
import type { TestOutcome } from '../../schema/execution.ts';
import type { Script } from '../../testing/scripted-executor.ts';
import { compareCommand } from '../commands/compare.ts';
import { runCommand } from './run-command.ts';
import { createRunPlace } from './run-place.ts';

const shown = ['test_a', 'test_b'];
/** Nobody may see these names, nor what the tests say. */
export const hidden = ['test_hidden_c', 'test_hidden_d'];
export const secret = 'secret-literal-4711';

const count = 20;
const row = (number: number) => ({
  task_id: `Small/${number}`,
  complete_prompt: `def task_func():\n    """Task number ${number}."""\n`,
  instruct_prompt: `Task number ${number}.`,
  canonical_solution: '    return "right"',
  code_prompt: 'def task_func():',
  test: [
    'import unittest',
    'class TestCases(unittest.TestCase):',
    ...shown.map((name) => `    def ${name}(self):\n        self.assertEqual(task_func(), "right")`),
    ...hidden.map((name) => `    def ${name}(self):\n        self.assertEqual(task_func(), "${secret}")`),
  ].join('\n'),
  entry_point: 'task_func',
  doc_struct: '{}',
  libs: "['math']",
});

type Program = 'right' | 'syntax' | 'wrong' | 'visible-only';

/**
 * What the model writes for a task in its n-th answer: every fourth is right, every fourth does not load. It repairs syntax
 * always and assertions half the time; every tenth repair suits the visible tests alone. A right one that it must look at
 * again turns wrong every tenth time.
 */
function writeProgram(task: number, turn: number): Program {
  if (turn === 0) return task % 4 === 0 ? 'right' : task % 4 === 1 ? 'syntax' : 'wrong';
  if (task % 4 === 0) return task % 10 === 0 ? 'wrong' : 'right';
  if (task % 10 === 9) return 'visible-only';
  return task % 4 === 1 || task % 2 === 0 ? 'right' : 'wrong';
}

let executed = 0;

/** Programs that fail read the tests that they run with, and say what they find there: each time in other words. */
const judge: Script = ({ code, test }) => {
  executed++;
  const program = /return "([a-z-]+)"/.exec(code)?.[1] as Program | undefined;
  const found = /\d{4}/.exec(test)?.[0] ?? 'nothing';
  const end = (outcome: 'fail' | 'error', reason: string, [visible, others]: [TestOutcome, TestOutcome]) => {
    const tell = (name: string, outcome: TestOutcome, value: string) => {
      const said = `File "__test__.py", in ${name}\nAssertionError: 'wrong: ${found}, <object ${executed}>' != '${value}'`;
      return { name, outcome, ms: 1, ...(outcome === 'fail' && { message: said }) };
    };
    const all = [
      ...shown.map((name) => tell(name, visible, 'right')),
      ...hidden.map((name) => tell(name, others, secret)),
    ];
    const tests = all.filter(({ name }) => test.includes(`def ${name}(`));
    return { outcome, reason, tests, stdout: secret, stderr: hidden.join(' ') };
  };
  if (program === 'right') return {};
  if (program === 'syntax')
    return end('error', `SyntaxError: invalid syntax (line 2): ${found}`, ['missing', 'missing']);
  if (program === 'wrong') return end('fail', `AssertionError: ${found}`, ['fail', 'fail']);
  return test.includes(secret) ? end('fail', `AssertionError: ${found}`, ['pass', 'fail']) : {};
};

interface Body {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
}

/** A folder with twenty tasks of two visible and two hidden tests, and a model server that repairs by a rule. */
export async function createRepairPlace() {
  const reply: Reply = (request, response) => {
    const { messages } = request.body as unknown as Body;
    const task = Number(/Task number (\d+)/.exec(JSON.stringify(messages))?.[1]);
    const turn = messages.filter(({ role }) => role === 'assistant').length;
    const content = `\`\`\`python\ndef task_func():\n    return "${writeProgram(task, turn)}"  # ${task}.${turn}\n\`\`\``;
    const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
    const usage = { prompt_tokens: 60, completion_tokens: 40, total_tokens: 100 };
    return json({ id: 'x', object: 'chat.completion', created: 0, model: 'm', choices, usage })(request, response);
  };
  const place = await createRunPlace();
  const server = await startWireServer(reply);
  const rows = Array.from({ length: count }, (_, number) => JSON.stringify(row(number)));
  await place.write('repair.jsonl', rows.join('\n'));
  const words = ['--model', 'openai-compatible:m', '--base-url', `${server.url}/v1`];
  const shared = ['--subset', 'repair.jsonl', '--integrity', 'flags'];
  const turnOf = ({ messages }: Body) => messages.filter(({ role }) => role === 'assistant').length;
  return {
    path: place.path,
    /** What the server was sent. */
    requests: server.seen,
    /** Of each request, how many answers it was told. */
    turnsAsked: () => server.seen.map(({ body }) => turnOf(body as unknown as Body)),
    run: (more: readonly string[]) => place.run([...words, ...shared, ...more], judge),
    /** Runs the answers of a samples file. */
    replay: (file: string, more: readonly string[]) =>
      place.run(['--model', `replay:${file}`, ...shared, ...more], judge),
    compare: (more: readonly string[]) => runCommand(compareCommand, { words: [...more], cwd: place.path }),
    runs: place.runs,
    /** The name of the newest samples file in an output folder. */
    samplesFile: async (out = 'bcb_results') => {
      const names = (await readdir(join(place.path, out))).filter((name) => name.endsWith('.jsonl'));
      return names.sort().at(-1) ?? '';
    },
    readJournal: async (id: string, out = 'bcb_results') =>
      readFile(join(place.path, out, 'runs', id, 'journal.jsonl'), 'utf8'),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    },
  };
}
