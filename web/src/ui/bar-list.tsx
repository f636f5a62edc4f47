import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface BarItem {
  readonly key: string;
  readonly label: ReactNode;
  /** From 0 to 1: how much of the row the bar fills. */
  readonly share: number;
  readonly value: string;
  readonly color?: string;
}

interface BarListProps {
  readonly label: string;
  readonly items: readonly BarItem[];
  /** Keys that are filtered by. */
  readonly selected: readonly string[];
  readonly onToggle: (key: string) => void;
  readonly empty?: string;
}

/** Counts as bars; each row is a button that filters by it. */
export function BarList({ label, items, selected, onToggle, empty = 'Nothing.' }: BarListProps) {
  if (items.length === 0) return <p className="px-4 pb-3 text-faint text-small">{empty}</p>;
  return (
    <ul aria-label={label} className="px-2 pb-2">
      {items.map(({ key, label: text, share, value, color = 'bg-accent' }) => {
        const isOn = selected.includes(key);
        return (
          <li key={key}>
            <button
              aria-pressed={isOn}
              className={classNames(
                'relative flex w-full items-center gap-3 overflow-hidden rounded px-2 py-1 text-left text-small hover:bg-sunken',
                isOn && 'bg-accent-soft font-semibold hover:bg-accent-soft',
              )}
              onClick={() => onToggle(key)}
              type="button"
            >
              <span className="min-w-0 flex-1 truncate" title={typeof text === 'string' ? text : undefined}>
                {text}
              </span>
              <span aria-hidden="true" className="h-1.5 w-16 shrink-0 overflow-hidden rounded-full bg-sunken">
                <span
                  className={classNames('block h-full rounded-full', color)}
                  style={{ width: `${Math.max(share > 0 ? 3 : 0, 100 * share)}%` }}
                />
              </span>
              <span className="w-12 shrink-0 text-right text-soft tabular-nums">{value}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
