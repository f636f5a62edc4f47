import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLocalExecutor } from '../../executor/local/create-local-executor.ts';
import { bareEnvironment } from '../../executor/local/testing/bare-environment.ts';
import { noteJobs } from '../../executor/local/testing/note-jobs.ts';
import type { Job } from '../../schema/execution.ts';
import type { Command } from '../command.ts';
import { runCommand } from '../testing/run-command.ts';
import { runMain } from '../testing/run-main.ts';
import { runLint } from './dataset-lint.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lint-proof-'));
});
afterAll(() => rm(folder, { recursive: true }));

const environment = { ...bareEnvironment(), modules: ['re', 'collections', 'unittest'] };

/** `bcb dataset lint .` with a sandbox in a Python without libraries. */
const datasetCommand: Command = (context) =>
  runLint(context, context.positionals, async () => {
    const executor = await createLocalExecutor({ environment, parallel: 1 });
    return { environment, executor: noteJobs(executor, jobs) };
  });
const jobs: Job[] = [];
const lint = (pack = '.', ...words: string[]) => runCommand(datasetCommand, { words: [pack, ...words], cwd: folder });

const prompt = 'import re\n\n\ndef task_func(text):\n    """\n    Count the digits.\n    """\n';
const tests = `import unittest


class TestCases(unittest.TestCase):
    def test_none(self):
        self.assertEqual(task_func("abc"), 0)

    def test_some(self):
        self.assertEqual(task_func("a1b22"), 3)
`;

async function writeTask(
  number: number,
  files: { solution: string; wrong?: string; test?: string },
  pack = '.',
): Promise<void> {
  const path = join(folder, pack, String(number));
  await mkdir(path, { recursive: true });
  const facts = { task_id: `Own/${number}`, libs: ['re'], instruct_prompt: 'Count the digits.' };
  await writeFile(join(path, 'task.json'), JSON.stringify(facts));
  await writeFile(join(path, 'prompt.py'), prompt);
  await writeFile(join(path, 'solution.py'), files.solution);
  await writeFile(join(path, 'test.py'), files.test ?? tests);
  if (files.wrong !== undefined) await writeFile(join(path, 'wrong.py'), files.wrong);
}

describe('lint with a sandbox', () => {
  test('proves each claim about a pack, and finds each one that is false', async () => {
    const solution = '    return len(re.findall(r"[0-9]", text))\n';
    const wrong = '    return len(re.findall(r"[0-9]+", text))\n';
    const limits = { wallMs: 30_000, cpuMs: 2000, memoryMb: 512 };
    await writeFile(join(folder, 'manifest.json'), JSON.stringify({ name: 'own', version: '1', limits }));
    await writeTask(0, { solution, wrong });
    await writeTask(1, { solution: wrong });
    await writeTask(2, { solution, wrong: solution });
    await writeTask(3, { solution, test: tests.replaceAll(/self\.assert.*/g, 'task_func("")') });
    await writeTask(4, { solution: '    while True:\n        pass\n', wrong: '    raise SystemExit(0)\n' });
    await writeTask(5, { solution, test: `import numpy\n${tests}` });
    const { code, out, err } = await lint();
    expect(code).toBe(2);
    expect(err).toMatch(/running solutions {2}18 .*\n6 tasks, 5 of them run: 5 errors, 0 warnings\n$/);
    expect(out.trimEnd().split('\n')).toEqual([
      '5/test.py:1: library: the environment has no module numpy.',
      expect.stringMatching(
        /^1\/test\.py:8: ground-truth: the reference solution of Own\/1 does not pass: fail: .*test_some: AssertionError: 2 != 3$/,
      ),
      '2/wrong.py:1: wrong-solution: the wrong solution of Own/2 passes: the tests miss its mistake.',
      '3/test.py:1: empty-body: an empty body passes the tests of Own/3: they check nothing.',
      expect.stringMatching(/^4\/test\.py:\d: ground-truth: the reference solution of Own\/4 does not pass: timeout/),
    ]);
  });

  test('holds a pack to the thresholds of its manifest', async () => {
    const solution =
      '    digits = re.findall(r"[0-9]", text)\n    return [len(digits), len(text) - len(digits), len(text) * 2, len(text) + 7]\n';
    const weak = tests.replaceAll(
      /self\.assertEqual\(task_func\((".*?")\), (\d)\)/g,
      'self.assertEqual(task_func($1)[0], $2)',
    );
    const strong = `${weak}        self.assertEqual(task_func("a1b22"), [3, 2, 10, 12])\n        self.assertEqual(task_func(""), [0, 0, 0, 7])\n`;
    await writeTask(0, { solution, test: weak }, 'strict');
    await writeTask(1, { solution, test: strong }, 'strict');
    const manifest = { name: 'strict', version: '1', limits: { memoryMb: 512 } };
    const write = (lint: object) =>
      writeFile(join(folder, 'strict', 'manifest.json'), JSON.stringify({ ...manifest, lint }));
    await write({});
    jobs.length = 0;
    expect(await lint('strict')).toMatchObject({ code: 0, out: '' });
    expect(new Set(jobs.map(({ limits }) => limits.memoryMb))).toEqual(new Set([512]));
    await write({ mutants: 12 });
    expect(await lint('strict')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^strict\/0\/test\.py:1: warning: audit: Its tests do not notice/),
    });
    await write({ mutants: 12, failFrom: 'doubt' });
    expect(await lint('strict')).toMatchObject({
      code: 2,
      out: expect.stringMatching(/^strict\/0\/test\.py:1: audit: .*\n$/),
    });
    const refused = /^strict\/0\/test\.py:1: audit: its tests notice \d+% of planted faults; the pack wants 85%\.\n$/;
    await write({ mutants: 12, noticed: 0.85 });
    expect(await lint('strict')).toMatchObject({ code: 2, out: expect.stringMatching(refused) });
    // Who asks for a share of planted faults has some planted.
    await write({ noticed: 0.85 });
    expect(await lint('strict')).toMatchObject({ code: 2, out: expect.stringMatching(refused) });
    await write({ noticed: 85 });
    expect((await lint('strict')).out).toContain('manifest.json:1: manifest: field "lint.noticed"');
  });

  test('a new pack passes', async () => {
    await runMain(['dataset', 'new', 'fresh'], { cwd: folder });
    const { code, out, err } = await lint('fresh', '--mutants', '20');
    expect({ code, out }).toEqual({ code: 0, out: '' });
    expect(err).toContain('1 tasks, 1 of them run: 0 errors, 0 warnings');
  });
});
