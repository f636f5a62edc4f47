import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: string;
}

interface TabsProps<Id extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly selected: Id;
  readonly onSelect: (id: Id) => void;
  readonly children: ReactNode;
  /** Beside the tabs. */
  readonly actions?: ReactNode;
}

export function Tabs<Id extends string>({ label, tabs, selected, onSelect, children, actions }: TabsProps<Id>) {
  const id = useId();
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const at = tabs.findIndex((tab) => tab.id === selected);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    onSelect(next.id);
    document.getElementById(`${id}-${next.id}`)?.focus();
  };
  return (
    <div>
      <div className="mb-3 flex items-end gap-3 border-line border-b">
        <div
          aria-label={label}
          className="-mb-px flex min-w-0 gap-1 overflow-x-auto [scrollbar-width:none]"
          role="tablist"
        >
          {tabs.map((tab) => {
            const isSelected = tab.id === selected;
            return (
              <button
                aria-controls={`${id}-panel`}
                aria-selected={isSelected}
                className={classNames(
                  'whitespace-nowrap border-b-2 px-3 py-2 font-medium text-small -outline-offset-2',
                  isSelected ? 'border-accent text-ink' : 'border-transparent text-soft hover:text-ink',
                )}
                id={`${id}-${tab.id}`}
                key={tab.id}
                onClick={() => onSelect(tab.id)}
                onKeyDown={move}
                role="tab"
                tabIndex={isSelected ? 0 : -1}
                type="button"
              >
                {tab.label}
              </button>
            );
          })}
        </div>
        {actions !== undefined && <div className="ml-auto pb-1.5">{actions}</div>}
      </div>
      <div aria-labelledby={`${id}-${selected}`} id={`${id}-panel`} role="tabpanel">
        {children}
      </div>
    </div>
  );
}
