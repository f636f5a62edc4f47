import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useId, useMemo, useState } from 'react';
import { useData } from '../data/use-data.ts';
import { classNames } from '../ui/class-names.ts';
import { Dialog } from '../ui/dialog.tsx';
import { findTargets, type Target, targetOfRun, targetsOfTasks } from './find-targets.ts';

const pages: readonly Target[] = [
  { kind: 'page', label: 'Runs', hint: 'what is here', href: '/' },
  { kind: 'page', label: 'Tasks', hint: 'solve rates and suspects', href: '/tasks' },
  { kind: 'page', label: 'Compare', hint: 'is B better than A', href: '/compare' },
  { kind: 'page', label: 'Matrix', hint: 'models × tasks', href: '/matrix' },
  { kind: 'page', label: 'Failures', hint: 'what fails alike', href: '/failures' },
  { kind: 'page', label: 'Leaderboard', hint: 'ranks with intervals', href: '/leaderboard' },
  { kind: 'page', label: 'Analysis', hint: 'what is solved, by what tasks are like', href: '/analysis' },
  { kind: 'page', label: 'Audit', hint: 'which tasks can be trusted', href: '/audit' },
  { kind: 'page', label: 'Sandbox', hint: 'try a fix', href: '/run' },
  { kind: 'page', label: 'About', hint: 'words, keys, versions', href: '/about' },
];

/** Ctrl-K: any page, run or task by a part of its name. */
export function Palette({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} label="Go to" onClose={onClose}>
      <PaletteBody onClose={onClose} />
    </Dialog>
  );
}

function PaletteBody({ onClose }: { readonly onClose: () => void }) {
  const router = useRouter();
  const id = useId();
  const [text, setText] = useState('');
  const [cursor, setCursor] = useState(0);
  const { targets, isLoading } = useTargets();
  const found = useMemo(() => findTargets(targets, text), [targets, text]);
  const open = (target: Target | undefined) => {
    if (target === undefined) return;
    onClose();
    router.history.push(target.href);
  };
  return (
    <div className="flex flex-col">
      <input
        aria-activedescendant={found.length > 0 ? `${id}-${cursor}` : undefined}
        aria-controls={id}
        aria-expanded="true"
        aria-label="Run, task or page"
        // biome-ignore lint/a11y/noAutofocus: whoever opens this dialog is about to type
        autoFocus
        className="h-12 border-line border-b bg-transparent px-4 text-base outline-none placeholder:text-faint"
        onChange={(event) => {
          setText(event.target.value);
          setCursor(0);
        }}
        onKeyDown={(event) => {
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (step !== undefined) {
            event.preventDefault();
            setCursor((cursor + step + found.length) % Math.max(1, found.length));
          }
          if (event.key === 'Enter') open(found[cursor]);
        }}
        placeholder="Run, task or page: “qwen”, “17”, “pandas”"
        role="combobox"
        value={text}
      />
      <ul
        aria-busy={isLoading || undefined}
        aria-label="Places"
        className="max-h-[55vh] overflow-y-auto p-1.5"
        id={id}
        role="listbox"
      >
        {found.map((target, at) => (
          <li
            aria-selected={at === cursor}
            className={classNames(
              'flex cursor-pointer items-baseline gap-3 rounded-md px-2.5 py-1.5',
              at === cursor && 'bg-accent-soft',
            )}
            id={`${id}-${at}`}
            key={target.href}
            onClick={() => open(target)}
            role="option"
            tabIndex={-1}
          >
            <span className="w-10 shrink-0 text-faint text-tiny uppercase tracking-wide">{target.kind}</span>
            <span className="shrink-0 font-medium max-sm:max-w-[50%] max-sm:truncate">{target.label}</span>
            <span className="ml-auto min-w-0 truncate text-faint text-small">{target.hint}</span>
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <p className="px-4 pb-4 text-soft text-small">Nothing has “{text}” in its name or prompt.</p>
      )}
    </div>
  );
}

function useTargets(): { readonly targets: readonly Target[]; readonly isLoading: boolean } {
  const { queries } = useData();
  const runs = useQuery(queries.runs());
  const tasks = useQuery(queries.tasks());
  const targets = useMemo(
    () => [...pages, ...(runs.data?.runs ?? []).map(targetOfRun), ...(tasks.data ? targetsOfTasks(tasks.data) : [])],
    [runs.data, tasks.data],
  );
  return { targets, isLoading: runs.isPending || tasks.isPending };
}
