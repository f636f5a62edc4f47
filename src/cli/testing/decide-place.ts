import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { json, type Reply, startWireServer } from '../../model/testing/wire-server.ts';
import type { Script } from '../../testing/scripted-executor.ts';
import { createRandom } from '../../util/random.ts';
import { createRunPlace } from './run-place.ts';

const row = (number: number) => ({
  task_id: `Many/${number}`,
  complete_prompt: `def task_func():\n    """Task number ${number}."""\n`,
  instruct_prompt: `Task number ${number}.`,
  canonical_solution: '    return "right"',
  code_prompt: 'def task_func():',
  test: `import unittest\nclass TestCases(unittest.TestCase):\n    def test_${number}(self):\n        pass\n`,
  entry_point: 'task_func',
  doc_struct: '{}',
  libs: "['math']",
});

/** The share of tasks that a model solves, by its name; which ones is random, but always the same. */
const shares: Readonly<Record<string, number>> = { weak: 0.3, strong: 0.75, twin: 0.3 };

const solves = (model: string, task: number) =>
  createRandom(task * 31 + model.length * 1009 + model.charCodeAt(0))() < (shares[model] ?? 0);

const judge: Script = ({ code }) => (code.includes('"right"') ? {} : { outcome: 'fail' });

interface Body {
  readonly model: string;
  readonly messages: readonly unknown[];
}

/** A folder with many tasks, and a server with models that solve different shares of them; its replies come in any order. */
export async function createDecidePlace({ count = 120, answerMs = 5 } = {}) {
  const late = createRandom(7);
  const reply: Reply = async (request, response) => {
    const { model, messages } = request.body as unknown as Body;
    const task = Number(/Task number (\d+)/.exec(JSON.stringify(messages))?.[1]);
    await sleep(answerMs * late());
    const content = `\`\`\`python\ndef task_func():\n    return "${solves(model, task) ? 'right' : 'wrong'}"  # ${task}\n\`\`\``;
    const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
    const usage = { prompt_tokens: 60, completion_tokens: 40, total_tokens: 100 };
    return json({ id: 'x', object: 'chat.completion', created: 0, model, choices, usage })(request, response);
  };
  const place = await createRunPlace();
  const server = await startWireServer(reply);
  const rows = Array.from({ length: count }, (_, number) => JSON.stringify(row(number)));
  await place.write('many.jsonl', rows.join('\n'));
  const run = (model: string, more: readonly string[] = [], script = judge) => {
    const words = ['--model', `openai-compatible:${model}`, '--base-url', `${server.url}/v1`, '--subset', 'many.jsonl'];
    return place.run([...words, '--integrity', 'flags', ...more], script);
  };
  return {
    path: place.path,
    /** What the server was sent. */
    requests: server.seen,
    /** Reference solutions and programs that were executed. */
    executed: place.executed,
    run,
    runs: place.runs,
    /** A table of what a model solves, and the words that decide against it. */
    async baseline(model = 'weak'): Promise<string[]> {
      const numbers = Array.from({ length: count }, (_, number) => number);
      const head = ['Model', ...numbers.map((number) => `Many/${number}`)];
      const cells = [model, ...numbers.map((number) => Number(solves(model, number)))];
      await place.write('baseline.csv', `${head}\n${cells}\n`);
      return ['--against', 'baseline.csv', '--stop', 'decided', '--json'];
    },
    readJournal: async (id: string, out = 'bcb_results') =>
      readFile(join(place.path, out, 'runs', id, 'journal.jsonl'), 'utf8'),
    readSamples: async (out = 'bcb_results') => {
      const names = (await readdir(join(place.path, out))).filter((name) => name.endsWith('.jsonl'));
      return readFile(join(place.path, out, names.join()), 'utf8');
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    },
  };
}
