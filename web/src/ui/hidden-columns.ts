interface Column {
  readonly id: string;
  readonly isTitle?: boolean | undefined;
}

/** The columns that were not hidden; the one that names the rows always stays. */
export function keepColumns<Kept extends Column>(columns: readonly Kept[], hidden: string): Kept[] {
  const ids = new Set(hidden.split(','));
  return columns.filter(({ id, isTitle }) => isTitle || !ids.has(id));
}

/** Hides a column, or shows it again. What another list hides is left as it is. */
export function toggleColumn(hidden: string, id: string): string {
  const ids = hidden.split(',').filter(Boolean);
  return (ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]).join(',');
}
