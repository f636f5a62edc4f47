import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { collect } from '../util/collect.ts';
import { needing } from '../util/testing/needs.ts';
import { recordedData } from '../util/testing/recorded-data.ts';
import { recordings, sharedData } from '../util/testing/shared-data.ts';
import {
  buildDetails,
  type EvalEntry,
  evalResultsSchema,
  formatEvalResults,
  formatPassAtK,
  passAtKFileSchema,
  readEvalResults,
} from './eval-results.ts';
import { modelNameOf, resolveResultPaths } from './result-paths.ts';

async function* iterate<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  yield* items;
}

const formatAll = async (date: string, entries: Iterable<EvalEntry>) =>
  (await collect(formatEvalResults(date, iterate(entries)))).join('');

it('writes details as the original words them', () => {
  const tests = [
    { name: 'test_a', outcome: 'pass', ms: 1 },
    { name: 'test_b', outcome: 'error', ms: 1, message: 'Traceback …' },
    { name: 'test_c', outcome: 'fail', ms: 1, message: 'AssertionError\n' },
  ] as const;
  const details = (outcome: 'pass' | 'fail' | 'timeout' | 'killed' | 'error', reason?: string, list = [...tests]) =>
    buildDetails({
      outcome,
      status: outcome === 'pass' ? 'pass' : outcome === 'timeout' ? 'timeout' : 'fail',
      tests: list,
      ...(reason === undefined ? {} : { reason }),
    });
  expect(details('pass')).toEqual({});
  expect(details('fail')).toEqual({ test_c: 'AssertionError\n', test_b: 'Traceback …\n' });
  expect(Object.keys(details('fail'))).toEqual(['test_c', 'test_b']);
  expect(details('error', 'SyntaxError: invalid syntax', [])).toEqual({ ALL: 'SyntaxError: invalid syntax\n' });
  expect(details('killed', 'SIGSEGV')).toMatchObject({ test_b: 'Traceback …\n', ALL: 'killed: SIGSEGV\n' });
  expect(details('timeout', 'cpu', [])).toEqual({ ALL: 'timeout: cpu\n' });
  expect(details('fail', 'skipped tests', [])).toEqual({ ALL: 'skipped tests\n' });
});

it('writes what Python would write', async () => {
  const entry = { task_id: 'T/1', solution: 'x = "é𝄞\u007f"\n', status: 'fail', details: {} } as const;
  expect(await formatAll('2024-12-25 02:52', [entry])).toBe(
    [
      '{',
      '  "date": "2024-12-25 02:52",',
      '  "eval": {',
      '    "T/1": [',
      '      {',
      '        "task_id": "T/1",',
      '        "solution": "x = \\"\\u00e9\\ud834\\udd1e\u007f\\"\\n",',
      '        "status": "fail",',
      '        "details": {}',
      '      }',
      '    ]',
      '  }',
      '}',
    ].join('\n'),
  );
  const three = JSON.parse(await formatAll('', [entry, entry, { ...entry, task_id: 'T/2' }]));
  expect(three).toEqual({ date: '', eval: { 'T/1': [entry, entry], 'T/2': [{ ...entry, task_id: 'T/2' }] } });
  expect(evalResultsSchema.parse(JSON.parse(await formatAll('', [])))).toEqual({ date: '', eval: {} });
});

it('names results as the original does', async () => {
  await using folder = await createTemporaryFolder();
  const base = 'Qwen--Q--main--bigcodebench-hard-complete--vllm-0-1-sanitized_calibrated';
  expect(await resolveResultPaths(`/a/${base}.jsonl`)).toEqual({
    folder: '/a',
    evalResults: `/a/${base}_eval_results.json`,
    passAtK: `/a/${base}_pass_at_k.json`,
  });
  expect((await resolveResultPaths(`/a/${base}.jsonl.gz`, '/b')).passAtK).toBe(`/b/${base}_pass_at_k.json`);
  expect((await resolveResultPaths(folder.path)).evalResults).toBe(join(folder.path, 'eval_results.json'));
  expect(modelNameOf(`/a/${base}.jsonl`)).toBe('Qwen--Q--main');
});

describe.each(recordedData)('the recorded files: $name', (data) => {
  it.each(['complete', 'instruct'] as const)('eval_results.json of %s is re-created byte for byte', async (split) => {
    const path = data.evalResultsFile(split);
    const recorded = await readEvalResults(path);
    expect(Object.keys(recorded.eval)).toHaveLength(data.size);
    const text = gunzipSync(await readFile(path)).toString('utf8');
    expect((await formatAll(recorded.date, Object.values(recorded.eval).flat())) === text.trimEnd()).toBe(true);
  });
});

it.each(['complete', 'instruct'] as const)(
  'the recorded pass_at_k.json of %s is re-created byte for byte',
  needing(recordings),
  async (split) => {
    const path = sharedData('samples', `qwen2.5-coder-7b-instruct--${split}.pass_at_k.json`);
    const passText = await readFile(path, 'utf8');
    const pass = passAtKFileSchema.parse(JSON.parse(passText));
    expect(
      formatPassAtK({
        passAtK: new Map([[1, Number(pass['pass@1'])]]),
        model: pass.model,
        split,
        subset: pass.subset,
        calibrated: pass.calibrated,
        gtPassRate: pass.gt_pass_rate ?? undefined,
        failedTasks: pass.failed_tasks,
      }),
    ).toBe(passText.trimEnd());
  },
);

it('prints whole numbers as floats', () => {
  const text = formatPassAtK({
    passAtK: new Map([
      [1, 1],
      [5, 1 / 114_000],
    ]),
    model: 'm',
    split: 'complete',
    subset: 'full',
    calibrated: true,
    gtPassRate: 1,
    failedTasks: [],
  });
  expect(text).toContain('"pass@1": 1.0,\n  "pass@5": 8.771929824561403e-06,');
  expect(text).toContain('"failed_tasks": []');
});

it('says what is wrong with a results file', async () => {
  await expect(readEvalResults('/nowhere/x.json')).rejects.toMatchObject({ code: 'BAD_INPUT' });
  await expect(readEvalResults(import.meta.filename)).rejects.toThrow(/not an eval_results\.json/);
});
