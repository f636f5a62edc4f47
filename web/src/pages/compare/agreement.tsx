import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { CompareDocument } from '../../../../src/schema/view/overview-document.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatCount } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { type Cell, cellOf, cells } from './pair-cells.ts';

const route = getRouteApi('/compare');

const looks: Record<Cell, { readonly label: string; readonly look: string }> = {
  both: { label: 'both solve', look: 'text-pass' },
  onlyA: { label: 'only A solves', look: 'text-ink' },
  onlyB: { label: 'only B solves', look: 'text-ink' },
  neither: { label: 'neither solves', look: 'text-fail' },
};

/** Four numbers that are also filters of the list below. */
export function Agreement({ document }: { readonly document: CompareDocument }) {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/compare' });
  const counts: Record<Cell, number> = { both: 0, onlyA: 0, onlyB: 0, neither: 0 };
  for (const row of document.rows) counts[cellOf(row)]++;
  const toggle = (cell: Cell) =>
    void navigate({
      search: (old) => ({ ...old, cell: old.cell === cell ? undefined : cell }),
      replace: true,
      resetScroll: false,
    });
  return (
    <Panel hint="a click filters the tasks" title="Where they agree">
      <div className="grid grid-cols-2 gap-2">
        {cells.map((cell) => (
          <button
            aria-pressed={search.cell === cell}
            className={classNames(
              'rounded-md border px-4 py-3 text-left hover:bg-sunken',
              search.cell === cell ? 'border-accent bg-accent-soft' : 'border-line',
            )}
            key={cell}
            onClick={() => toggle(cell)}
            type="button"
          >
            <span className={classNames('block font-semibold text-title tabular-nums', looks[cell].look)}>
              {formatCount(counts[cell])}
            </span>
            <span className="text-small text-soft">{looks[cell].label}</span>
          </button>
        ))}
      </div>
    </Panel>
  );
}
