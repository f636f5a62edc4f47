import type { Row, Table } from '../../../../src/schema/view/analysis-document.ts';

export interface RowGroup {
  readonly name: string;
  readonly rows: readonly { readonly label: string; readonly row: Row }[];
}

/** The rows of a table as figures: one for each text in its first column, if there are others; else one for all. */
export function listGroups({ columns, rows }: Table): RowGroup[] {
  const hasGroups = columns.length > 1;
  const groups = new Map<string, { label: string; row: Row }[]>();
  for (const row of rows) {
    const [first = '', ...rest] = row.labels;
    const label = (hasGroups ? rest : row.labels).filter((part) => part !== '').join(' · ');
    const name = hasGroups ? first : '';
    groups.set(name, [...(groups.get(name) ?? []), { label, row }]);
  }
  return [...groups].map(([name, members]) => ({ name, rows: members }));
}
