import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultLimits, type Job } from '../../schema/execution.ts';
import { createScriptedExecutor, type Script } from '../../testing/scripted-executor.ts';
import { runCommand, withExecutor } from '../testing/run-command.ts';
import { execCommand } from './exec.ts';

const row = {
  task_id: 'BigCodeBench/17',
  complete_prompt: 'def task_func():\n    """Answer."""\n',
  instruct_prompt: 'Answer.',
  canonical_solution: '    return 42\n',
  code_prompt: 'def task_func():',
  test: 'import unittest\nclass TestCases(unittest.TestCase):\n    def test_x(self): pass\n',
  entry_point: 'task_func',
  doc_struct: '{}',
  libs: "['json']",
};

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bcb-exec-'));
  await writeFile(join(folder, 'tasks.jsonl'), `${JSON.stringify(row)}\n`);
  await writeFile(join(folder, 'answer.py'), 'def task_func():\n    return 42\n');
});
afterAll(() => rm(folder, { recursive: true }));

interface Given {
  readonly words?: readonly string[];
  readonly lines?: readonly unknown[];
  readonly script?: Script;
  readonly subset?: string;
}

async function exec({ words = [], lines = [], script = () => ({}), subset = 'tasks.jsonl' }: Given) {
  const jobs: Job[] = [];
  const command = withExecutor(execCommand, async () =>
    createScriptedExecutor((job, signal) => {
      jobs.push(job);
      return script(job, signal);
    }),
  );
  async function* stdin() {
    const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
    // Chunks that end anywhere, also inside a character.
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
  }
  const outcome = await runCommand(command, {
    words: [...words, '--subset', subset],
    cwd: folder,
    stdin: stdin(),
  }).then(
    (result) => ({ ...result, error: undefined as unknown }),
    (error: unknown) => ({ code: -1, out: '', err: '', error }),
  );
  const executions = outcome.out
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));
  return { ...outcome, jobs, executions };
}

describe('bcb exec', () => {
  it('stops at the first failing test where a line or the command asks for it', async () => {
    const lines = [
      { id: 1, code: 'x', test: 't' },
      { id: 2, code: 'x', test: 't', fail_fast: true },
      { id: 3, task_id: '17', solution: 'x', fail_fast: false },
      { id: 4, task_id: '17', solution: 'x' },
    ];
    expect((await exec({ lines })).jobs.map(({ failFast }) => failFast)).toEqual([false, true, false, false]);
    const asked = await exec({ lines, words: ['--fail-fast'] });
    expect(asked.jobs.map(({ failFast }) => failFast)).toEqual([true, true, false, true]);
  });

  it('runs plain programs and gives their ids back as they came', async () => {
    const { code, jobs, executions } = await exec({
      lines: [
        { id: 'a', code: 'x = "é\u2028"', test: 't' },
        '',
        { id: 2, code: 'y', test: 't', limits: { wallMs: 5000, memoryMb: 100 } },
        { id: 'a', code: 'z', test: 't' },
      ],
    });
    expect(code).toBe(0);
    expect(jobs.map((job) => job.code)).toEqual(['x = "é\u2028"', 'y', 'z']);
    expect(jobs[1]?.limits).toEqual({ ...defaultLimits, wallMs: 5000, memoryMb: 100 });
    expect(executions).toMatchObject([{ id: 'a', outcome: 'pass' }, { id: 2 }, { id: 'a' }]);
  });

  it('runs plain scripts', async () => {
    const { jobs } = await exec({
      lines: [
        { id: 1, script: 'print(1)' },
        { id: 2, script: 's', stdin: 'in', files: { 'a/b.txt': 'aGk=' }, fetch: ['out.csv'], limits: { wallMs: 9 } },
      ],
    });
    expect(jobs).toEqual([
      {
        id: '0',
        code: 'print(1)',
        test: '',
        script: { stdin: '', files: {}, fetch: [] },
        limits: defaultLimits,
        libs: [],
      },
      {
        id: '1',
        code: 's',
        test: '',
        script: { stdin: 'in', files: { 'a/b.txt': 'aGk=' }, fetch: ['out.csv'] },
        limits: { ...defaultLimits, wallMs: 9 },
        libs: [],
      },
    ]);
  });

  it('puts solutions of tasks together as evaluate does', async () => {
    const { jobs } = await exec({
      words: ['--memory-mb', '512'],
      lines: [
        { id: 'x', task_id: 'BigCodeBench/17', solution: 'SOLUTION' },
        { id: 'y', task_id: '17', solution: 'SOLUTION', calibrated: false },
      ],
    });
    expect(jobs).toMatchObject([
      { code: 'def task_func():\n    pass\nSOLUTION', test: row.test, libs: ['json'], limits: { memoryMb: 512 } },
      { code: 'SOLUTION' },
    ]);
  });

  it("keeps to a pack's limits, and to those of the request over them", async () => {
    const { jobs } = await exec({
      subset: 'starter',
      lines: [
        { id: 'x', task_id: 'Starter/0', solution: '' },
        { id: 'y', task_id: 'Starter/0', solution: '', limits: { cpuMs: 500 } },
        { id: 'z', code: '', test: '' },
      ],
    });
    const ofPack = { ...defaultLimits, wallMs: 60_000, cpuMs: 30_000 };
    expect(jobs.map(({ limits }) => limits)).toEqual([ofPack, { ...ofPack, cpuMs: 500 }, defaultLimits]);
  });

  it('runs one solution from a file', async () => {
    const { jobs, executions, error } = await exec({ words: ['--task', '17', '--solution', 'answer.py'] });
    expect(error).toBeUndefined();
    expect(jobs[0]?.code).toBe('def task_func():\n    pass\ndef task_func():\n    return 42\n');
    expect(executions).toMatchObject([{ id: 'BigCodeBench/17', outcome: 'pass' }]);
  });

  it('finishes what stood before a bad line, then names the fault', async () => {
    const { jobs, error } = await exec({
      lines: [{ id: 'a', code: 'x', test: 't' }, { id: 'b', code: 'x', test: 't', tests: 1 }, { id: 'c' }],
    });
    expect(jobs).toHaveLength(1);
    expect(error).toMatchObject({
      code: 'BAD_INPUT',
      message:
        'Line 2 of stdin: unknown key "tests" (use one of id, code, test, separate, seed, fail_fast, libs, limits).',
    });
  });

  it.each([
    ['{', /Line 1 of stdin: not JSON/],
    ['[]', /expected a JSON object/],
    [{ id: 'a', code: 'x' }, /"test" is missing/],
    [
      { id: 'a', script: 'x', test: 't' },
      /unknown key "test" \(use one of id, script, stdin, files, fetch, libs, limits\)/,
    ],
    [{ id: 'a', script: 'x', files: { '../x': '' } }, /"files\.\.\.\/x": /],
    [{ id: 'a', script: 'x', files: { x: 'not base64!' } }, /"files\.x": /],
    [{ id: 'a', task_id: 'BigCodeBench/17', solution: 1 }, /"solution": /],
    [{ id: 'a', code: '', test: '', limits: { wall: 1, wallMs: 5 } }, /unknown key "limits\.wall"/],
    [{ id: 'a', code: '', test: '', limits: { wallMs: -5 } }, /"limits\.wallMs": /],
    [{ id: 'a', task_id: '99', solution: '', other: 1, more: 2 }, /unknown keys "other", "more"/],
    [{ id: 'a', task_id: '99', solution: '' }, /There is no task "99" among the 1 selected/],
  ])('refuses %j', async (line, message) => {
    const { error } = await exec({ lines: [line] });
    expect(error).toMatchObject({ code: 'BAD_INPUT', message: expect.stringMatching(message) });
  });

  it('flags what the safety scan finds, and with --safety block does not run what is severe', async () => {
    const lines = [
      { id: 'a', code: 'import os\nos._exit(0)', test: 't' },
      { id: 'b', code: 'import os\nos.getenv("HOME")', test: 't' },
    ];
    const reported = await exec({ lines });
    expect(reported.executions).toMatchObject([
      { id: 'a', flags: ['hard-exit'] },
      { id: 'b', flags: ['environment-read'] },
    ]);
    const { jobs, executions } = await exec({ lines, words: ['--safety', 'block'] });
    expect(jobs).toHaveLength(1);
    expect(executions).toMatchObject([
      { id: 'a', outcome: 'blocked', reason: 'safety: hard-exit in line 2', flags: ['hard-exit'] },
      { id: 'b', outcome: 'pass', flags: ['environment-read'] },
    ]);
  });

  it('reports a fault of the engine as incomplete', async () => {
    const { error } = await exec({
      lines: [{ id: 'a', code: 'x', test: 't' }],
      script: () => ({ outcome: 'engine-error', reason: 'no memory' }),
    });
    expect(error).toMatchObject({ code: 'INCOMPLETE' });
  });

  it.each([
    [['--task', '17'], /--task and --solution together/],
    [['--task', '17', '--solution', 'absent.py'], /Cannot read the solution .*absent\.py/],
  ])('refuses %j', async (words, message) => {
    const { error } = await exec({ words });
    expect((error as Error).message).toMatch(message);
  });
});
