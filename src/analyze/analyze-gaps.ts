import { gatherContenders } from '../compare/board/contender.ts';
import { intervalToPoints, type Result, rowOf, toPoints } from '../compare/result.ts';
import { hardIds, publishedIds } from '../dataset/public-tasks.ts';
import { type Split, splitSchema } from '../schema/task.ts';
import type { Row } from '../schema/view/analysis-document.ts';
import { rankScores } from '../score/board/ranks.ts';
import { estimateCorrelations } from '../score/correlation.ts';
import { comparePaired } from '../score/paired/compare-paired.ts';
import { resampleMeans } from '../score/resample-means.ts';
import { interval95, meanOf } from '../score/values.ts';
import { type PublishedEntry, readBoardFile } from '../upstream/board-file.ts';
import { groupBy } from '../util/group-by.ts';
import type { AnalysisInput, Findings } from './analysis.ts';
import { readNumberTable } from './number-table.ts';

/** Two scores over the same tasks. */
interface Pair {
  readonly model: string;
  readonly ids: readonly string[];
  readonly from: number;
  readonly to: number;
  /** Of the difference in points, where verdicts are known. */
  readonly interval?: Row['interval'];
  readonly mark: string;
}

interface Gap {
  readonly name: string;
  readonly pairs: readonly Pair[];
  readonly published?: Readonly<Record<string, number>>;
}

/** From this many points on that calibration adds, the paper calls a model lazy: it leaves out what the prompt gave. */
const lazyFrom = 1;

/** Gaps between splits, calibrations, tuned and base models, hard and all tasks; correlation with other benchmarks. */
export async function analyzeGaps({ loadResults, board, scores: path }: AnalysisInput): Promise<Findings> {
  const results = (await loadResults()).map(({ conditions, ...result }): Result => {
    return { ...result, conditions: { ...conditions, split: conditions.split ?? 'complete' } };
  });
  const published = board === undefined ? undefined : await readBoardFile(board);
  const scores = listScores(results.filter(isCalibrated), published);
  const originals = listScores(results.filter((result) => !isCalibrated(result)));
  const gaps = [pairSplits(scores), pairTuned(scores), pairCalibration(originals, scores), pairHard(scores)];
  const others = path === undefined ? [] : await pairBenchmarks(scores, path);
  const rows = gaps.flatMap(({ name, pairs }) =>
    pairs
      .map(({ model, mark, from, to, interval, ids }): Row => {
        return { labels: [name, model, mark], value: to - from, interval, n: interval && ids.length };
      })
      .sort((one, other) => one.value - other.value),
  );
  const all = [...gaps, ...others];
  const summary = all.flatMap(summarize);
  const hint = 'No two scores here go together: name results of both splits over the same tasks, or --published FILE.';
  const left = all.flatMap(({ name, pairs }) => {
    const count = pairs.length - pickSameTasks(pairs).length;
    return count > 0 ? [`${name}: ${count} of ${pairs.length} have other tasks than most: not in means.`] : [];
  });
  return {
    notes: summary.length === 0 ? [hint] : left,
    tables: [
      { key: 'gaps', title: 'Over models', columns: ['gap', 'statistic'], digits: 3, rows: summary },
      { key: 'gaps_by_model', title: 'By model, points', columns: ['gap', 'model', 'mark'], rows },
    ],
  };
}

function pairSplits(scores: readonly Score[]): Gap {
  const pairs = pairBest(groupBy(scores, modelOf), ({ split }) => split === 'instruct');
  return { name: 'complete → instruct', pairs, published: { 'mean difference': -8.5, Spearman: 0.982 } };
}

/** A base model and the same one tuned to follow instructions, by their names, on complete prompts. */
function pairTuned(scores: readonly Score[]): Gap {
  const complete = scores.filter(({ split }) => split === 'complete');
  const families = groupBy(complete, ({ model }) => familyOf(model));
  const pairs = pairBest(families, ({ isTuned }) => isTuned);
  return { name: 'base → tuned', pairs, published: { 'mean of the first': 35.7, 'mean of the second': 40.7 } };
}

/** What it adds to put the code prompt before answers: Figure 6 of the paper. */
function pairCalibration(originals: readonly Score[], calibrated: readonly Score[]): Gap {
  const nameSplit = (score: Score): Score => ({ ...score, model: `${score.model} ${score.split}` });
  const second = new Set(calibrated.map(nameSplit));
  const groups = groupBy([...originals.map(nameSplit), ...second], modelOf);
  const pairs = pairBest(groups, (score) => second.has(score));
  const marked = pairs.map((pair): Pair => ({ ...pair, mark: pair.to - pair.from >= lazyFrom ? 'lazy' : '' }));
  return { name: 'original → calibrated', pairs: marked };
}

/** Scores on all tasks and on the hard ones, marked with the ranks there. */
function pairHard(scores: readonly Score[]): Gap {
  const whole = [...groupBy(scores, modelOf).values()].flatMap((group): Pair[] => {
    const fitting = group.flatMap(({ split, model, ids, score: from, result }) => {
      const isWhole = result && ids.length > hardIds.length && hardIds.every((id) => result.tasks.has(id));
      return isWhole ? [{ split, model, ids, from, to: percentOf(rowOf(result, hardIds)), mark: '' }] : [];
    });
    return fitting.sort((one, other) => one.split.localeCompare(other.split)).slice(0, 1);
  });
  const pairs = pickSameTasks(whole);
  const ranksOf = (side: 'from' | 'to') => rankScores(Float64Array.from(pairs, (pair) => pair[side]));
  const [all, hard] = [ranksOf('from'), ranksOf('to')];
  return { name: 'all → hard', pairs: pairs.map((pair, at) => ({ ...pair, mark: `rank ${all[at]} → ${hard[at]}` })) };
}

/** Table 3 of the paper, with scores that somebody hands in. */
async function pairBenchmarks(scores: readonly Score[], path: string): Promise<Gap[]> {
  const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9.]/g, '');
  const { columns, rows } = await readNumberTable(path);
  const byName = new Map(rows.map(({ name, values }) => [plain(name), values]));
  return columns.flatMap((benchmark, column) =>
    splitSchema.options.map((split) => {
      const pairs = scores.flatMap(({ model, ids, score, ...own }): Pair[] => {
        const to = byName.get(plain(model))?.[column];
        return to === undefined || own.split !== split ? [] : [{ model, ids, from: score, to, mark: '' }];
      });
      return { name: `${split} → ${benchmark}`, pairs };
    }),
  );
}

/** For each model on the second side, the two scores of its group with the most tasks in common. */
function pairBest(groups: ReadonlyMap<string, readonly Score[]>, isSecond: (score: Score) => boolean): Pair[] {
  const pairs = [...groups.values()].flatMap((group) => {
    const firsts = group.filter((score) => !isSecond(score));
    return group.filter(isSecond).flatMap((to) => firsts.flatMap((from) => pairScores(from, to)));
  });
  return [...new Map(pairs.sort(byTasks).map((pair) => [pair.model, pair])).values()];
}

/** The mark is the first model, if it is another one. */
function pairScores(from: Score, to: Score): Pair[] {
  const about = { model: to.model, mark: from.model === to.model ? '' : from.model };
  if (!from.result || !to.result) {
    return keyOf(from) === keyOf(to) ? [{ ...about, ids: to.ids, from: from.score, to: to.score }] : [];
  }
  const { tasks } = to.result;
  const ids = from.ids.filter((id) => tasks.has(id));
  if (ids.length === 0) return [];
  const [a, b] = [rowOf(from.result, ids), rowOf(to.result, ids)];
  const { interval } = comparePaired({ a, b, resamples: 2000 });
  return [{ ...about, ids, from: percentOf(a), to: percentOf(b), interval: intervalToPoints([...interval]) }];
}

/** Means and correlations are of models that did the same tasks: of as many as there are. */
function pickSameTasks(pairs: readonly Pair[]): readonly Pair[] {
  const groups = [...groupBy(pairs.toSorted(byTasks), keyOf).values()];
  return groups.sort((one, other) => one.length - other.length).at(-1) ?? [];
}

/** Means, their difference, and correlations over models, which are what is resampled. */
function summarize({ name, pairs: all, published = {} }: Gap): Row[] {
  const pairs = pickSameTasks(all);
  const [first] = pairs;
  if (!first) return [];
  const [from, to] = [pairs.map((pair) => pair.from), pairs.map((pair) => pair.to)];
  const means = {
    'mean of the first': from,
    'mean of the second': to,
    'mean difference': to.map((b, at) => b - (from[at] ?? 0)),
  };
  const found = [
    ...Object.entries(means).map(([statistic, values]) => {
      const interval = values.length < 3 ? undefined : interval95(resampleMeans(Float64Array.from(values)));
      return { name: statistic, value: meanOf(values), interval };
    }),
    ...estimateCorrelations(from, to),
  ];
  return found.map(({ name: statistic, ...numbers }) => {
    const known = isPublic(first) ? published[statistic] : undefined;
    return { labels: [name, statistic], ...numbers, published: known, n: pairs.length };
  });
}

/** By the rules of a run, or by the name that the original gives its files. Calibration is the default. */
function isCalibrated({ conditions, source }: Result): boolean {
  return conditions.rules?.calibrated ?? (!source.includes('sanitized') || /[-_]calibrated/.test(source));
}

/** What a model reached, in percent. */
interface Score {
  readonly model: string;
  readonly split: Split;
  /** The tasks that it is over. */
  readonly ids: readonly string[];
  readonly score: number;
  /** The verdicts behind it, where they are known. */
  readonly result?: Result;
  /** Tuned to follow instructions; base models complete text. */
  readonly isTuned: boolean;
}

const tunedWord = /[-_](?:instruct|chat|it)(?![a-z])/i;

function listScores(results: readonly Result[], published?: ReadonlyMap<string, PublishedEntry>): Score[] {
  const contenders = gatherContenders({ results, published, allowMismatch: true });
  return contenders.flatMap(({ name: model, info, ...known }) =>
    splitSchema.options.flatMap((split): Score[] => {
      const about = { model, split, isTuned: info?.prompted ?? tunedWord.test(model) };
      const score = known.published?.[split] ?? undefined;
      const own = (known.results[split] ?? []).map((result): Score => {
        const ids = [...result.tasks.keys()];
        return { ...about, ids, score: percentOf(rowOf(result, ids)), result };
      });
      // One's own score of the same tasks has verdicts behind it.
      const isListed = score !== undefined && !own.some(isPublic);
      return isListed ? [...own, { ...about, ids: publishedIds, score }] : own;
    }),
  );
}

const modelOf = ({ model }: Score) => model;
const byTasks = (one: Pair, other: Pair) => one.ids.length - other.ids.length;

function keyOf({ ids }: { readonly ids: readonly string[] }): string {
  return [...ids].sort().join();
}

function isPublic(score: { readonly ids: readonly string[] }): boolean {
  return keyOf(score) === keyOf({ ids: publishedIds });
}

function percentOf(row: Float64Array): number {
  return toPoints(meanOf(row));
}

/** What a tuned model and its base have in common: the name without the words and versions that tell them apart. */
function familyOf(model: string): string {
  const name = model.replace(tunedWord, '').replace(/[-_]base(?![a-z])/i, '');
  return name.replace(/[-_]v\d+(?:\.\d+)*$/i, '').toLowerCase();
}
