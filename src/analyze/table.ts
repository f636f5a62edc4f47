import { z } from 'zod';
import type { Estimate } from '../schema/score.ts';

/** One number of an analysis. */
export interface Row {
  /** What it is of: a text for each of the table's columns. */
  readonly labels: readonly string[];
  readonly value: number;
  /** 95%, where the number is an estimate. What is counted in a whole dataset has none. */
  readonly interval?: readonly [number, number] | undefined;
  /** The same number in the paper, or where the original project publishes it. */
  readonly published?: number | undefined;
  /** How many tasks, answers or models it is over. */
  readonly n?: number | undefined;
}

/** A table of an analysis. Shares are in percent. */
export interface Table {
  /** Its key in JSON, and the name of its CSV file. */
  readonly key: string;
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  /** Decimals as text; 1 unless told. */
  readonly digits?: number;
}

/** The part of a row that an estimate of a share gives. */
export function toPercent({ value, interval: [low, high] }: Pick<Estimate, 'value' | 'interval'>) {
  return { value: 100 * value, interval: [100 * low, 100 * high] as const };
}

/** What `bcb analyze --json` prints: the rows of each table by the key of the table. A row also has its labels, by column. */
export const analysisDocumentSchema = z.record(
  z.string(),
  z.array(
    z
      .object({
        value: z.number(),
        /** 95%; null where the number is counted and not estimated. */
        interval: z.tuple([z.number(), z.number()]).nullable(),
        published: z.number().optional(),
        n: z.number().optional(),
      })
      .catchall(z.string()),
  ),
);

/** One JSON object for a row: its labels by column, then its numbers. */
export function describeRow({ columns }: Table, { labels, value, interval, published, n }: Row) {
  return {
    ...Object.fromEntries(columns.map((column, at) => [column, labels[at] ?? ''])),
    value,
    interval: interval ?? null,
    ...(published === undefined ? {} : { published }),
    ...(n === undefined ? {} : { n }),
  };
}

/** The cells of a table for CSV, with their names first. */
export function listCells({ columns, rows }: Table): (string | number)[][] {
  const head = [...columns, 'value', 'low', 'high', 'published', 'n'];
  const cells = rows.map(({ labels, value, interval, published, n }) => {
    return [...labels, value, interval?.[0] ?? '', interval?.[1] ?? '', published ?? '', n ?? ''];
  });
  return [head, ...cells];
}
