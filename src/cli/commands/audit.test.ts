import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditDocumentSchema } from '../../audit/audit-document.ts';
import { createLocalExecutor } from '../../executor/local/create-local-executor.ts';
import { bareEnvironment } from '../../executor/local/testing/bare-environment.ts';
import { noteJobs } from '../../executor/local/testing/note-jobs.ts';
import type { Job } from '../../schema/execution.ts';
import { createTemporaryFolder } from '../../testing/temporary-folder.ts';
import { runCommand, withExecutor } from '../testing/run-command.ts';
import { auditCommand } from './audit.ts';
import { datasetCommand } from './dataset.ts';

let folder: Awaited<ReturnType<typeof createTemporaryFolder>>;
const row = (id: number, expected: string) => ({
  task_id: `Own/${id}`,
  complete_prompt: 'def task_func(a, b):\n    """Sum of two numbers."""\n',
  instruct_prompt: 'Sum of two numbers.',
  canonical_solution: '    return a + b\n',
  code_prompt: 'def task_func(a, b):\n',
  test: `import unittest\nclass TestCases(unittest.TestCase):\n    def test_sum(self):\n        self.assertEqual(task_func(2, 3), 5)\n        self.assert${expected}\n`,
  entry_point: 'task_func',
  doc_struct: '{}',
  libs: '[]',
});
beforeAll(async () => {
  folder = await createTemporaryFolder();
  const rows = [row(0, 'Equal(task_func(1, 4), 5)'), row(1, 'Equal(task_func(1, 1), 2)')];
  await writeFile(join(folder.path, 'tasks.jsonl'), rows.map((each) => JSON.stringify(each)).join('\n'));
});
afterAll(() => folder[Symbol.asyncDispose]());

const jobs: Job[] = [];
const command = withExecutor(auditCommand, async () =>
  noteJobs(await createLocalExecutor({ environment: bareEnvironment(), parallel: 2 }), jobs),
);
const audit = (...words: string[]) =>
  runCommand(command, {
    words: [...words, '--subset', 'tasks.jsonl', '--mutants', '3'],
    cwd: folder.path,
    variables: { BCB_CACHE_DIR: join(folder.path, 'cache') },
  });

describe('bcb audit', () => {
  it('lists doubtful tasks with the strongest reason, and keeps what it found', async () => {
    const first = await audit();
    expect(first).toMatchObject({ code: 0, err: expect.stringContaining('1 broken, 0 suspect, 1 sound') });
    expect(first.out).toContain('Its tests accept a function that returns 5.');
    expect(first.out).toContain('1 of 2 tasks are sound');
    const { out } = await audit('--json');
    const document = JSON.parse(out);
    expect(document).toMatchObject({
      broken: 1,
      suspect: 0,
      sound: 1,
      path: join(folder.path, 'bcb_results/audit.jsonl'),
    });
    expect(auditDocumentSchema.parse(document)).toEqual(document);
    expect(document.tasks).toMatchObject([
      { task_id: 'Own/0', verdict: 'broken', rank: 1, mutants: { survived: 0, unseen: 0 } },
      { task_id: 'Own/1', verdict: 'sound', rank: 2, witnesses: [] },
    ]);
    expect(document.tasks[0].witnesses).toEqual([
      {
        kind: 'weak',
        strength: 1,
        says: 'Its tests accept a function that returns 5.',
        evidence: {
          runs: expect.any(Number),
          trials: expect.arrayContaining([expect.objectContaining({ outcome: 'pass' })]),
        },
        witness: 'lazy-answers',
        grade: 'proof',
      },
    ]);
  });

  it('lets others use only what is sound', async () => {
    await audit();
    const words = ['list', 'sound@bcb_results', '--subset', 'tasks.jsonl', '--json'];
    const { out } = await runCommand(datasetCommand, { words, cwd: folder.path });
    expect(JSON.parse(out).tasks).toMatchObject([{ task_id: 'Own/1' }]);
    const nothing = runCommand(datasetCommand, { words: words.with(1, 'sound@cache'), cwd: folder.path });
    await expect(nothing).rejects.toThrow(/holds no audit: run `bcb audit` first/);
  });

  it('shows everything about one task, run again', async () => {
    await audit('--select', 'Own/0');
    jobs.length = 0;
    const { out } = await audit('show', '0');
    // The reference solution as well, which audits take from the cache.
    expect(jobs.map(({ id }) => id)).toContain('Own/0');
    expect(out).toMatch(/^Own\/0: broken\n {2}lazy-answers {2}proof: Its tests accept/);
    expect(out).toContain('constant-0: pass; a function that returns 5');
    expect(out).toMatch(/mutants {2}nothing, in \d runs\n {4}\d faults planted, \d noticed, 0 without effect/);
    expect(out).not.toContain('recorded otherwise');
    const document = JSON.parse((await audit('show', '0', '--json')).out);
    expect(auditDocumentSchema.parse(document)).toEqual(document);
    expect(document.tasks).toMatchObject([{ task_id: 'Own/0', rank: 1, recorded: [{ witness: 'lazy-answers' }] }]);
  });

  it('repeats what an audit with other options found, and recorded last', async () => {
    const details = { test_sum: 'Traceback (most recent call last):\nAssertionError: 6 != 5\n' };
    const solution = 'def task_func(a, b):\n    return a * b\n';
    const evaluated = [{ task_id: 'Own/1', solution, status: 'fail', details }];
    const writeResult = (model: string) =>
      writeFile(
        join(
          folder.path,
          'results',
          `${model}--main--bigcodebench-complete--vllm-0-1-sanitized_calibrated_eval_results.json`,
        ),
        JSON.stringify({ date: '2026-01-01 00:00', eval: { 'Own/1': evaluated } }),
      );
    await mkdir(join(folder.path, 'results'));
    await Promise.all(['qwen', 'llama', 'phi'].map(writeResult));
    const soundOnes = async () => {
      const words = ['list', 'sound@kept', '--subset', 'tasks.jsonl', '--json', '--limit', '9'];
      return JSON.parse((await runCommand(datasetCommand, { words, cwd: folder.path })).out).tasks;
    };
    const kept = ['--out', 'kept', '--select', 'Own/1'];
    const verdictOf = async (...words: string[]) => JSON.parse((await audit(...kept, ...words, '--json')).out).tasks[0];
    expect(await verdictOf('--runs', 'results')).toMatchObject({ verdict: 'suspect' });
    await expect(soundOnes()).rejects.toThrow(/matches none/);
    expect(await verdictOf()).toMatchObject({ verdict: 'sound' });
    expect(await soundOnes()).toMatchObject([{ task_id: 'Own/1' }]);
    expect(await verdictOf('--runs', 'results')).toMatchObject({ verdict: 'suspect' });
    await expect(soundOnes()).rejects.toThrow(/matches none/);
    const { out } = await audit('show', '1', '--out', 'kept');
    expect(out).toMatch(/^Own\/1: suspect\n {2}dissent {2}doubt: None of 3 models passes, and 3 fail test_sum/);
    expect(out).not.toContain('recorded otherwise');
  });

  it('says what it takes', async () => {
    await expect(audit('shwo', '0')).rejects.toMatchObject({ code: 'USAGE' });
    await expect(audit('show')).rejects.toMatchObject({ code: 'USAGE' });
  });
});

describe('bcb dataset diff', () => {
  const diff = async (...words: string[]) => {
    const row4 = { ...row(4, 'Equal(task_func(1, 4), 5)'), task_id: 'BigCodeBench/4' };
    const row5 = { ...row(5, 'Equal(task_func(1, 1), 2)'), task_id: 'BigCodeBench/5' };
    const mended = { ...row4, test: row4.test.replace('task_func(1, 4), 5', 'task_func(1, 5), 6') };
    const write = (name: string, rows: readonly unknown[]) =>
      writeFile(join(folder.path, name), rows.map((each) => JSON.stringify(each)).join('\n'));
    await Promise.all([write('base.jsonl', [row4, row5]), write('mended.jsonl', [mended, row5])]);
    const open = () => createLocalExecutor({ environment: bareEnvironment(), parallel: 2 });
    return runCommand(withExecutor(datasetCommand, open), {
      words: ['diff', ...words],
      cwd: folder.path,
      variables: { BCB_CACHE_DIR: join(folder.path, 'cache') },
    });
  };

  it('shows what an edition changes, and which doubts that removes', async () => {
    const { out } = await diff('base.jsonl', 'mended.jsonl');
    expect(out).toContain('BigCodeBench/4\n  test\n  -         self.assertEqual(task_func(1, 4), 5)\n  +  ');
    expect(out).toMatch(/\n1 of 2 tasks differ; 0 only in A, 0 only in B\n$/);
    const audited = JSON.parse((await diff('base.jsonl', 'mended.jsonl', '--audit', '--json')).out);
    expect(audited.changed).toMatchObject([
      { taskId: 'BigCodeBench/4', audit: { before: 'broken', after: 'sound', new: [] } },
    ]);
    expect(audited.changed[0].audit.gone).toEqual(['lazy-answers: Its tests accept a function that returns 5.']);
    expect(audited.a.hash).not.toBe(audited.b.hash);
    await expect(diff('base.jsonl')).rejects.toMatchObject({ code: 'USAGE' });
  });
});
