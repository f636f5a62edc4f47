/** The five tables that the original's board keeps on the hub, for the full and for the hard subset each. */
import type { BasicType } from 'hyparquet-writer';
import { domainSchema, type Split } from '../schema/task.ts';
import { type BoardEntry, roundPercent } from './board-file.ts';

interface TableColumn {
  readonly name: string;
  readonly type: BasicType;
  readonly data: readonly unknown[];
}

/** A table, and where a dataset repository keeps it. */
export interface BoardTable {
  /** Such as `bigcodebench-hard-perf/data/complete-00000-of-00001.parquet`. */
  readonly path: string;
  readonly columns: readonly TableColumn[];
}

export interface BoardTablesInput {
  /** `''` or `-hard`. */
  readonly suffix: string;
  readonly entries: readonly (BoardEntry & { readonly eloMle?: number | undefined })[];
  readonly splits: readonly SplitTable[];
  readonly elo: Readonly<Record<'task_no_tie' | 'benchmark_tie', readonly EloRow[]>>;
}

/** The models that have a split, in the order of the board. */
export interface SplitTable {
  readonly split: Split;
  readonly models: readonly string[];
  readonly taskIds: readonly string[];
  /** 0 or 1, model by model, task by task. */
  readonly rows: readonly Float64Array[];
  /** Percentages, model by model, by domain. */
  readonly domains: readonly Readonly<Partial<Record<string, number>>>[];
}

interface EloRow extends Readonly<Record<'lower' | 'rating' | 'upper', number>> {
  readonly model: string;
}

export function buildBoardTables({ suffix, entries, splits, elo }: BoardTablesInput): BoardTable[] {
  const path = (table: string, split: string) => `bigcodebench${suffix}-${table}/data/${split}-00000-of-00001.parquet`;
  return [
    { path: path('results', 'train'), columns: resultColumns(entries) },
    ...splits.map((table) => ({ path: path('perf', table.split), columns: performanceColumns(table) })),
    ...splits.map((table) => ({ path: path('domain', table.split), columns: domainColumns(table) })),
    ...splits.map((table) => ({ path: path('solve-rate', table.split), columns: solveRateColumns(table) })),
    { path: path('elo', 'task_no_tie'), columns: eloColumns(elo.task_no_tie) },
    { path: path('elo', 'benchmark_tie'), columns: eloColumns(elo.benchmark_tie) },
  ];
}

/** The bytes of a table. The same table gives the same bytes. */
export async function encodeBoardTable({ columns }: BoardTable): Promise<Uint8Array> {
  const { parquetWriteBuffer } = await import('hyparquet-writer');
  const columnData = columns.map(({ name, type, data }) => ({ name, type, data: [...data] }));
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}

function resultColumns(entries: BoardTablesInput['entries']): TableColumn[] {
  const percent = (share: number | undefined) => (share === undefined ? null : roundPercent(share));
  return columnsOf(entries, [
    ['model', 'STRING', ({ info }) => info.name],
    ['link', 'STRING', ({ info }) => info.link],
    ['moe', 'BOOLEAN', ({ info }) => info.moe],
    ['size', 'DOUBLE', ({ info }) => info.size],
    ['act_param', 'DOUBLE', ({ info }) => info.act_param],
    ['type', 'STRING', ({ info }) => (info.prompted ? '🔶' : '🟢')],
    ['complete', 'DOUBLE', ({ complete }) => percent(complete || undefined)],
    ['instruct', 'DOUBLE', ({ instruct }) => percent(instruct)],
    ['date', 'STRING', ({ info }) => info.date],
    ['prefill', 'BOOLEAN', ({ info }) => info.prefill],
    // Not written any more by the original, but the page that reads the table asks for it.
    ['elo_mle', 'DOUBLE', ({ eloMle }) => eloMle ?? null],
  ]);
}

function performanceColumns({ models, taskIds, rows }: SplitTable): TableColumn[] {
  return [
    { name: 'Model', type: 'STRING', data: models },
    ...taskIds.map((name, task): TableColumn => ({ name, type: 'INT32', data: rows.map((row) => row[task] ?? 0) })),
  ];
}

function domainColumns({ models, domains }: SplitTable): TableColumn[] {
  return [
    { name: 'Model', type: 'STRING', data: models },
    ...domainSchema.options.map(
      (name): TableColumn => ({ name, type: 'DOUBLE', data: domains.map((own) => own[name] ?? null) }),
    ),
  ];
}

function solveRateColumns({ taskIds, rows }: SplitTable): TableColumn[] {
  const rate = (task: number) => rows.reduce((sum, row) => sum + (row[task] ?? 0), 0) / Math.max(1, rows.length);
  return [
    { name: 'task_id', type: 'STRING', data: taskIds },
    { name: 'solve_rate', type: 'DOUBLE', data: taskIds.map((_, task) => roundPercent(rate(task))) },
  ];
}

function eloColumns(rows: readonly EloRow[]): TableColumn[] {
  const sorted = [...rows].sort((a, b) => b.rating - a.rating);
  return columnsOf(sorted, [
    ['model', 'STRING', ({ model }) => model],
    ['lower', 'DOUBLE', ({ lower }) => lower],
    ['rating', 'DOUBLE', ({ rating }) => rating],
    ['upper', 'DOUBLE', ({ upper }) => upper],
    ['error_y', 'DOUBLE', ({ rating, upper }) => upper - rating],
    ['error_y_minus', 'DOUBLE', ({ rating, lower }) => rating - lower],
    ['rating_rounded', 'DOUBLE', ({ rating }) => Math.round(rating * 100) / 100],
  ]);
}

function columnsOf<Row>(
  rows: readonly Row[],
  columns: readonly (readonly [name: string, type: BasicType, pick: (row: Row) => unknown])[],
): TableColumn[] {
  return columns.map(([name, type, pick]) => ({ name, type, data: rows.map(pick) }));
}
