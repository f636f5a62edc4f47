import { hardIds } from '../../dataset/public-tasks.ts';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { type Split, splitSchema } from '../../schema/split.ts';
import { fightOverBenchmark, fightOverTasks, publishedRating, rateUpstream } from '../../score/elo/elo-upstream.ts';
import type { EloRating } from '../../score/elo/fit-ratings.ts';
import { meanOf } from '../../score/values.ts';
import {
  type BoardEntry,
  formatBoard,
  formatModelInfo,
  type ModelInfo,
  modelInfoSchema,
} from '../../upstream/board-file.ts';
import { buildBoardTables, type EloRow, encodeBoardTable, type SplitTable } from '../../upstream/board-tables.ts';
import type { OutputFile } from '../../util/output-file.ts';
import { firstSamplesOf } from '../result.ts';
import { type Contender, pickResult } from './contender.ts';
import { type BoardTasks, meanDomains } from './task-rates.ts';

/** Everything the original's site and its page on the hub read, under the names they have there; of the full subset. */
export async function* buildUpstreamFeed(
  contenders: readonly Contender[],
  all: BoardTasks,
): AsyncGenerator<OutputFile<string | Uint8Array>> {
  const { facts } = all;
  const models = contenders.map((contender) => ({ contender, info: requireInfo(contender) }));
  yield {
    path: 'model_info.py.txt',
    content: models.map(({ contender, info }) => formatModelInfo(prefixOf(contender), info)).join(''),
  };
  const boards = [
    { suffix: '', taskIds: all.taskIds },
    { suffix: '-hard', taskIds: hardIds.filter((id) => facts.has(id) || all.taskIds.includes(id)) },
  ];
  for (const { suffix, taskIds } of boards) {
    if (taskIds.length === 0) continue;
    const tables = splitSchema.options.map((split) => buildSplit(models, split, { taskIds, facts }));
    const rating = rateAll(tables.map(({ table }) => table));
    const entries = models.map(({ info }, at): BoardEntry & { eloMle?: number | undefined } => ({
      info,
      complete: tables[0]?.scores[at],
      instruct: tables[1]?.scores[at],
      eloMle: rating.published.get(info.name),
    }));
    yield { path: `results${suffix}.json`, content: formatBoard(entries) };
    const splits = tables.map(({ table }) => table).filter(({ rows }) => rows.length > 0);
    for (const table of buildBoardTables({ suffix, entries, splits, elo: rating.rows })) {
      yield { path: table.path, content: await encodeBoardTable(table) };
    }
  }
}

function buildSplit(
  models: readonly { readonly contender: Contender; readonly info: ModelInfo }[],
  split: Split,
  tasks: BoardTasks,
): { table: SplitTable; scores: (number | undefined)[] } {
  const { taskIds } = tasks;
  const rows = models.map(({ contender }) => {
    const result = pickResult(contender, split, taskIds);
    // The original looks at the first sample alone.
    return result && firstSamplesOf(result, taskIds);
  });
  const known = rows.flatMap((row, at) => (row ? [{ row, name: models[at]?.info.name ?? '' }] : []));
  return {
    scores: rows.map((row) => row && meanOf(row)),
    table: {
      split,
      models: known.map(({ name }) => name),
      taskIds,
      rows: known.map(({ row }) => row),
      domains: known.map(({ row }) => meanDomains(row, tasks)),
    },
  };
}

/** Battles over both splits among the models that have both; over complete alone where nobody has instruct. */
function rateAll(tables: readonly SplitTable[]) {
  const filled = tables.filter(({ models }) => models.length > 0);
  const names = filled[0]?.models.filter((name) => filled.every(({ models }) => models.includes(name))) ?? [];
  const rows = filled.map(({ models, rows }) => names.map((name) => rows[models.indexOf(name)] ?? new Float64Array()));
  const task = names.length > 1 ? rateUpstream(fightOverTasks(rows)) : [];
  const benchmark = names.length > 1 ? rateUpstream(fightOverBenchmark(rows)) : [];
  return {
    published: new Map(task.map((rating, at) => [names[at] ?? '', publishedRating(rating)])),
    rows: { task_no_tie: toRows(names, task), benchmark_tie: toRows(names, benchmark) },
  };
}

function toRows(names: readonly string[], ratings: readonly EloRating[]): EloRow[] {
  return ratings.map(({ median, interval: [lower, upper] }, at) => ({
    model: names[at] ?? '',
    lower,
    rating: median,
    upper,
  }));
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
  throw new BigCodeBenchError(
    'BAD_INPUT',
    `The original's board also wants to know of ${name}: ${fields}; give them with --model-info FILE.`,
    { data: { model: name, fields } },
  );
}
