import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { useConnection, useLiveUpdates } from '../data/live.ts';
import { usePages } from '../data/use-pages.ts';
import { type Place, useGoTo } from '../keys/use-go-to.ts';
import { useKeys } from '../keys/use-keys.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Toast } from '../ui/toast.tsx';
import { HelpDialog } from './help-dialog.tsx';
import { Palette } from './palette.tsx';
import { toggleTheme } from './theme.ts';

const allPlaces: readonly Place[] = [
  { to: '/', label: 'Runs', key: 'r' },
  { to: '/tasks', label: 'Tasks', key: 't' },
  { to: '/compare', label: 'Compare', key: 'c' },
  { to: '/matrix', label: 'Matrix', key: 'm' },
  { to: '/failures', label: 'Failures', key: 'f' },
  { to: '/leaderboard', label: 'Leaderboard', key: 'l' },
  { to: '/analysis', label: 'Analysis', key: 'n' },
  { to: '/audit', label: 'Audit', key: 'a' },
  { to: '/run', label: 'Sandbox', key: 's' },
];

export function Shell() {
  useLiveUpdates();
  const shown = usePages();
  const places = allPlaces.filter(({ to }) => shown.has(to));
  useGoTo(places);
  const current = useRouterState({ select: ({ location }) => `/${location.pathname.split('/')[1] ?? ''}` });
  const [open, setOpen] = useState<'palette' | 'help' | undefined>();
  useKeys({
    '?': () => setOpen('help'),
    'Ctrl-k': places.length > 1 ? () => setOpen('palette') : undefined,
  });
  return (
    <div className="flex min-h-screen flex-col">
      <a
        className="absolute -top-20 left-4 z-50 rounded bg-card px-3 py-1.5 text-accent shadow-card focus:top-2"
        href="#content"
      >
        Skip to the content
      </a>
      <header className="sticky top-0 z-30 border-line border-b bg-card/95 backdrop-blur">
        <div className="mx-auto flex max-w-[1480px] items-center gap-x-2 px-4 max-lg:flex-wrap sm:px-6 lg:h-12 lg:gap-x-5">
          <Link className="flex shrink-0 items-center gap-2 font-semibold max-lg:h-11" to="/">
            <Logo />
            BigCodeBench
          </Link>
          <nav
            aria-label="Pages"
            className="-mx-1 min-w-0 flex-1 overflow-x-auto [scrollbar-width:none] max-lg:order-last max-lg:basis-full max-lg:pb-1.5 max-sm:-mx-4 max-sm:px-3"
          >
            <ul className="flex gap-0.5 px-1">
              {places.length > 1 &&
                places.map(({ to, label }) => (
                  <li key={to}>
                    <Link
                      activeOptions={{ exact: to === '/', includeSearch: false }}
                      activeProps={{ className: 'bg-sunken text-ink' }}
                      className="block whitespace-nowrap rounded-md px-2.5 py-1 font-medium text-small hover:text-ink"
                      inactiveProps={{ className: 'text-soft' }}
                      ref={to === current ? revealLink : undefined}
                      to={to}
                    >
                      {label}
                    </Link>
                  </li>
                ))}
            </ul>
          </nav>
          <StaleNotice />
          <div className="flex shrink-0 items-center gap-1 max-lg:ml-auto">
            {places.length > 1 && (
              <Button
                aria-label="Go to a run, task or page"
                hotkey="Ctrl-K"
                icon="search"
                onClick={() => setOpen('palette')}
                look="quiet"
              >
                <span className="max-md:hidden">Go to</span>
              </Button>
            )}
            <Button aria-label="Light or dark" icon="sun" look="quiet" onClick={toggleTheme} />
            <Button aria-label="Keys and words" icon="help" look="quiet" onClick={() => setOpen('help')} />
          </div>
        </div>
      </header>
      <main className="mx-auto w-full max-w-[1480px] flex-1 px-4 pt-5 pb-16 sm:px-6" id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <Palette isOpen={open === 'palette'} onClose={() => setOpen(undefined)} />
      <HelpDialog isOpen={open === 'help'} onClose={() => setOpen(undefined)} />
      <Toast />
    </div>
  );
}

/** On a phone the pages do not fit side by side: the one that is open is scrolled into sight. */
function revealLink(link: HTMLAnchorElement | null): void {
  const row = link?.closest('nav');
  if (link && row) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
}

function Logo() {
  return (
    <svg aria-hidden="true" fill="none" height={20} viewBox="0 0 20 20" width={20}>
      <rect fill="var(--accent)" height={20} rx={5} width={20} />
      <path
        d="M7 5.5H5.5v9H7m6-9h1.5v9H13M8 10.2l1.5 1.6 2.7-3.4"
        stroke="var(--card)"
        strokeLinecap="round"
        strokeLinejoin="round"
        strokeWidth={1.5}
      />
    </svg>
  );
}

/** Only where a connection was there and is lost. */
function StaleNotice() {
  const { staleSince } = useConnection();
  if (staleSince === undefined) return null;
  const since = new Date(staleSince).toLocaleTimeString('en', { hourCycle: 'h23' });
  return (
    <p
      className="flex shrink-0 items-center gap-1.5 rounded-full bg-warn-soft px-2.5 py-0.5 text-small text-warn"
      role="status"
    >
      <Icon name="timeout" size={12} />
      <span>No server since {since}</span>
    </p>
  );
}
