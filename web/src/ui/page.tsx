import { Link, type LinkProps, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useKeys } from '../keys/use-keys.ts';
import { Icon } from './icon.tsx';
import { copyText } from './toast.tsx';

export interface Crumb {
  readonly label: string;
  readonly link: LinkProps;
}

interface PageProps {
  /** Of the browser's tab, and of the page where there is no other heading. */
  readonly name: string;
  readonly heading?: ReactNode;
  /** The way up, outermost first; `u` goes to the last. */
  readonly crumbs?: readonly Crumb[];
  readonly facts?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** What all pages share: the way up, the heading, and the keys `u` and `y`. */
export function Page({ name, heading, crumbs = [], facts, actions, children }: PageProps) {
  const navigate = useNavigate();
  const parent = crumbs.at(-1);
  useEffect(() => {
    document.title = `${name} · BigCodeBench`;
  }, [name]);
  useKeys({
    u: parent && (() => void navigate(parent.link)),
    y: () => void copyText(location.href, 'Link'),
  });
  return (
    <>
      {crumbs.length > 0 && (
        <nav aria-label="Way up" className="mb-1">
          <ol className="flex flex-wrap items-center gap-1 text-small text-soft">
            {crumbs.map(({ label, link }, at) => (
              <li className="flex items-center gap-1" key={label}>
                <Link {...link} className="max-w-[22rem] truncate rounded hover:text-ink hover:underline">
                  {label}
                </Link>
                {at + 1 < crumbs.length && <Icon name="right" size={10} />}
              </li>
            ))}
          </ol>
        </nav>
      )}
      <header className="mb-5 flex flex-wrap items-end gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-80">
          <h1 className="flex flex-wrap items-center gap-x-3 gap-y-1 break-words font-semibold text-title tracking-tight">
            {heading ?? name}
          </h1>
          {facts !== undefined && <p className="mt-0.5 text-small text-soft">{facts}</p>}
        </div>
        {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      {children}
    </>
  );
}
