import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { analysisDocumentSchema } from '../../analyze/table.ts';
import { createLocalExecutor } from '../../executor/local/create-local-executor.ts';
import { bareEnvironment } from '../../executor/local/testing/bare-environment.ts';
import { createTemporaryFolder } from '../../testing/temporary-folder.ts';
import { recordedSlice } from '../../util/testing/recorded-data.ts';
import { runCommand, withExecutor } from '../testing/run-command.ts';
import { createRunPlace } from '../testing/run-place.ts';
import { analyzeCommand } from './analyze.ts';

const tasks = ['--subset', recordedSlice.tasksFile];
const answers = (['complete', 'instruct'] as const).map((split) => recordedSlice.evalResultsFile(split));

const splitMean = { gap: 'complete → instruct', statistic: 'mean difference' };

async function createPlace() {
  const folder = await createTemporaryFolder();
  const put = (name: string, content: string) => writeFile(join(folder.path, name), content);
  /** Results of a model: 1 passes. */
  const putResults = (name: string, passes: string, first = 0) => {
    const entries = [...passes].map((passed, at) => {
      const task_id = `BigCodeBench/${first + at}`;
      return [task_id, [{ task_id, solution: '', status: passed === '1' ? 'pass' : 'fail', details: {} }]];
    });
    return put(`${name}_eval_results.json`, JSON.stringify({ date: '', eval: Object.fromEntries(entries) }));
  };
  const analyze = (...words: readonly string[]) =>
    runCommand(analyzeCommand, { words, cwd: folder.path, variables: { BCB_CACHE_DIR: join(folder.path, 'cache') } });
  const analyzeJson = async (...words: readonly string[]) => {
    const found = JSON.parse((await analyze(...words, '--json')).out);
    expect(analysisDocumentSchema.parse(found)).toEqual(found);
    return found;
  };
  const read = (...parts: string[]) => readFile(join(folder.path, ...parts), 'utf8');
  return { ...folder, put, putResults, analyze, analyzeJson, read };
}

describe('analyze', () => {
  it('describes tasks, as text, JSON and CSV', async () => {
    await using place = await createPlace();
    const { out } = await place.analyze(...tasks, '--csv', 'tables');
    expect(out).toMatch(/Mean of a task\nWHAT +VALUE +N\ncomplete prompt, characters +\d+\.\d +60\n/);
    // The paper is about all tasks.
    expect(out).not.toContain('PUBLISHED');
    const found = await place.analyzeJson('dataset', ...tasks);
    expect(Object.keys(found)).toEqual(['sizes', 'totals', 'domains', 'libraries', 'functions']);
    expect(found.totals[0]).toEqual({ what: 'tasks', value: 60, interval: null });
    const csv = await place.read('tables', 'sizes.csv');
    expect(csv).toMatch(/^what,value,low,high,published,n\r\n"complete prompt, characters",[\d.]+,,,,60\r\n/);
  });

  it('measures what tests reach of reference solutions, in the sandbox', async () => {
    await using place = await createPlace();
    const row = (id: string, solution: string, test: string) => ({
      task_id: id,
      complete_prompt: 'def task_func(x):\n    """Signs x."""\n',
      instruct_prompt: '',
      code_prompt: 'def task_func(x):\n',
      entry_point: 'task_func',
      canonical_solution: solution,
      test: `import unittest\nclass TestCases(unittest.TestCase):\n    def test_it(self):\n        ${test}\n`,
      libs: '[]',
    });
    const half = '    if x > 0:\n        return 1\n    for _ in range(2):\n        x = -1\n    return x\n';
    const rows = [
      row('Own/0', half, 'print(9 * "long " * 9000); self.assertEqual(task_func(5), 1)'),
      row('Own/1', '    return 1 if x else 0\n', 'self.assertEqual(task_func(5), 1)'),
      row('Own/2', '    return x\n', 'self.assertEqual(task_func(5), 6)'),
    ];
    await place.put('own.jsonl', rows.map((each) => JSON.stringify(each)).join('\n'));
    const open = () => createLocalExecutor({ environment: bareEnvironment(), parallel: 2 });
    const words = ['coverage', '--subset', 'own.jsonl', '--json'];
    const { out, err } = await runCommand(withExecutor(analyzeCommand, open), { words, cwd: place.path });
    const { coverage, coverage_tasks } = analysisDocumentSchema.parse(JSON.parse(out));
    // Of the first, 2 of 5 statements and 1 of 4 branches.
    expect(coverage).toMatchObject([
      { what: 'branches, of tasks that have any', value: 25, n: 1 },
      { what: 'statements', value: 70, n: 2 },
      { what: 'statements and branches', value: 50 * (3 / 9 + 1), n: 2 },
    ]);
    expect(coverage_tasks).toMatchObject([
      { task: 'Own/0', 'not reached': 'line 4 False, line 6, line 6 True, line 6 False, line 7, line 8' },
    ]);
    expect(err).toContain('1 reference solutions do not pass here');
  });

  it('compares what answers use with what their references use', async () => {
    await using place = await createPlace();
    const { tools } = await place.analyzeJson('tools', ...answers, ...tasks);
    const all = tools.filter((row: { model: string }) => row.model === 'all');
    expect(all).toHaveLength(8);
    for (const { value, interval } of all) {
      expect(interval[0]).toBeLessThanOrEqual(value);
      expect(interval[1]).toBeGreaterThanOrEqual(value);
    }
    const same = (verdict: string) =>
      all.find((row: Record<string, string>) => {
        return row.tool === 'functions' && row.verdict === verdict && row.measure === 'exactly the same';
      }).value;
    expect(same('pass')).toBeGreaterThan(same('fail'));
    await expect(place.analyze('tools', ...tasks)).rejects.toThrow('tools needs results: `bcb analyze tools RUN`.');
  });

  it('reads the tasks of a run from the run', async () => {
    await using place = await createRunPlace();
    await place.run(['--model', 'replay:answers.jsonl']);
    // There is no dataset in this cache, and nothing is downloaded.
    const variables = { BCB_CACHE_DIR: join(place.path, 'cache'), BIGCODEBENCH_OVERRIDE_PATH: '/nonexistent' };
    const { out } = await runCommand(analyzeCommand, { words: ['bcb_results', '--json'], cwd: place.path, variables });
    const { tools, solve_rate } = JSON.parse(out);
    expect(solve_rate[0]).toMatchObject({ group: '1 result', n: 3 });
    expect(solve_rate[0].value).toBeCloseTo(200 / 3, 6);
    const counts = tools.map((row: Record<string, unknown>) => [row.verdict, row.measure, row.n]);
    expect(counts).toContainEqual(['pass', 'exactly the same', 2]);
    expect(counts).toContainEqual(['fail', 'exactly the same', 1]);
  });

  it('finds the gaps between splits, calibrations, and tuned and base models', async () => {
    await using place = await createPlace();
    const name = (model: string, split: string, end: string) =>
      `${model}--main--bigcodebench-${split}--x-0-1-sanitized${end}`;
    await place.putResults(name('Coder-7B-Base', 'complete', '_calibrated'), '1100000000');
    await place.putResults(name('Coder-7B-Instruct-v0.1', 'complete', '_calibrated'), '1111000000');
    await place.putResults(name('Coder-7B-Instruct-v0.1', 'complete', ''), '1110000000');
    await place.putResults(name('Coder-7B-Instruct-v0.1', 'instruct', '_calibrated'), '1110000000');
    const found = await place.analyzeJson('gaps', '.');
    const byModel = (gap: string) => found.gaps_by_model.filter((row: { gap: string }) => row.gap === gap);
    expect(byModel('complete → instruct')).toMatchObject([{ model: 'Coder-7B-Instruct-v0.1', value: -10, n: 10 }]);
    expect(byModel('base → tuned')).toMatchObject([
      { model: 'Coder-7B-Instruct-v0.1', mark: 'Coder-7B-Base', value: 20, n: 10 },
    ]);
    expect(byModel('original → calibrated')).toMatchObject([{ mark: 'lazy', value: 10, n: 10 }]);
    expect(byModel('all → hard')).toEqual([]);
    expect(found.gaps).toContainEqual({ ...splitMean, value: -10, n: 1, interval: null });
  });

  it('pairs results of the same tasks, whatever other results of a model there are', async () => {
    await using place = await createPlace();
    const name = (model: string, kind: string) => `${model}--main--bigcodebench-${kind}--x-0-1-calibrated`;
    // In the order of their names, as they are read: the hard ones stand between.
    await place.putResults(name('A', 'complete'), '11111'.padEnd(1140, '0'));
    await place.putResults(name('A', 'hard-complete'), '10');
    await place.putResults(name('A', 'hard-instruct'), '00');
    await place.putResults(name('A', 'instruct'), '111'.padEnd(1140, '0'));
    await place.putResults(name('B', 'complete'), '1111'.padEnd(1140, '0'));
    await place.putResults(name('B', 'instruct'), '00', 3);
    await place.putResults(name('C', 'complete'), '1');
    await place.putResults(name('C', 'instruct'), '0', 1);
    const { gaps, gaps_by_model } = await place.analyzeJson('gaps', '.');
    const byModel = gaps_by_model.filter((row: { gap: string }) => row.gap === 'complete → instruct');
    expect(byModel).toMatchObject([
      { model: 'B', value: -50, n: 2 },
      { model: 'A', value: expect.closeTo(-200 / 1140, 5), n: 1140 },
    ]);
    const whole = { ...splitMean, value: expect.closeTo(-200 / 1140, 5), n: 1, interval: null };
    expect(gaps).toContainEqual({ ...whole, published: -8.5 });
    expect((await place.analyze('gaps', '.')).err).toContain('complete → instruct: 1 of 2 have other tasks than most');
    await place.putResults(name('A', 'instruct'), '011');
    const cut = (await place.analyzeJson('gaps', '.')).gaps;
    expect(cut).toContainEqual({ ...splitMean, value: expect.closeTo(-100 / 3, 5), n: 1, interval: null });
  });

  it('correlates with scores that are handed in', async () => {
    await using place = await createPlace();
    const rows = ['1111', '1110', '1100', '1000'].map((passes, at) => [`Model ${at}`, ...passes].join(','));
    await place.put('matrix.csv', ['Model,A/0,A/1,A/2,A/3', ...rows].join('\n'));
    await place.put('scores.csv', 'model,HumanEval+,Other\nmodel-0,90,1\nmodel-1,80,2\nMODEL 2,70,3\nmodel 3,,4\n');
    const { gaps } = await place.analyzeJson('gaps', 'matrix.csv', '--scores', 'scores.csv');
    const find = (gap: string, statistic: string) =>
      gaps.find((row: Record<string, string>) => row.gap === gap && row.statistic === statistic);
    expect(find('complete → HumanEval+', 'Spearman')).toMatchObject({ value: 1, n: 3 });
    expect(find('complete → Other', 'Pearson').value).toBeCloseTo(-1, 10);
    expect(find('complete → Other', 'Pearson').n).toBe(4);
    await place.put('scores.csv', 'model,HumanEval+\nmodel-0,many\n');
    await expect(place.analyze('gaps', 'matrix.csv', '--scores', 'scores.csv')).rejects.toThrow(
      'scores.csv:2 cannot be read as a table of numbers: HumanEval+ is "many", which is not a number.',
    );
  });

  it('does what a file is for where no analysis is named, and ignores no file', async () => {
    await using place = await createPlace();
    const entry = {
      link: '',
      'open-data': 'None',
      'pass@1': { complete: 50, instruct: 40 },
      prompted: true,
      size: null,
    };
    await place.put('results.json', JSON.stringify({ a: entry }));
    const { gaps, ...others } = await place.analyzeJson('--published', 'results.json');
    expect(gaps).toContainEqual({ ...splitMean, value: -10, n: 1, interval: null, published: -8.5 });
    expect(Object.keys(others)).toEqual(['gaps_by_model']);
    const corpus = await place.analyzeJson(...tasks, '--corpus', recordedSlice.tasksFile);
    expect(Object.keys(corpus)[0]).toBe('overlap');
    await expect(place.analyze('dataset', ...tasks, '--published', 'results.json')).rejects.toThrow(
      '--published is for `bcb analyze gaps`.',
    );
  });

  it('tells how often kinds of tasks are solved, beside what people reach', async () => {
    await using place = await createPlace();
    const found = await place.analyzeJson('solve-rate', ...answers, ...tasks);
    const [ours, people] = found.solve_rate;
    expect(ours).toMatchObject({ by: 'all', group: '2 results', n: 60 });
    expect(people).toMatchObject({ group: 'people, in the paper', value: 97 });
    const libraries = found.solve_rate.filter((row: { by: string }) => row.by === 'libraries');
    expect(libraries.reduce((sum: number, { n }: { n: number }) => sum + n, 0)).toBe(60);
    expect(new Set(found.radar.map((row: { split: string }) => row.split))).toEqual(new Set(['complete', 'instruct']));
    const published = await place.analyzeJson('solve-rate', ...tasks);
    expect(published.solve_rate[0]).toMatchObject({ group: 'published models', n: 60 });
    expect(published.radar).toBeUndefined();
  });

  it('rebuilds the hard subset, and writes it as tasks', async () => {
    await using place = await createPlace();
    const { err } = await place.analyze('hard', ...tasks, '--csv', 'hard');
    expect(err).toContain('--similarity FILE.csv');
    const written = (await place.read('hard', 'hard.jsonl'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(written.length).toBeGreaterThan(1);
    for (const { libs, canonical_solution } of written) {
      expect(libs.length).toBeGreaterThan(2);
      expect(canonical_solution.length).toBeGreaterThan(426);
    }
    await place.put('similar.csv', `task_id,score\n${written[0].task_id},0.71\n${written[1].task_id},0.7\n`);
    const { hard_tasks } = await place.analyzeJson('hard', ...tasks, '--similarity', 'similar.csv');
    expect(hard_tasks.map(({ task }: { task: string }) => task)).toEqual([written[0].task_id]);
  });

  it('finds the words of tasks in texts', async () => {
    await using place = await createPlace();
    const wanted = 'one two three four five six seven eight nine ten eleven';
    const row = { task_id: 'Own/0', complete_prompt: 'def f():', canonical_solution: '', test: 'x' };
    await place.put(
      'own.jsonl',
      `${JSON.stringify({ ...row, instruct_prompt: `Say ${wanted}.\n\`\`\`\n${wanted}` })}\n`,
    );
    // Lines of a plain text run on; those of JSON Lines do not.
    const pieces = ['one two three four', 'five six seven eight nine ten eleven'];
    await place.put('plain.txt', `Please\nsay ${pieces.join('\n').replace('eleven', '')}`);
    await place.put('split.jsonl', pieces.map((text) => `${JSON.stringify({ text })}\n`).join(''));
    await place.put('whole.jsonl', `${JSON.stringify({ id: 1, text: `Say ${wanted}. Twelve` })}\n`);
    const words = ['plain.txt', 'split.jsonl', 'whole.jsonl'].flatMap((name) => ['--corpus', name]);
    const { overlap } = await place.analyzeJson('overlap', '--subset', 'own.jsonl', ...words);
    expect(overlap.map(({ value }: { value: number }) => value)).toEqual([100, 0, 0, 0, 100, 0]);
    await expect(place.analyze('overlap', ...tasks)).rejects.toThrow('--corpus FILE');
  });

  it('writes instruct prompts for tasks that have none', async () => {
    await using place = await createPlace();
    const row = {
      task_id: 'Own/0',
      complete_prompt:
        'import math\n\ndef task_func(x):\n    """Halves x.\n\n    Returns:\n    - float: the half\n    """\n',
      canonical_solution: '    return x / 2',
      test: 'x',
    };
    const other = { ...row, task_id: 'Own/1', instruct_prompt: 'Kept.' };
    await place.put(
      'own.jsonl',
      [{ ...row, instruct_prompt: '' }, other].map((each) => JSON.stringify(each)).join('\n'),
    );
    const { code } = await place.analyze('prompts', '--subset', 'own.jsonl', '--csv', 'out');
    expect(code).toBe(0);
    const [first, second] = (await place.read('out', 'tasks.jsonl'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(first.instruct_prompt).toBe(
      'Halves x.\nThe function should output with:\n    float: the half\nYou should write self-contained code starting with:\n```\nimport math\ndef task_func(x):\n```',
    );
    expect(second.instruct_prompt).toBe('Kept.');
  });
});
