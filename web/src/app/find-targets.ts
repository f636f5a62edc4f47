import type { RunSummary } from '../../../src/schema/view/run-document.ts';
import type { TaskListDocument } from '../../../src/schema/view/task-document.ts';
import { formatShare, shortSubset } from '../ui/format.ts';
import { nameRun } from '../ui/run-name.ts';

/** A place that Ctrl-K can go to. */
export interface Target {
  readonly kind: 'page' | 'run' | 'task';
  readonly label: string;
  readonly hint: string;
  readonly href: string;
  /** Searched as well, after everything that is shown. */
  readonly text?: string;
}

const shown = 12;

export function targetOfRun(run: RunSummary): Target {
  const score = run.passAt1 === undefined ? run.state : formatShare(run.passAt1.value);
  const hint = [run.split, shortSubset(run.subset), score].filter(Boolean).join(' · ');
  return { kind: 'run', label: nameRun(run), hint, href: `/runs/${encodeURIComponent(run.id)}` };
}

export function targetsOfTasks({ ids, titles, prompts }: TaskListDocument): Target[] {
  return ids.map((id, at) => {
    const href = `/tasks/${id.split('/').map(encodeURIComponent).join('/')}`;
    return { kind: 'task', label: id, hint: titles[at] ?? '', href, text: prompts[at] ?? '' };
  });
}

/** The places that have every word: in what is shown of them first, then in their prompt. */
export function findTargets(targets: readonly Target[], typed: string): Target[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (text: string) => words.every((word) => text.includes(word));
  const rank = ({ label, hint, text = '' }: Target): number => {
    const name = label.toLowerCase();
    const seen = `${name} ${hint.toLowerCase()}`;
    // `17` means task 17 before task 117.
    if (has(seen)) return words.some((word) => name.endsWith(`/${word}`)) ? 0 : 1;
    return has(`${seen} ${text.toLowerCase()}`) ? 2 : 3;
  };
  const ranked = targets.map((target) => ({ target, at: rank(target) })).filter(({ at }) => at < 3);
  return ranked
    .sort((a, b) => a.at - b.at)
    .slice(0, shown)
    .map(({ target }) => target);
}
