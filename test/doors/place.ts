import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { evaluateCommand } from '../../src/cli/commands/evaluate.ts';
import { benchmarkCommand } from '../../src/cli/commands/run.ts';
import { type RunCommandOptions, runCommand, withExecutor } from '../../src/cli/testing/run-command.ts';
import type { Executor } from '../../src/executor/executor.ts';
import { createScriptedExecutor, type Script } from '../../src/testing/scripted-executor.ts';
import { createTemporaryFolder } from '../../src/testing/temporary-folder.ts';

const taskCount = 5;

const row = (number: number) => ({
  task_id: `Small/${number}`,
  complete_prompt: `def task_func():\n    """${number}"""\n`,
  instruct_prompt: `Task ${number}`,
  canonical_solution: `    return ${number}`,
  code_prompt: 'def task_func():',
  test: `import unittest\nclass TestCases(unittest.TestCase):\n    def test_${number}(self):\n        pass\n`,
  entry_point: 'task_func',
  doc_struct: '{}',
  libs: "['math']",
});

export const taskId = (number: number) => `Small/${number}`;

/** A solution that passes, or one that does not. */
export const solution = (passes: boolean, number: number) =>
  `def task_func():\n    ${passes ? `return ${number}` : `raise KeyError('${number}')`}`;

/** Programs that raise fail, in the way tests report it; `skipped` marks a program whose tests are skipped. */
export const judge: Script = ({ code }) => {
  if (code.includes('skipped')) {
    return { outcome: 'fail', reason: 'skipped tests', tests: [{ name: 'test_0', outcome: 'skip', ms: 0 }] };
  }
  const key = /raise KeyError\('(\d+)'\)/.exec(code)?.[1];
  if (key === undefined) return { tests: [{ name: `test_${key}`, outcome: 'pass', ms: 1 }] };
  const message = `Traceback (most recent call last):\n  File "__test__.py", line 2\nKeyError: '${key}'\n`;
  return { outcome: 'fail', tests: [{ name: `test_${key}`, outcome: 'error', ms: 1, message }] };
};

/** Whether a job is a reference solution: its program has the prompt's docstring. */
export const isReference = (code: string) => code.includes('"""');

/** A command that makes a run, so that it can be given again. */
export interface Asked {
  readonly command: 'run' | 'evaluate';
  readonly words: readonly string[];
}

export const runs = (...words: readonly string[]): Asked => ({ command: 'run', words });
export const evaluates = (...words: readonly string[]): Asked => ({ command: 'evaluate', words });

interface CarryOutOptions {
  readonly executor?: Executor;
  readonly signal?: AbortSignal;
  /** The text for people, not one JSON document. */
  readonly isText?: boolean;
}

const commands = { run: benchmarkCommand, evaluate: evaluateCommand };

/** A folder with five tasks, in which commands are run over an executor that judges by text. */
export async function createPlace() {
  const folder = await createTemporaryFolder();
  const at = (name: string) => join(folder.path, name);
  const variables = { BCB_CACHE_DIR: at('cache'), OPENAI_API_KEY: 'none' };
  await writeFile(at('tasks.jsonl'), toLines(Array.from({ length: taskCount }, (_, number) => row(number))));
  const options = (words: readonly string[], signal?: AbortSignal): RunCommandOptions => ({
    words,
    cwd: folder.path,
    variables,
    ...(signal ? { signal } : {}),
  });
  const open =
    (executor: Executor = createScriptedExecutor(judge)) =>
    async () =>
      executor;
  const write = async (name: string, lines: readonly object[]) => {
    await mkdir(dirname(at(name)), { recursive: true });
    await writeFile(at(name), toLines(lines));
  };
  return {
    ...folder,
    at,
    variables,
    command: (command: Parameters<typeof runCommand>[0], words: readonly string[]) =>
      runCommand(command, options(words)),
    /** Makes a run, or goes on with it. */
    carryOut({ command, words }: Asked, { executor, signal, isText = false }: CarryOutOptions = {}) {
      const all = ['--subset', 'tasks.jsonl', '--quiet', ...(isText ? [] : ['--json']), ...words];
      return runCommand(withExecutor(commands[command], open(executor)), options(all, signal));
    },
    open,
    /** Recorded raw answers, as `replay:` reads them. */
    async writeAnswers(name: string, passes: readonly boolean[]) {
      const lines = passes.map((isPass, number) => ({
        task_id: taskId(number),
        raw_solution: `\`\`\`python\n${solution(isPass, number)}\n\`\`\``,
      }));
      await write(name, lines);
    },
    /** A samples file with these solutions for each task; none leaves the task out. */
    async writeSamples(name: string, solutions: readonly (readonly string[])[], model = 'm') {
      const lines = solutions.flatMap((each, number) =>
        each.map((text) => ({ task_id: taskId(number), solution: text, raw_solution: `Raw: ${text}`, model })),
      );
      await write(name, lines);
    },
    readText: (name: string) => readFile(at(name), 'utf8'),
    /** Folders of the runs in an output folder. */
    async runFolders(out: string): Promise<string[]> {
      const names = await readdir(join(at(out), 'runs'));
      return names
        .filter((name) => name !== 'tasks')
        .sort()
        .map((name) => join(at(out), 'runs', name));
    },
  };
}

export type Place = Awaited<ReturnType<typeof createPlace>>;

export function toLines(lines: readonly object[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** A provider on loopback that speaks the chat completions format; `answer` decides by model, temperature and task. */
export async function serveModel(
  answer: (request: { readonly model: string; readonly temperature: number; readonly task: number }) => string,
): Promise<AsyncDisposable & { readonly url: string }> {
  const server: Server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { model, temperature = 0, messages } = JSON.parse(body);
    const task = Number(/Task (\d+)/.exec(messages.at(-1).content)?.[1]);
    const content = answer({ model, temperature, task });
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        id: 'x',
        object: 'chat.completion',
        created: 1,
        model,
        choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
