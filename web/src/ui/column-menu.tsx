import { keepColumns, toggleColumn } from './hidden-columns.ts';

interface ColumnMenuProps {
  readonly columns: readonly { readonly id: string; readonly title: string; readonly isTitle?: boolean }[];
  readonly hidden: string;
  readonly onChange: (hidden: string) => void;
}

/** Which columns a table shows. */
export function ColumnMenu({ columns, hidden, onChange }: ColumnMenuProps) {
  const shown = keepColumns(columns, hidden);
  return (
    <details className="relative max-lg:hidden">
      <summary className="flex h-8 cursor-pointer list-none items-center rounded-md border border-line-strong bg-card px-3 font-medium text-small">
        Columns{shown.length < columns.length && ` ${shown.length} of ${columns.length}`}
      </summary>
      <fieldset className="absolute right-0 z-20 mt-1 flex min-w-40 flex-col gap-1 rounded-md border border-line bg-card p-3 shadow-card">
        <legend className="sr-only">Columns</legend>
        {columns
          .filter(({ isTitle }) => !isTitle)
          .map((column) => (
            <label className="flex items-center gap-2 whitespace-nowrap text-small" key={column.id}>
              <input
                checked={shown.includes(column)}
                className="size-4 accent-accent"
                onChange={() => onChange(toggleColumn(hidden, column.id))}
                type="checkbox"
              />
              {column.title}
            </label>
          ))}
      </fieldset>
    </details>
  );
}
