/** What remote executors say of themselves must reach the reader of the results. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readRuns } from '../../compare/read-results.ts';
import { createGradioExecutor } from '../../executor/gradio/create-gradio-executor.ts';
import { startLoopbackGradio } from '../../executor/gradio/testing/loopback-gradio.ts';
import { completeLimits } from '../../schema/execution.ts';
import { createScriptedExecutor } from '../../testing/scripted-executor.ts';
import { createTemporaryFolder } from '../../testing/temporary-folder.ts';
import { runCommand, withExecutor } from '../testing/run-command.ts';
import { evaluateCommand } from './evaluate.ts';

it('marks results of a stock Gradio server as not comparable, in the report and in the record', async () => {
  await using folder = await createTemporaryFolder();
  const task = {
    task_id: 'BigCodeBench/1',
    complete_prompt: 'def task_func():\n    """1"""\n',
    instruct_prompt: '1',
    canonical_solution: '    return 1',
    code_prompt: 'def task_func():',
    test: 'import unittest\nclass TestCases(unittest.TestCase):\n    def test_a(self):\n        pass\n',
    entry_point: 'task_func',
    doc_struct: '{}',
    libs: '[]',
  };
  await writeFile(join(folder.path, 'tasks.jsonl'), `${JSON.stringify(task)}\n`);
  await writeFile(
    join(folder.path, 'samples.jsonl'),
    `${JSON.stringify({ task_id: task.task_id, solution: 'x = 1' })}\n`,
  );
  await using server = await startLoopbackGradio({
    version: '4.44.1',
    executor: createScriptedExecutor(() => ({})),
    toJob: (id, code) => ({ id, code, test: task.test, limits: completeLimits({}), libs: [] }),
  });
  const command = withExecutor(evaluateCommand, (_, { tasks = [] }) =>
    createGradioExecutor({ url: server.url, tasks, fetch }),
  );
  const { code, out } = await runCommand(command, {
    words: ['--subset', 'tasks.jsonl', '--samples', 'samples.jsonl', '--no-cache'],
    cwd: folder.path,
    variables: { BCB_CACHE_DIR: join(folder.path, 'cache') },
  });
  expect(code).toBe(0);
  expect(out).toMatch(/pass@1 +100\.0%/);
  expect(out).toContain('Not comparable with other results: the Gradio server does not say in which environment');
  const [run] = await readRuns(folder.path);
  expect(run?.record.conditions).toMatchObject({
    executor: 'gradio',
    isolation: 'remote',
    fingerprint: `unknown:${server.url}`,
    address: server.url,
    caveat: expect.stringContaining('does not say'),
  });
});
