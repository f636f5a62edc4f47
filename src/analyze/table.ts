import { z } from 'zod';
import type { Estimate } from '../schema/score.ts';
import type { Row, Table } from '../schema/view/analysis-document.ts';

export function toPercent({ value, interval: [low, high] }: Pick<Estimate, 'value' | 'interval'>) {
  return { value: 100 * value, interval: [100 * low, 100 * high] as const };
}

const rowSchema = z.object({
  value: z.number(),
  /** 95%; null where the number is counted and not estimated. */
  interval: z.tuple([z.number(), z.number()]).nullable(),
  published: z.number().optional(),
  n: z.number().optional(),
});

/** What `bcb analyze --json` prints: the rows of each table by the key of the table. A row also has its labels, by column. */
export const analysisDocumentSchema = z.record(z.string(), z.array(rowSchema.catchall(z.string())));

export function describeRow({ columns }: Table, { labels, value, interval, published, n }: Row) {
  return {
    ...Object.fromEntries(columns.map((column, at) => [column, labels[at] ?? ''])),
    ...{ value, interval: interval ?? null, published, n },
  };
}

export function listCells({ columns, rows }: Table): (string | number)[][] {
  const head = [...columns, 'value', 'low', 'high', 'published', 'n'];
  const cells = rows.map(({ labels, value, interval, published, n }) => {
    return [...labels, value, interval?.[0] ?? '', interval?.[1] ?? '', published ?? '', n ?? ''];
  });
  return [head, ...cells];
}
