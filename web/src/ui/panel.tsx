import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

interface PanelProps {
  readonly title?: ReactNode;
  readonly hint?: ReactNode;
  /** On the right of the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
  /** Content that brings its own spacing, such as a table. */
  readonly isFlush?: boolean;
}

export function Panel({ title, hint, actions, children, className, isFlush = false }: PanelProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={title === undefined ? undefined : id}
      className={classNames('flex min-w-0 flex-col overflow-hidden rounded-lg border border-line bg-card', className)}
    >
      {title !== undefined && (
        <header className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
          <h2 className="min-w-0 font-semibold text-base" id={id}>
            {title}
          </h2>
          {hint !== undefined && <p className="text-faint text-small">{hint}</p>}
          {actions !== undefined && <div className="ml-auto flex items-center gap-2">{actions}</div>}
        </header>
      )}
      <div className={isFlush ? 'flex min-h-0 flex-1 flex-col' : 'px-4 pb-4'}>{children}</div>
    </section>
  );
}
