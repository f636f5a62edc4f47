import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createScriptedExecutor } from '../../testing/scripted-executor.ts';
import { createTemporaryFolder } from '../../testing/temporary-folder.ts';
import { runCommand, withContext, withExecutor } from '../testing/run-command.ts';
import { serveCommand } from './serve.ts';

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

/** Runs the command until `use` has seen what it serves. */
async function serve(words: readonly string[], use: (url: string) => Promise<void> = async () => {}) {
  await using folder = await createTemporaryFolder();
  await writeFile(join(folder.path, 'tasks.jsonl'), `${JSON.stringify(row)}\n`);
  const stop = new AbortController();
  const asked: unknown[] = [];
  const command = withExecutor(serveCommand, async (_, request) => {
    asked.push(request.isWarm);
    return createScriptedExecutor(() => ({}));
  });
  const out: string[] = [];
  const running = runCommand(
    withContext(command, () => ({ stdout: { write: (text: string) => void out.push(text) } })),
    {
      words: ['--port', '0', '--subset', 'tasks.jsonl', ...words],
      cwd: folder.path,
      variables: { BCB_CACHE_DIR: join(folder.path, 'cache') },
      signal: stop.signal,
    },
  );
  const listening = expect.poll(() => out.join(''), { timeout: 20_000 }).toMatch(/^listening on \S+\n$/);
  await Promise.race([listening, running]);
  try {
    await use(/listening on (\S+)/.exec(out.join(''))?.[1] ?? '');
  } finally {
    stop.abort();
  }
  return { ...(await running), out: out.join(''), asked };
}

describe('bcb serve', () => {
  it('says where it listens once it is warm, serves, and ends with 0', async () => {
    const { code, out, asked } = await serve([], async (url) => {
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
      const info = await fetch(`${url}/v1/info`);
      expect(await info.json()).toMatchObject({ version: '1.2.3', tasks: { count: 1 } });
    });
    expect(code).toBe(0);
    expect(out).toMatch(/^listening on http:\/\/127\.0\.0\.1:\d+\n$/);
    expect(asked).toEqual([true]);
  });

  it('calls what it serves by its name in results, whatever word a client uses for all of it', async () => {
    await serve([], async (url) => {
      const response = await fetch(`${url}/v1/evaluations?split=instruct&subset=full`, {
        method: 'POST',
        body: JSON.stringify({ task_id: 'Small/0', solution: 'pass' }),
        headers: { 'Content-Type': 'application/x-ndjson', Prefer: 'wait=20' },
      });
      expect(await response.json()).toMatchObject({ state: 'finished', result: { subset: 'tasks.jsonl' } });
    });
  });

  it('asks for its tokens', async () => {
    await serve(['--token', 'one', '--token', 'two,three'], async (url) => {
      const ask = async (authorization: string) =>
        (await fetch(`${url}/v1/info`, { headers: { authorization } })).status;
      expect(await Promise.all(['one', 'two,three', 'two'].map((token) => ask(`Bearer ${token}`)))).toEqual([
        200, 200, 401,
      ]);
    });
  });

  it.each([
    [['--host', '0.0.0.0'], /give a --token/],
    [['--token', ''], /The --token is empty/],
    [['--read-token', 'x'], /needs a --token/],
    [['--port', '70000'], /--port/],
  ])('refuses %j before anything is warmed up', async (words, message) => {
    await expect(serve(words)).rejects.toThrow(message);
  });
});
