import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CommandName, commandNames } from '../config/option.ts';
import type { Options } from '../config/option-table.ts';
import { shownOptionsOf } from '../config/parse-flags.ts';
import { resolveDataFolder } from '../environment/data-folder.ts';
import { listProgramEnvironments } from '../environment/load-environment.ts';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { OpenExecutor } from '../run/executor-table.ts';
import { createScriptedExecutor } from '../testing/scripted-executor.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import type { Command } from './command.ts';
import { evaluateCommand } from './commands/evaluate.ts';
import { execCommand } from './commands/exec.ts';
import { benchmarkCommand } from './commands/run.ts';
import { serveCommand } from './commands/serve.ts';
import { submitCommand } from './commands/submit.ts';
import { syncheckCommand } from './commands/syncheck.ts';
import { workerCommand } from './commands/worker.ts';
import { commands } from './commands.ts';
import { runCommand, withContext, withExecutor } from './testing/run-command.ts';

/** Reads every key it is given as an executor would: what is asked for is not the executor's to skip. */
const open: OpenExecutor = async (_execution, request) => {
  Object.values(request);
  return createScriptedExecutor(() => ({}));
};

const scripted: Partial<Record<CommandName, Command>> = {
  run: withExecutor(benchmarkCommand, open),
  evaluate: withExecutor(evaluateCommand, open),
  exec: withExecutor(execCommand, open),
  syncheck: withExecutor(syncheckCommand, open),
  worker: withExecutor(workerCommand, open),
  submit: withExecutor(submitCommand, open),
  serve: withExecutor(serveCommand, open),
};

/** These open the sandbox themselves, in an installed environment. */
const sandboxed: readonly CommandName[] = ['analyze', 'dataset', 'doctor'];
const [smallest] = await listProgramEnvironments(resolveDataFolder(process.env));

/** These become values of other options before a command starts. */
const resolvedBefore: readonly string[] = ['recipe', 'e2bEndpoint', 'gradioEndpoint'];

const tasks = ['--subset', 'tasks.jsonl'];

/** Command lines that together go through everything a command does. */
const scenarios: Record<CommandName, readonly (readonly string[])[]> = {
  run: [['--model', 'canonical', ...tasks, '--fail-below', '0.5']],
  generate: [['--model', 'canonical', ...tasks]],
  sanitize: [
    ['--samples', 'samples.jsonl', ...tasks],
    ['--samples', 'samples.jsonl', ...tasks, '--diff'],
  ],
  syncheck: [['--samples', 'broken.jsonl', ...tasks, '--nsample-check', '2']],
  evaluate: [
    ['--samples', 'samples.jsonl', ...tasks],
    ['--check-gt-only', ...tasks],
    ['--model', 'canonical', ...tasks],
  ],
  exec: [['--task', 'Small/0', '--solution', 'solution.py', ...tasks]],
  inspect: [
    ['--eval-results', 'eval_results.json', ...tasks],
    ['--eval-results', 'eval_results.json', '--csv', ...tasks],
  ],
  report: [['nothing']],
  dataset: [
    ['list', ...tasks],
    ['lint', 'pack'],
    ['diff', 'edition.jsonl', 'mended.jsonl', '--audit'],
    ['facts', '--profile', 'modern'],
  ],
  prompt: [['show', 'Small/0', '--model', 'openai:gpt-4o', ...tasks]],
  env: [['install', '--python', '/nonexistent', '--nltk-data', 'absent'], ['show']],
  doctor: [
    ['--env', smallest?.folder ?? ''],
    ['--execution', 'exec:false'],
    ['--queue', 'redis://127.0.0.1:1'],
  ],
  cache: [['ls'], ['prune']],
  safety: [['rules']],
  model: [['list']],
  worker: [['--stdio'], ['--queue', 'redis://127.0.0.1:1']],
  fleet: [['status', '--queue', 'redis://127.0.0.1:1']],
  e2b: [['build']],
  compare: [
    ['eval_results.json', 'eval_results.json', '--html', 'page.html', '--fail-if-worse', '2'],
    ['eval_results.json', 'eval_results.json', '--markdown'],
  ],
  plan: [
    ['--gap', '5'],
    ['--max-tasks', '30', '--model', 'canonical', ...tasks],
  ],
  leaderboard: [
    ['eval_results.json', '--site', 'site', '--upstream', 'board'],
    ['eval_results.json', '--csv'],
  ],
  submit: [
    ['bcb_results', '--model-info', 'model.json', '--out', 'bundle'],
    ['--check', 'bundle', ...tasks],
  ],
  export: [
    ['noises', 'bcb_results'],
    ['harbor', 'harbor', '--split', 'complete', ...tasks],
    ['rows', '--split', 'complete', ...tasks],
  ],
  view: [['eval_results.json', '--export', 'site', ...tasks]],
  serve: [['--port', '0', ...tasks]],
  audit: [[...tasks], ['show', 'Small/0', ...tasks]],
  analyze: [
    ['dataset', ...tasks],
    ['coverage', ...tasks],
  ],
  runs: [['ls'], ['rename', 'nothing', 'name'], ['rm', 'nothing']],
  completion: [['bash']],
};

/** These tell of a run that there must be. */
const afterRun: readonly CommandName[] = ['submit', 'export'];

describe('an option that a command declares', () => {
  const names = commandNames.filter((name) => smallest || !sandboxed.includes(name));
  it.each(names)('is read by `%s`', async (name) => {
    await using folder = await createPlace();
    if (afterRun.includes(name)) {
      await runCommand(withExecutor(benchmarkCommand, open), { words: scenarios.run[0] ?? [], cwd: folder.path });
    }
    const command = scripted[name] ?? (await commands[name].load());
    const read = new Set<string>();
    for (const words of scenarios[name]) {
      const recording = withContext(command, ({ options }) => ({ options: record(options, read) }));
      const variables = { HOME: process.env.HOME, BCB_CACHE_DIR: join(folder.path, 'cache') };
      const stdin = (async function* () {
        yield `${JSON.stringify({ type: 'open', protocol: 1, libs: [] })}\n`;
      })();
      // A server ends when it is told to.
      const signal = name === 'serve' ? AbortSignal.timeout(2000) : new AbortController().signal;
      await runCommand(recording, { words, cwd: folder.path, variables, stdin, signal }).catch((error: unknown) => {
        if (!(error instanceof BigCodeBenchError)) throw error;
      });
    }
    // What all commands take is read before they start, or promises the same everywhere.
    const declared = shownOptionsOf(name).filter(([, { on }]) => on !== 'all');
    const keys = declared.map(([key]) => key).filter((key) => !resolvedBefore.includes(key));
    expect(keys.filter((key) => !read.has(key))).toEqual([]);
  });
});

/** The same options, with a note of each that is looked at. */
function record(options: Options, read: Set<string>): Options {
  return new Proxy(options, {
    get(target, key, receiver) {
      read.add(String(key));
      return Reflect.get(target, key, receiver);
    },
  });
}

async function createPlace() {
  const folder = await createTemporaryFolder();
  const put = (name: string, content: string) => writeFile(join(folder.path, name), content);
  const row = {
    task_id: 'Small/0',
    complete_prompt: 'def task_func():\n    """Gives 1."""\n',
    instruct_prompt: 'Give 1.',
    canonical_solution: '    return 1',
    code_prompt: 'def task_func():',
    test: 'import unittest\nclass TestCases(unittest.TestCase):\n    def test_a(self):\n        pass\n',
    entry_point: 'task_func',
    doc_struct: '{}',
    libs: "['math']",
  };
  const solution = 'def task_func():\n    return 1\n';
  await put('tasks.jsonl', `${JSON.stringify(row)}\n`);
  const published = { ...row, task_id: 'BigCodeBench/0' };
  await put('edition.jsonl', `${JSON.stringify(published)}\n`);
  await put('mended.jsonl', `${JSON.stringify({ ...published, instruct_prompt: 'Give 1, always.' })}\n`);
  await put('samples.jsonl', `${JSON.stringify({ task_id: 'Small/0', solution, raw_solution: solution })}\n`);
  await put('broken.jsonl', `${JSON.stringify({ task_id: 'Small/0', solution: 'def f(:' })}\n`);
  await put('solution.py', solution);
  const entry = { task_id: 'Small/0', solution, status: 'fail', details: { test_a: 'Traceback' } };
  await put('eval_results.json', JSON.stringify({ date: '2026-01-01 00:00', eval: { 'Small/0': [entry] } }));
  const model = { name: 'M', link: '', prompted: true, moe: false, size: null, act_param: null, prefill: false };
  await put('model.json', JSON.stringify({ ...model, 'open-data': 'None', date: '2026-01-01' }));
  const starter = join(import.meta.dirname, '..', '..', 'tasks', '000');
  await cp(starter, join(folder.path, 'pack', '000'), { recursive: true });
  await put('pack/manifest.json', JSON.stringify({ name: 'own', version: '1', environment: 'starter' }));
  return folder;
}
