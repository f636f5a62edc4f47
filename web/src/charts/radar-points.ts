import type { Table } from '../../../src/schema/view/analysis-document.ts';

export interface RadarSeries {
  readonly name: string;
  /** In percent, one for each axis. */
  readonly values: readonly number[];
}

/** The last column of a table as axes, and a series for each text in the columns before it. What is missing is 0. */
export function readRadar({ rows }: Pick<Table, 'rows'>) {
  const axes = [...new Set(rows.map(({ labels }) => labels.at(-1) ?? ''))].sort();
  const byName = new Map<string, Map<string, number>>();
  for (const { labels, value } of rows) {
    const name = labels.slice(0, -1).filter(Boolean).join(' · ');
    const values = byName.get(name) ?? new Map<string, number>();
    byName.set(name, values.set(labels.at(-1) ?? '', value));
  }
  const series = [...byName].map(([name, values]): RadarSeries => {
    return { name, values: axes.map((axis) => values.get(axis) ?? 0) };
  });
  return { axes, series };
}

/** The first axis points up, the others follow clockwise; 100 percent is on the rim. */
export function placeOnRadar(values: readonly number[], radius: number): (readonly [x: number, y: number])[] {
  return values.map((value, at) => {
    const angle = (2 * Math.PI * at) / values.length;
    const length = (radius * value) / 100;
    return [length * Math.sin(angle), -length * Math.cos(angle)] as const;
  });
}
