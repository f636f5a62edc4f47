import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { hardIds } from '../../dataset/public-tasks.ts';
import { requireVerified } from '../../dataset/shipped-audit.ts';
import { leaderboardSchema } from '../../schema/leaderboard.ts';
import { estimateMean } from '../../score/estimate.ts';
import { parseBoard } from '../../upstream/board-file.ts';
import { createRandom } from '../../util/random.ts';
import { describeNeeding } from '../../util/testing/needs.ts';
import { recordings, sharedData } from '../../util/testing/shared-data.ts';
import { type Result, shareOf } from '../result.ts';
import { readMatrixResults } from '../result-from-matrix.ts';
import type { TaskFacts } from '../task-facts.ts';
import { exampleResult } from '../testing/example-result.ts';
import { buildLeaderboard } from './build-leaderboard.ts';
import { gatherContenders } from './contender.ts';
import { filterContenders, setAside } from './load-leaderboard.ts';

const random = createRandom(1);
const passes = (share: number, tasks = 200) =>
  Array.from({ length: tasks }, () => (random() < share ? '1' : '0')).join('');
const build = (results: readonly Result[], options: Partial<Parameters<typeof buildLeaderboard>[0]> = {}) =>
  buildLeaderboard({ contenders: gatherContenders({ results }), subset: 'own', resamples: 500, ...options }).board;

describe('buildLeaderboard', () => {
  const strong = passes(0.8);
  const results = [
    exampleResult(passes(0.3), { model: 'weak' }),
    exampleResult(strong, { model: 'strong' }),
    exampleResult(strong, { model: 'twin' }),
  ];

  it('ranks, groups and rates', () => {
    const board = build(results);
    expect(leaderboardSchema.parse(board)).toEqual(board);
    expect(board.models.map(({ model, rank, tier }) => [model, rank, tier])).toEqual([
      ['strong', 1, 1],
      ['twin', 1, 1],
      ['weak', 3, 2],
    ]);
    expect(board.models.map(({ rank_range }) => rank_range)).toEqual([
      [1, 1],
      [1, 1],
      [3, 3],
    ]);
    const [first, , last] = board.models;
    expect(first?.elo).toBeGreaterThan(last?.elo ?? 0);
    expect(first?.interval?.[0]).toBeLessThan(first?.complete ?? 0);
    expect(board).toMatchObject({ tasks: 200, ranked_by: 'complete', excluded: [] });
  });

  it('gives the interval that every other door gives', () => {
    for (const { model, interval } of build(results).models) {
      const values = [...(results.find((result) => result.model === model)?.tasks.values() ?? [])].map(shareOf);
      const expected = estimateMean(values).interval.map((bound) => Number((100 * bound).toFixed(1)));
      expect([model, interval]).toEqual([model, expected]);
    }
  });

  it('tells the score on the verified tasks, and changes nothing else', () => {
    const ids = Array.from({ length: 40 }, (_, at) => `T/${5 * at}`);
    const board = build(results, { verified: { version: 'v0.1.4', ids: new Set([...ids, 'Gone/1']) } });
    const raw = build(results);
    expect(board.verified_tasks).toBe(40);
    const [first] = board.models;
    const passed = [...strong].filter((mark, at) => at % 5 === 0 && mark === '1').length;
    expect(first?.verified).toMatchObject({ tasks: 40, pass_at_1: Number((100 * (passed / 40)).toFixed(1)) });
    const [low = 0, high = 0] = first?.verified?.interval ?? [];
    expect(low).toBeLessThan(first?.verified?.pass_at_1 ?? 0);
    expect(high).toBeGreaterThan(first?.verified?.pass_at_1 ?? 100);
    const models = board.models.map((model) => ({ ...model, verified: null }));
    expect({ ...board, verified_tasks: 0, models }).toEqual(raw);
  });

  it('knows no verified tasks of another edition', () => {
    const other = results.map((result) => ({
      ...result,
      conditions: { ...result.conditions, dataset: 'bigcodebench sha256:0123456789ab' },
    }));
    const verified = { version: 'v0.1.4', ids: new Set(['T/1']) };
    expect(build(other, { verified }).verified_tasks).toBe(0);
    const [id = ''] = requireVerified([]).ids;
    const own = {
      ...exampleResult('1', { model: 'own' }),
      tasks: new Map([[id, { passed: 1, samples: 1, status: 'pass' as const }]]),
    };
    const moved = { ...own, conditions: { ...own.conditions, dataset: 'bigcodebench sha256:0123456789ab' } };
    expect(setAside([own, moved], 'verified')).toMatchObject({
      results: [own],
      left: [{ model: 'own', reason: 'has no task that was verified in v0.1.4' }],
    });
    expect(setAside([own, moved], 'full')).toEqual({ results: [own, moved], left: [] });
  });

  it('is not certain of a model that solves everything', () => {
    const [first] = build([exampleResult(passes(1), { model: 'perfect' }), ...results]).models;
    expect([first?.model, first?.interval?.[1]]).toEqual(['perfect', 100]);
    expect(first?.interval?.[0]).toBeLessThan(99);
  });

  it('ranks by the average where all have both splits, and resamples a task with both its results', () => {
    const instruct = (model: string, share: number) =>
      exampleResult(passes(share), { model, conditions: { split: 'instruct' } });
    const both = [...results, instruct('weak', 0.9), instruct('strong', 0.5), instruct('twin', 0.6)];
    const board = build(both);
    expect(board.ranked_by).toBe('average');
    for (const { complete, instruct: other, average } of board.models) {
      expect(average).toBeCloseTo(((complete ?? 0) + (other ?? 0)) / 2, 1);
    }
    expect(build(both, { rankedBy: 'instruct' }).models[0]?.model).toBe('weak');
  });

  it('names who lacks a split or a task, and never drops anybody in silence', () => {
    const short = exampleResult(passes(0.5, 150), { model: 'short' });
    const other = exampleResult(passes(0.5), { model: 'other', conditions: { split: 'instruct' } });
    const board = build([...results, short, other]);
    expect(board.models).toHaveLength(3);
    expect(board.excluded).toEqual([
      { model: 'short', reason: 'lacks 50 of 200 tasks in complete (T/150, T/151, T/152 and 47 more)' },
      { model: 'other', reason: 'has no complete result' },
    ]);
  });

  it('knows what a single model, a single task, or equal models are worth', () => {
    const [alone] = build([exampleResult(strong)]).models;
    expect(alone).toMatchObject({ rank: 1, tier: 1, rank_range: [1, 1] });
    const one = build([exampleResult('1', { model: 'a' }), exampleResult('0', { model: 'b' })]);
    expect(one.models.map(({ rank, tier }) => [rank, tier])).toEqual([
      [1, 1],
      [2, 1],
    ]);
    const equal = build(['a', 'b', 'c'].map((model) => exampleResult(strong, { model })));
    expect(equal.models.map(({ rank, tier, elo }) => [rank, tier, elo])).toEqual(Array(3).fill([1, 1, 1000]));
  });

  it('scores domains and tasks', () => {
    const facts = new Map<string, TaskFacts>([
      ['T/0', { id: 'T/0', domains: ['System'], libs: ['os', 'sys'], hard: true }],
      ['T/1', { id: 'T/1', domains: ['System', 'Time'], libs: ['os', 'time'], hard: false }],
    ]);
    const board = build([exampleResult('10', { model: 'a' }), exampleResult('11', { model: 'b' })], { facts });
    const [best, other] = board.models;
    expect(best).toMatchObject({ domains: { System: 100, Time: 100 }, hard: 100 });
    // Two libraries of a domain weigh twice, as on the original's board: (1 + 1 + 0) / 3.
    expect(other?.domains).toEqual({ System: 66.7, Time: 0 });
    expect(board.solve_rates).toEqual({ complete: { 'T/0': 100, 'T/1': 50 } });
  });
});

describe('gatherContenders', () => {
  it('takes the same verdicts from two places for one result: that of the run, which says more', () => {
    const folder = { ...exampleResult('10'), runId: '0123456789ab', source: 'runs/0123456789ab', parameters: { n: 1 } };
    const file = exampleResult('10');
    for (const results of [
      [file, folder],
      [folder, file],
    ]) {
      const contenders = gatherContenders({ results });
      expect(contenders.map(({ name }) => name)).toEqual(['m']);
      expect(contenders[0]?.results.complete).toEqual([folder]);
    }
  });

  it('tells runs of one model apart by what differs, and by where they are if nothing does', () => {
    const hot = (temperature: number, passes: string) => ({ ...exampleResult(passes), parameters: { temperature } });
    const names = (results: readonly Result[]) => gatherContenders({ results }).map(({ name }) => name);
    expect(names([hot(0, '10'), hot(0.8, '10')])).toEqual(['m · T 0', 'm · T 0.8']);
    const from = (source: string, passes: string) => exampleResult(passes, { source });
    expect(names([from('one.json', '10'), from('two.json', '11')])).toEqual(['m', 'm (two.json)']);
    // None of these is lost, though two of the files have one name.
    const files = [from('a/m.json', '10'), from('b/m.json', '11'), from('c/m.json', '01'), from('d/m.json', '11')];
    expect(names(files)).toEqual(['m', 'm (m.json)', 'm (c/m.json)']);
  });

  it('keeps the hard tasks of a model beside all of them', () => {
    const contenders = gatherContenders({ results: [exampleResult('101'), exampleResult('10')] });
    expect(contenders.map(({ name, results }) => [name, results.complete?.length])).toEqual([['m', 2]]);
  });

  it('refuses results that were not measured alike', () => {
    const results = ['f', 'g'].map((fingerprint) =>
      exampleResult('10', { model: fingerprint, conditions: { fingerprint } }),
    );
    expect(() => gatherContenders({ results })).toThrow(/environment fingerprint \(f \/ g\)/);
    expect(gatherContenders({ results, allowMismatch: true })).toHaveLength(2);
  });

  it('does not guess a split', () => {
    const result = exampleResult('1', { conditions: { split: undefined } });
    expect(() => gatherContenders({ results: [result] })).toThrow(/does not say whether it is complete or instruct/);
  });
});

describe('filterContenders', () => {
  const contenders = [
    { name: 'Qwen-7B', results: {}, info: { size: 7, prompted: true, link: 'https://huggingface.co/q/7' } },
    { name: 'Qwen-70B', results: {}, info: { size: 70, prompted: false, link: 'https://huggingface.co/q/70' } },
    { name: 'GPT', results: {}, info: { size: null, prompted: true, link: 'https://openai.com' } },
    { name: 'unknown', results: {} },
  ];
  it.each([
    [{ include: ['Qwen*', '!*70B'] }, ['Qwen-7B']],
    [{ type: 'base' as const }, ['Qwen-70B']],
    [{ openness: 'closed' as const }, ['GPT']],
    [{ size: '3-20' }, ['Qwen-7B']],
    [{}, ['Qwen-7B', 'Qwen-70B', 'GPT', 'unknown']],
  ])('%j', (filters, names) => {
    expect(filterContenders(contenders, filters).map(({ name }) => name)).toEqual(names);
  });

  it('says what a size is', () => {
    expect(() => filterContenders(contenders, { size: 'big' })).toThrow(/billions of parameters such as 3-20/);
  });
});

describeNeeding(recordings)('on the published results', () => {
  let results: readonly Result[];
  beforeAll(async () => {
    ({ results } = await readMatrixResults(sharedData('leaderboard', 'complete-matrix.csv'), 'complete'));
  });
  const published = (file: string) => {
    const path = sharedData('leaderboard', file);
    return parseBoard(readFileSync(path, 'utf8'), path);
  };

  it('gives the published pass@1 of every model whose verdicts are those that were published', () => {
    const site = published('site-results.json');
    const { models } = build(results, { elo: 'none' });
    const differing = models.filter(({ model, complete }) => site.get(model)?.['pass@1'].complete !== complete);
    expect(models).toHaveLength(153);
    // Two were run again after the table was made, one is not on the site.
    expect(differing.map(({ model }) => model).sort()).toEqual([
      'DeepSeek-Coder-V2-Lite-Base',
      'GPT-4.1-Mini-2025-04-14',
      'Yi-1.5-6B',
    ]);
  });

  it('finds 13 tiers on full and 4 on hard', () => {
    const tiersOf = (taskIds?: readonly string[]) =>
      Math.max(...build(results, { elo: 'none', taskIds, resamples: 100 }).models.map(({ tier }) => tier ?? 0));
    expect(tiersOf()).toBe(13);
    expect(tiersOf(hardIds)).toBe(4);
  });

  it('gives the published Elo of at least 86 of 87 models, within a point', () => {
    const site = published('site-results-2024-07-05.json');
    const common = results.filter(({ model }) => typeof site.get(model)?.elo_mle === 'number');
    const { models } = build(common, { elo: 'upstream', resamples: 100 });
    const close = models.filter(({ model, elo }) => {
      return Math.abs(Math.trunc((elo ?? 0) + 0.5) - (site.get(model)?.elo_mle ?? 0)) <= 1;
    });
    expect(models).toHaveLength(87);
    expect(close.length).toBeGreaterThanOrEqual(86);
  });

  it('ranks published numbers alone, without pretending to know more', () => {
    const board = buildLeaderboard({
      contenders: gatherContenders({ results: [], published: published('site-results.json') }),
      subset: 'full',
      publishedTasks: 1140,
    }).board;
    const [best] = board.models;
    expect(board).toMatchObject({ tasks: 1140, ranked_by: 'complete', elo: 'none' });
    expect(best).toMatchObject({ rank: 1, tier: null, rank_range: null, has_verdicts: false });
    expect(board.excluded.length).toBe(board.models.filter(({ rank }) => rank === null).length);
    expect(board.models.at(-1)?.rank).toBeNull();
  });
});
