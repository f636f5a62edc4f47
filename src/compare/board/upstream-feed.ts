import { hardIds } from '../../dataset/public-tasks.ts';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { type Split, splitSchema } from '../../schema/task.ts';
import { fightOverBenchmark, fightOverTasks, publishedRating, rateUpstream } from '../../score/elo/elo-upstream.ts';
import type { EloRating } from '../../score/elo/fit-ratings.ts';
import { meanOf } from '../../score/values.ts';
import { formatBoard, formatModelInfo, type ModelInfo, modelInfoSchema } from '../../upstream/board-file.ts';
import { buildBoardTables, encodeBoardTable, type SplitTable } from '../../upstream/board-tables.ts';
import { firstSamplesOf } from '../result.ts';
import { type Contender, pickResult } from './contender.ts';
import { type BoardTasks, meanDomains } from './task-rates.ts';

/** Everything the original's site and its page on the hub read, under the names they have there; of the full subset. */
export async function* buildUpstreamFeed(contenders: readonly Contender[], all: BoardTasks) {
  const { facts } = all;
  const models = contenders.map((contender) => ({ contender, info: requireInfo(contender) }));
  const infos = models.map(({ contender, info }) => formatModelInfo(prefixOf(contender), info));
  yield { path: 'model_info.py.txt', content: infos.join('') };
  const boards = [
    { suffix: '', taskIds: all.taskIds },
    { suffix: '-hard', taskIds: hardIds.filter((id) => facts.has(id) || all.taskIds.includes(id)) },
  ];
  for (const { suffix, taskIds } of boards) {
    if (taskIds.length === 0) continue;
    const tables = splitSchema.options.map((split) => buildSplit(contenders, split, { taskIds, facts }));
    const splits = tables.filter(({ rows }) => rows.length > 0);
    const rating = rateAll(splits);
    const entries = models.map(({ info }) => {
      const [complete, instruct] = tables.map((table) => {
        const row = table.rows[table.models.indexOf(info.name)];
        return row && meanOf(row);
      });
      return { info, complete, instruct, eloMle: rating.published.get(info.name) };
    });
    yield { path: `results${suffix}.json`, content: formatBoard(entries) };
    for (const table of buildBoardTables({ suffix, entries, splits, elo: rating.rows })) {
      yield { path: table.path, content: await encodeBoardTable(table) };
    }
  }
}

function buildSplit(contenders: readonly Contender[], split: Split, tasks: BoardTasks): SplitTable {
  const { taskIds } = tasks;
  const known = contenders.flatMap((contender) => {
    const result = pickResult(contender, split, taskIds);
    // The original looks at the first sample alone.
    return result ? [{ name: contender.name, row: firstSamplesOf(result, taskIds) }] : [];
  });
  return {
    ...{ split, taskIds },
    models: known.map(({ name }) => name),
    rows: known.map(({ row }) => row),
    domains: known.map(({ row }) => meanDomains(row, tasks)),
  };
}

/** Battles over both splits among the models that have both; over complete alone where nobody has instruct. */
function rateAll(tables: readonly SplitTable[]) {
  const names = tables[0]?.models.filter((name) => tables.every(({ models }) => models.includes(name))) ?? [];
  const rows = tables.map(({ models, rows }) => names.map((name) => rows[models.indexOf(name)] ?? new Float64Array()));
  const rate = (fight: typeof fightOverTasks) => (names.length > 1 ? rateUpstream(fight(rows)) : []);
  const task = rate(fightOverTasks);
  const toRows = (ratings: readonly EloRating[]) =>
    ratings.map(({ median: rating, interval: [lower, upper] }, at) => ({
      model: names[at] ?? '',
      lower,
      rating,
      upper,
    }));
  return {
    published: new Map(task.map((rating, at) => [names[at] ?? '', publishedRating(rating)])),
    rows: { task_no_tie: toRows(task), benchmark_tie: toRows(rate(fightOverBenchmark)) },
  };
}

/** The name that files of this model begin with: its hub id and revision. */
export function prefixOf({ name, info }: Contender): string {
  const hub = /^https:\/\/huggingface\.co\/([^/]+\/[^/?#]+)/.exec(info?.link ?? '')?.[1];
  return `${(hub ?? name).replaceAll('/', '--').replaceAll(/\s+/g, '-')}--main`;
}

function requireInfo({ name, info }: Contender): ModelInfo {
  const parsed = modelInfoSchema.safeParse({ ...info, name });
  if (parsed.success) return parsed.data;
  const fields = [...new Set(parsed.error.issues.map(({ path }) => String(path[0])))].join(', ');
  const sentence = `The original's board also wants to know of ${name}: ${fields}; give them with --model-info FILE.`;
  throw new BigCodeBenchError('BAD_INPUT', sentence, { data: { model: name, fields } });
}
