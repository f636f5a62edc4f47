import { expect, it } from 'vitest';
import { readResults } from '../compare/read-results.ts';
import { loadTasks } from '../dataset/load-tasks.ts';
import { loadTreeParser } from '../syntax/syntax-tree.ts';
import { describeNeeding } from '../util/testing/needs.ts';
import { recordings, sharedData } from '../util/testing/shared-data.ts';
import type { Analysis, AnalysisInput } from './analysis.ts';
import { analyzeDataset } from './analyze-dataset.ts';
import { analyzeGaps } from './analyze-gaps.ts';
import { analyzeHard } from './analyze-hard.ts';
import { analyzeTools } from './analyze-tools.ts';

async function findTable(run: Analysis, key: string, extra: Partial<AnalysisInput>) {
  const { tables } = await run({
    loadTasks: async () => (await loadTasks({ subset: sharedData('bigcodebench-v0.1.4.jsonl.gz') })).tasks,
    loadResults: async () => (await Promise.all((extra.paths ?? []).map((path) => readResults(path)))).flat(),
    loadParser: loadTreeParser,
    openExecutor: () => Promise.reject(new Error('Nothing is run for these.')),
    showProgress: () => ({ update: () => {}, finish: () => {} }),
    paths: [],
    corpora: [],
    ...extra,
  });
  return tables.find((table) => table.key === key);
}

/** Value and published number by label, as docs/guide/analyze.md has them. */
async function findNumbers(run: Analysis, key: string, extra: Partial<AnalysisInput> = {}) {
  const found = await findTable(run, key, extra);
  const round = (value: number) => Number(value.toFixed(found?.digits ?? 1));
  const rows = found?.rows.map(({ labels, value, published }) => [labels.join(', '), [round(value), published]]);
  return Object.fromEntries(rows ?? []);
}

describeNeeding(recordings)('numbers beside the published ones', { timeout: 300_000 }, () => {
  it('of the dataset', async () => {
    expect(await findNumbers(analyzeDataset, 'sizes')).toMatchObject({
      'complete prompt, characters': [1112, 1112.5],
      'complete prompt, lines': [33.5, 33.5],
      'solution, characters of code': [426, 426],
      'solution, lines of code': [10, 10],
      'solution, cyclomatic complexity': [3.1, undefined],
      tests: [5.6, 5.6],
      libraries: [2.8, 2.8],
      'functions and other names used': [4.4, 4.7],
    });
    expect(await findNumbers(analyzeDataset, 'totals')).toEqual({
      tasks: [1140, 1140],
      'libraries, standard': [77, 77],
      'libraries, external': [62, 62],
      'functions and other names, standard': [275, 281],
      'functions and other names, external': [443, 442],
      'combinations of libraries': [577, 577],
      'combinations of functions and names': [1046, 1045],
      'combinations of domains': [56, 56],
    });
  });

  it('of tool use', async () => {
    const paths = [sharedData('samples', 'qwen2.5-coder-7b-instruct--complete.eval_results.json.gz')];
    expect(await findNumbers(analyzeTools, 'tools', { paths })).toMatchObject({
      'all, libraries, pass, exactly the same': [76.3, 79.8],
      'all, libraries, fail, exactly the same': [64.2, 71.8],
      'all, functions, pass, exactly the same': [41.9, 40.5],
      'all, functions, fail, exactly the same': [23.3, 22.5],
    });
  });

  it('of gaps between splits, and between base and tuned models', async () => {
    const board = sharedData('leaderboard', 'site-results-2024-07-05.json');
    expect(await findNumbers(analyzeGaps, 'gaps', { board })).toMatchObject({
      'complete → instruct, mean difference': [-9.405, -8.5],
      'complete → instruct, Spearman': [0.96, 0.982],
      'base → tuned, mean of the first': [35.627, 35.7],
      'base → tuned, mean of the second': [40.418, 40.7],
    });
  });

  it('of the hard subset, but for similarity', async () => {
    const paths = [sharedData('leaderboard', 'complete-matrix.csv')];
    const found = await findTable(analyzeHard, 'hard', { paths });
    // 142 of the 148 published.
    expect(found?.rows.at(-1)).toEqual({ labels: ['all of these'], value: 274, n: 142 });
  });

  it('of ranks on the hard tasks against all of them', async () => {
    const paths = [sharedData('leaderboard', 'complete-matrix.csv')];
    expect(await findNumbers(analyzeGaps, 'gaps', { paths })).toMatchObject({
      'all → hard, mean difference': [-26.743, undefined],
      'all → hard, Pearson': [0.906, undefined],
      'all → hard, Spearman': [0.955, undefined],
    });
  });
});
