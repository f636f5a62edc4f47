import { nameResults, type Result, rowOf } from '../compare/result.ts';
import { hardIds, publishedIds } from '../dataset/public-tasks.ts';
import { type Split, splitSchema } from '../schema/split.ts';
import type { Row } from '../schema/view/analysis-document.ts';
import { rankScores } from '../score/board/ranks.ts';
import { estimateCorrelations } from '../score/correlation.ts';
import { comparePaired } from '../score/paired/compare-paired.ts';
import { resampleMeans } from '../score/resample-means.ts';
import { describeMean, interval95 } from '../score/values.ts';
import { type PublishedEntry, readBoardFile } from '../upstream/board-file.ts';
import { groupBy } from '../util/group-by.ts';
import type { AnalysisInput, Findings } from './analysis.ts';
import { readNumberTable } from './number-table.ts';

interface Pair {
  readonly model: string;
  readonly from: Score;
  readonly to: Score;
  readonly mark?: string;
}

interface Gap {
  readonly name: string;
  readonly pairs: readonly Pair[];
  readonly published?: Readonly<Record<string, number>>;
}

/** From this many points on that calibration adds, the paper calls a model lazy: it leaves out what the prompt gave. */
const lazyFrom = 1;

/** Gaps between splits, calibrations, tuned and base models, hard and all tasks; correlation with other benchmarks. */
export async function analyzeGaps({ loadResults, board, scores }: AnalysisInput): Promise<Findings> {
  const results = await loadResults();
  const known = board === undefined ? new Map() : await readBoardFile(board);
  const models = gatherScores(results.filter(isCalibrated), known);
  const gaps = [pairSplits(models), pairTuned(models), pairCalibration(results), pairHard(models)];
  const others = scores === undefined ? [] : await pairBenchmarks(models, scores);
  const rows = gaps.flatMap(({ name, pairs }) =>
    pairs
      .map((pair): Row => ({ labels: [name, pair.model, pair.mark ?? ''], ...subtract(pair) }))
      .sort((one, other) => one.value - other.value),
  );
  const summary = [...gaps, ...others].flatMap(summarize);
  const hint = 'No two scores here go together: name results of both splits, or --published FILE.';
  return {
    notes: summary.length === 0 ? [hint] : [],
    tables: [
      { key: 'gaps', title: 'Over models', columns: ['gap', 'statistic'], digits: 3, rows: summary },
      { key: 'gaps_by_model', title: 'By model, points', columns: ['gap', 'model', 'mark'], rows },
    ],
  };
}

function pairSplits(models: readonly ModelScores[]): Gap {
  const pairs = models.flatMap(({ model, complete, instruct }): Pair[] =>
    complete && instruct ? [{ model, from: complete, to: instruct }] : [],
  );
  return { name: 'complete → instruct', pairs, published: { 'mean difference': -8.5, Spearman: 0.982 } };
}

/** A base model and the same one tuned to follow instructions, by their names, on complete prompts. */
function pairTuned(models: readonly ModelScores[]): Gap {
  const pairs = [...groupBy(models, ({ model }) => familyOf(model)).values()].flatMap((family) => {
    const base = family.find(({ isTuned, complete }) => !isTuned && complete);
    return family.flatMap(({ model, isTuned, complete }): Pair[] =>
      isTuned && complete && base?.complete ? [{ model, from: base.complete, to: complete, mark: base.model }] : [],
    );
  });
  return { name: 'base → tuned', pairs, published: { 'mean of the first': 35.7, 'mean of the second': 40.7 } };
}

/** What it adds to put the code prompt before answers: Figure 6 of the paper. */
function pairCalibration(results: readonly Result[]): Gap {
  const groups = groupBy(results, ({ model, conditions }) => `${modelOf(model)} ${conditions.split ?? ''}`.trim());
  const pairs = [...groups].flatMap(([model, group]): Pair[] => {
    const calibrated = group.find(isCalibrated);
    const original = group.find((result) => !isCalibrated(result));
    if (!calibrated || !original) return [];
    const pair = { model, from: scoreOf(original), to: scoreOf(calibrated) };
    return [{ ...pair, mark: subtract(pair).value >= lazyFrom ? 'lazy' : '' }];
  });
  return { name: 'original → calibrated', pairs };
}

/** Scores on all tasks and on the hard ones, marked with the ranks there. */
function pairHard(models: readonly ModelScores[]): Gap {
  const whole = models.flatMap(({ model, complete, instruct }): Pair[] => {
    const result = (complete ?? instruct)?.result;
    if (!result || result.tasks.size <= hardIds.length || !hardIds.every((id) => result.tasks.has(id))) return [];
    const hard = 100 * describeMean(rowOf(result, hardIds)).mean;
    return [{ model, from: { score: scoreOf(result).score }, to: { score: hard } }];
  });
  const ranksOf = (side: 'from' | 'to') => rankScores(Float64Array.from(whole, (pair) => pair[side].score));
  const [all, hard] = [ranksOf('from'), ranksOf('to')];
  return { name: 'all → hard', pairs: whole.map((pair, at) => ({ ...pair, mark: `rank ${all[at]} → ${hard[at]}` })) };
}

/** Table 3 of the paper, with scores that somebody hands in. */
async function pairBenchmarks(models: readonly ModelScores[], path: string): Promise<Gap[]> {
  const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9.]/g, '');
  const { columns, rows } = await readNumberTable(path);
  const byName = new Map(rows.map(({ name, values }) => [plain(name), values]));
  return columns.flatMap((benchmark, column) =>
    (['complete', 'instruct'] as const).map((split) => {
      const pairs = models.flatMap((each): Pair[] => {
        const score = byName.get(plain(each.model))?.[column];
        return score === undefined || !each[split] ? [] : [{ model: each.model, from: each[split], to: { score } }];
      });
      return { name: `${split} → ${benchmark}`, pairs };
    }),
  );
}

/** The difference in points, with an interval where both have verdicts on the same tasks. */
function subtract({ from, to }: Pair): Pick<Row, 'value' | 'interval' | 'n'> {
  const [one, other] = [from.result, to.result];
  if (!one || !other) return { value: to.score - from.score };
  const ids = [...one.tasks.keys()].filter((id) => other.tasks.has(id));
  const { delta, interval } = comparePaired({ a: rowOf(one, ids), b: rowOf(other, ids), resamples: 2000 });
  return { value: 100 * delta, interval: [100 * interval[0], 100 * interval[1]], n: ids.length };
}

/** Means, their difference, and correlations over models, which are what is resampled. */
function summarize({ name, pairs, published = {} }: Gap): Row[] {
  if (pairs.length === 0) return [];
  const [from, to] = [pairs.map((pair) => pair.from.score), pairs.map((pair) => pair.to.score)];
  const isPublic = pairs.every(({ from: { result } }) => !result || result.tasks.size === publishedIds.length);
  const means = {
    'mean of the first': from,
    'mean of the second': to,
    'mean difference': to.map((b, at) => b - (from[at] ?? 0)),
  };
  const found = [
    ...Object.entries(means).map(([statistic, values]) => {
      const interval = values.length < 3 ? undefined : interval95(resampleMeans(Float64Array.from(values)));
      return { name: statistic, value: describeMean(values).mean, interval };
    }),
    ...estimateCorrelations(from, to),
  ];
  return found.map(({ name: statistic, ...numbers }) => {
    const known = isPublic ? published[statistic] : undefined;
    return { labels: [name, statistic], ...numbers, published: known, n: pairs.length };
  });
}

/** By the rules of a run, or by the name that the original gives its files. Calibration is the default. */
function isCalibrated({ conditions, source }: Result): boolean {
  return conditions.rules?.calibrated ?? (!source.includes('sanitized') || /[-_]calibrated/.test(source));
}

/** A score in percent, and the verdicts behind it where they are known. */
interface Score {
  readonly score: number;
  readonly result?: Result;
}

interface ModelScores extends Partial<Record<Split, Score>> {
  readonly model: string;
  /** Tuned to follow instructions; base models complete text. */
  readonly isTuned: boolean;
}

const tunedWord = /[-_](?:instruct|chat|it)(?![a-z])/i;

function gatherScores(results: readonly Result[], board: ReadonlyMap<string, PublishedEntry>): ModelScores[] {
  const models = new Map<string, ModelScores>();
  const put = (model: string, split: Split, score: Score) => {
    const known = models.get(model) ?? { model, isTuned: board.get(model)?.prompted ?? tunedWord.test(model) };
    if (known[split] === undefined) models.set(model, { ...known, [split]: score });
  };
  const names = nameResults(results, { joinsSplits: true });
  for (const [at, result] of results.entries()) {
    put(modelOf(names[at] ?? ''), result.conditions.split ?? 'complete', scoreOf(result));
  }
  for (const [model, entry] of board) {
    for (const split of splitSchema.options) {
      const score = entry['pass@1'][split];
      if (score !== null) put(model, split, { score });
    }
  }
  return [...models.values()];
}

function scoreOf(result: Result): Score {
  return { score: 100 * describeMean(rowOf(result, [...result.tasks.keys()])).mean, result };
}

/** A file that is named by model and split alone has both in its name. */
function modelOf(name: string): string {
  return name.replace(/--(?:complete|instruct)$/, '');
}

/** What a tuned model and its base have in common: the name without the words and versions that tell them apart. */
function familyOf(model: string): string {
  const name = model.replace(tunedWord, '').replace(/[-_]base(?![a-z])/i, '');
  return name.replace(/[-_]v\d+(?:\.\d+)*$/i, '').toLowerCase();
}
